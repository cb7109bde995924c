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

/** A record of the provider with a key and an amount that no run compares: it was listed long ago. */
export const listRecord = (db: DataSource, key: string, amount: bigint, currency = 'KRW'): Promise<unknown> =>
  db.query(
    `insert into reconciliation.listed_payout
       (provider_payout_id, ref_payout_id, destination, amount, currency, status, payout_date, listed_at)
     values ($1, $1, 'seller', $2, $3, 'COMPLETED', '2020-01-01', '2020-01-01')`,
    [key, amount, currency],
  );
