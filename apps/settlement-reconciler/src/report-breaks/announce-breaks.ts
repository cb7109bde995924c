import { emit, transaction } from '@jeongsan/database';
import type { BreakClass, Severity } from '@jeongsan/messaging';
import { statement } from '@jeongsan/sql';
import type { BreakState } from '@jeongsan/state-machines';
import type { DataSource, EntityManager } from 'typeorm';
import { breakEvent } from './break-facts.js';

const PER_TRANSACTION = 1_000;

type FoundBreak = { id: string; class: BreakClass; subject: string; businessDate: string; state: BreakState };

/** Emits an event for every break that opened, or opened again, and has no event of that yet. */
export async function announceBreaks(db: DataSource, now: Date): Promise<void> {
  for (;;) {
    const announced = await transaction(db, async (tx) => {
      const [breaks] = await tx.query<[FoundBreak[], number]>(
        `update reconciliation.break set announced = true
          where id in (select id from reconciliation.break where not announced order by id limit $1 for update skip locked)
         returning id, class, subject, business_date as "businessDate", state`,
        [PER_TRANSACTION],
      );
      const [reopened, opened] = [true, false].map((again) => breaks.filter((b) => (b.state === 'REOPENED') === again));
      await emit(tx, 'settlement.break-opened', (opened ?? []).map(breakEvent), now);
      await emit(tx, 'settlement.break-reopened', (reopened ?? []).map(breakEvent), now);
      return breaks.length;
    });
    if (announced < PER_TRANSACTION) return;
  }
}

/** Breaks of one round: the next hour announces the others. */
const OVERDUE_MAX = 1_000;
// Updating, the driver answers with the rows and their count; the outer select makes the answer rows.
const OVERDUE = statement(`
  with late as (
    update reconciliation.break b set is_overdue_announced = true
     where b.id in (select o.id from reconciliation.break o
                     where o.resolved_at is null and not o.is_overdue_announced and o.due_at < :now::timestamptz
                     order by o.due_at limit :rows for update skip locked)
    returning b.id, b.class, b.subject, b.business_date as "businessDate", b.due_at, reconciliation.severity(b, :now::timestamptz) as severity
  ) select * from late`);

/** Emits an event for every open break whose due date has passed, once for each opening. */
export async function announceOverdue(tx: EntityManager, now: Date): Promise<void> {
  const late = await OVERDUE.rows<Omit<FoundBreak, 'state'> & { due_at: Date; severity: Severity }>(tx, {
    now,
    rows: OVERDUE_MAX,
  });
  const facts = late.map((b) => ({
    entityId: b.id,
    data: { ...breakEvent(b).data, severity: b.severity, dueAt: b.due_at.toISOString() },
  }));
  await emit(tx, 'settlement.break-overdue', facts, now);
}
