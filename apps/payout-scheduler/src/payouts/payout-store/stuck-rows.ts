import { inList, type Executor } from '@jeongsan/database';
import type { Stuck } from '@jeongsan/payouts';
import { payoutRunStates, type BatchState, type PayoutRunState, batchStates } from '@jeongsan/state-machines';

export async function unheardOf(tx: Executor, since: Date, max: number, now: Date): Promise<string[]> {
  // The time of the look is written before the look, because a look without news changes nothing: otherwise the same
  // rows would be taken every time. Rows locked by a decision are skipped, as they are just being updated.
  const rows = await tx.query<{ id: string }[]>(
    `with overdue as (
       select id from payouts.payout
        where state = 'in_transit' and provider_payout_id is not null and observed_at < $1
        order by observed_at limit $2 for update skip locked
     ), taken as (
       update payouts.payout p set observed_at = $3 from overdue o where p.id = o.id returning p.provider_payout_id as id
     ) select id from taken`,
    [since, max, now],
  );
  return rows.map((row) => row.id);
}

export const stuckBatches = (tx: Executor, since: Date, max: number): Promise<Stuck<BatchState>[]> =>
  tx.query(
    `select id, state from payouts.batch
      where (state in ${inList(batchStates.unanswered)} and created_at < $1) or (state = 'unknown' and resolve_at < $1)
      order by created_at limit $2`,
    [since, max],
  );

export const abandonedRuns = (tx: Executor, max: number): Promise<Stuck<PayoutRunState>[]> =>
  tx.query(
    `select r.id, r.state from payouts.run r
      where r.state in ${inList(payoutRunStates.needsJob)}
        and (r.state = 'approved' or exists (select from payouts.payout p where p.run_id = r.id and p.state = 'reserved'))
        and not exists (select from messaging.outbox o where o.job in ('payout-run.dispatch', 'payout-run.release') and o.data ->> 'runId' = r.id::text
                          and o.done_at is null and o.dead_at is null)
      order by r.business_date limit $1`,
    [max],
  );
