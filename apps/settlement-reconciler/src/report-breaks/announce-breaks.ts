import { emit, transaction } from '@jeongsan/database';
import type { DataSource } from 'typeorm';

const PER_TRANSACTION = 1_000;

type OpenedBreak = { id: string; class: string; subject: string; business_date: string };

/** Emits an event for every break that has no event yet. */
export async function announceBreaks(db: DataSource, now: Date): Promise<void> {
  for (;;) {
    const announced = await transaction(db, async (tx) => {
      const [breaks] = await tx.query<[OpenedBreak[], number]>(
        `update reconciliation.break set announced = true
          where id in (select id from reconciliation.break where not announced order by id limit $1 for update skip locked)
         returning id, class, subject, business_date`,
        [PER_TRANSACTION],
      );
      const facts = breaks.map((b) => ({
        entityId: b.id,
        data: { businessDate: b.business_date, class: b.class, subject: b.subject },
      }));
      await emit(tx, 'settlement.break-opened', facts, now);
      return breaks.length;
    });
    if (announced < PER_TRANSACTION) return;
  }
}
