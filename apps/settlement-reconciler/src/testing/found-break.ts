import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { type BreakClass, type Difference, syncBreakList } from '../report-breaks/report-breaks.js';

export const FOUND_AT = new Date('2026-11-19T03:00:00+09:00');

/** A difference of 500 won. */
export const differenceOf = (kind: BreakClass, facts: Partial<Difference> = {}): Difference => ({
  ...{
    class: kind,
    subject: `subject-${randomUUID()}`,
    expected: '10000 KRW',
    found: '10500 KRW',
    amount: 500n,
    currency: 'KRW',
  },
  evidence: { ours: { amount: '10000' }, theirs: { amount: '10500' }, differs: ['amount'] },
  ...{ orderId: 'order-1', paymentKey: 'pay-1', sellerId: null },
  ...facts,
});

/** A run that finds a difference, and closes no break; answers with the id of its break. */
export async function findAgain(
  db: DataSource,
  difference: Difference,
  businessDate = '2026-11-19',
  now = FOUND_AT,
): Promise<string> {
  await syncBreakList(db, [], { businessDate, now }, [difference]);
  const [row] = await db.query<{ id: string }[]>(
    'select id from reconciliation.break where class = $1 and subject = $2',
    [difference.class, difference.subject],
  );
  return row?.id ?? 'none';
}
