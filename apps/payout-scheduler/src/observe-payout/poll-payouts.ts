import { enqueue } from '@jeongsan/database';
import type { PayoutRunState } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';

const OVERDUE_MINUTES = 10;
const PER_POLL_MAX = 500;

/**
 * Takes up whatever has not moved for a while: payouts nobody heard of (webhooks can be lost, some endings are never announced),
 * batches whose job gave up, runs that nobody sends on. Each job it promises is safe to repeat.
 */
export async function pollPayouts(tx: EntityManager, now: Date): Promise<void> {
  const overdue = new Date(now.getTime() - OVERDUE_MINUTES * 60_000);
  for (const id of await unheardOf(tx, overdue)) {
    await enqueue(tx, 'payout.observe', { providerPayoutId: id }, now, { dedupeKey: `payout.poll/${id}` });
  }
  for (const { id, state } of await stuckAttempts(tx, overdue)) {
    const job = state === 'unknown' ? 'payout-attempt.resolve' : 'payout-attempt.send';
    await enqueue(tx, job, { attemptId: id }, now, { dedupeKey: `${job}/${id}` });
  }
  for (const { id, state } of await abandonedRuns(tx)) {
    const job = state === 'rejected' || state === 'expired' ? 'payout-run.release' : 'payout-run.dispatch';
    await enqueue(tx, job, { runId: id }, now, { dedupeKey: `${job}/${id}` });
  }
}

async function unheardOf(tx: EntityManager, overdue: Date): Promise<string[]> {
  const rows = await tx.query<{ id: string }[]>(
    `select provider_payout_id as id from payouts.payout
      where state = 'in_transit' and provider_payout_id is not null and observed_at < $1 order by observed_at limit $2`,
    [overdue, PER_POLL_MAX],
  );
  return rows.map((row) => row.id);
}

function stuckAttempts(tx: EntityManager, overdue: Date): Promise<{ id: string; state: string }[]> {
  return tx.query(
    `select id, state from payouts.attempt
      where (state in ('prepared', 'sending') and created_at < $1) or (state = 'unknown' and resolve_at < $1)
      order by created_at limit $2`,
    [overdue, PER_POLL_MAX],
  );
}

/** Runs with money still reserved and no open promise to send it, or to give it back. */
async function abandonedRuns(tx: EntityManager): Promise<{ id: string; state: PayoutRunState }[]> {
  return tx.query(
    `select r.id, r.state from payouts.run r
      where r.state in ('approved', 'dispatching', 'rejected', 'expired')
        and exists (select from payouts.payout p where p.run_id = r.id and p.state = 'reserved')
        and not exists (select from messaging.outbox o where o.job in ('payout-run.dispatch', 'payout-run.release') and o.data ->> 'runId' = r.id::text
                          and o.done_at is null and o.dead_at is null)
      order by r.business_date limit $1`,
    [PER_POLL_MAX],
  );
}
