import { enqueueAll, type Executor, inList } from '@jeongsan/database';
import { payoutRunStates } from '@jeongsan/state-machines';

/**
 * SQL on a payout `p` and its batch `a`: no byte of the payout was sent. Add the run's state: only runs that may be
 * sent have waiting work.
 */
export const hasNotLeft = `(p.state = 'reserved' or (p.state = 'submitted' and a.state = 'prepared'))`;

/** The sum of approved payouts that were not sent, in won: the amount that goes out when sending resumes. */
export async function waitingAmount(tx: Executor): Promise<bigint> {
  const [row] = await tx.query<{ amount: bigint }[]>(
    `select coalesce(sum(p.amount), 0)::bigint as amount
       from payouts.run r join payouts.payout p on p.run_id = r.id left join payouts.batch a on a.id = p.batch_id
      where r.state in ${inList(payoutRunStates.maySend)}
        and ${hasNotLeft}`,
  );
  return row?.amount ?? 0n;
}

/**
 * Enqueues all waiting work again. A job that found sending stopped has ended and does not repeat, so each batch gets a
 * new job under the number of the decision that resumed sending; a run whose time has not come keeps its own job.
 */
export async function takeUpWaiting(tx: Executor, decisionId: string, now: Date): Promise<void> {
  const batches = await tx.query<{ id: string }[]>(
    `select a.id from payouts.batch a join payouts.run r on r.id = a.run_id
      where a.state = 'prepared' and r.state <> 'stopped' order by a.created_at, a.id`,
  );
  const sending = batches.map(({ id: batchId }) => ({
    data: { batchId },
    dedupeKey: `payout-batch.send/${batchId}/${decisionId}`,
  }));
  await enqueueAll(tx, 'payout-batch.send', sending, now);
  const runs = await tx.query<{ id: string }[]>(
    `select r.id from payouts.run r
      where r.state in ${inList(payoutRunStates.maySend)}
        and exists (select from payouts.payout p where p.run_id = r.id and p.state = 'reserved')
        and not exists (select from messaging.outbox o
                         where o.job = 'payout-run.dispatch' and o.data ->> 'runId' = r.id::text
                           and o.done_at is null and o.dead_at is null and o.run_at > $1)
      order by r.business_date`,
    [now],
  );
  const dispatching = runs.map(({ id: runId }) => ({
    data: { runId },
    dedupeKey: `payout-run.dispatch/${runId}/${decisionId}`,
  }));
  await enqueueAll(tx, 'payout-run.dispatch', dispatching, now);
}
