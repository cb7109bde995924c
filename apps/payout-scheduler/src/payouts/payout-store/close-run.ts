import { inList } from '@jeongsan/database';
import { payoutStates } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';

/**
 * Closes a run whose payouts have all ended. The run's row is locked before its payouts are counted: of two
 * transactions that each end one of the last two payouts, the second must see the result of the first.
 */
export async function closeRunIfDone(tx: EntityManager, runId: string, now: Date): Promise<void> {
  await tx.query(`select from payouts.run where id = $1 for update`, [runId]);
  await tx.query(
    `update payouts.run set state = 'closed', closed_at = $2
      where id = $1 and state = 'dispatching'
        and not exists (select from payouts.payout where run_id = $1 and state in ${inList(payoutStates.open)})`,
    [runId, now],
  );
}
