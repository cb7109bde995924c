import type { EntityManager } from 'typeorm';

/** Closes a run whose payouts have all come to an end. */
export async function closeRunIfDone(tx: EntityManager, runId: string, now: Date): Promise<void> {
  await tx.query(
    `update payouts.run set state = 'closed', closed_at = $2
      where id = $1 and state = 'dispatching'
        and not exists (select from payouts.payout where run_id = $1 and state in ('planned', 'reserved', 'submitted', 'unknown', 'in_transit'))`,
    [runId, now],
  );
}
