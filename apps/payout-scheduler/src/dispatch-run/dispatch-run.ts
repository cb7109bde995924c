import { businessDateOf, instantAt } from '@jeongsan/calendar';
import { enqueue, transaction } from '@jeongsan/database';
import { closeRunIfDone } from '../close-run.js';
import { Permanent } from '@jeongsan/queues';
import type { ProviderApi } from '../provider.js';
import { PAYOUTS_PER_REQUEST_MAX } from '@jeongsan/provider-contract';
import type { DataSource, EntityManager } from 'typeorm';
import type { PayoutPolicy } from '../payout-policy.js';
import { runContent, type RunContent } from '../run-content.js';
import { lockRun } from '../run-row.js';
import { prepareAttempt } from './prepare-attempt.js';
import { stopRun } from './stop-run.js';

/**
 * Cuts what an approved run has reserved into frozen batches and promises their sending. Safe to repeat: a payout leaves
 * `reserved` in the transaction that puts it into a batch. What the provider's balance does not cover waits for the next
 * dispatch time. Content that is not the approved one stops the whole run, and the job dies as an alarm (throws Permanent).
 */
export async function dispatchRun(
  db: DataSource,
  provider: ProviderApi,
  runId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> {
  const start = await transaction(db, (tx) => startDispatch(tx, runId, now()));
  if (start.kind === 'changed') throw new Permanent(`Run ${runId} was approved with other content: nothing is sent`);
  if (start.kind === 'not open') return;
  const balance = await provider.getBalance({});
  let left = balance.entityBody.availableAmount.minor - (await promisedElsewhere(db));
  for (;;) {
    const step = await transaction(db, async (tx) => {
      const prepared = await prepareAttempt(tx, runId, start.approved, PAYOUTS_PER_REQUEST_MAX, left, policy, now());
      if (prepared.kind === 'changed')
        await stopRun(tx, runId, `payout ${prepared.payoutId} is not as approved`, now());
      if (prepared.kind === 'short') await waitForBalance(tx, runId, policy, now());
      // Every payout may have been stopped at the gates, and a run without payouts has nothing to wait for.
      if (prepared.kind === 'nothing') await closeRunIfDone(tx, runId, now());
      return prepared;
    });
    if (step.kind === 'changed')
      throw new Permanent(`Payout ${step.payoutId} is not what was approved: run ${runId} is stopped`);
    if (step.kind !== 'prepared') return;
    left -= step.amount;
  }
}

type Start = { kind: 'open'; approved: RunContent['lines'] } | { kind: 'not open' } | { kind: 'changed' };

/**
 * Locks the run: from here on it is sent to its end. Its whole content is held against the approved hash whenever a worker takes
 * it up; what was read then is what each batch is compared with.
 */
async function startDispatch(tx: EntityManager, runId: string, now: Date): Promise<Start> {
  const run = await lockRun(tx, runId);
  if (run.state !== 'approved' && run.state !== 'dispatching') return { kind: 'not open' };
  const content = await runContent(tx, runId);
  if (content.hash !== run.content_hash) {
    await stopRun(tx, runId, `content ${content.hash} is not as approved`, now);
    return { kind: 'changed' };
  }
  await tx.query(`update payouts.run set state = 'dispatching' where id = $1`, [runId]);
  return { kind: 'open', approved: content.lines };
}

/** Batches that are frozen but that the provider has not taken from the balance it shows us. */
async function promisedElsewhere(db: DataSource): Promise<bigint> {
  const [row] = await db.query<{ amount: bigint }[]>(
    `select coalesce(sum(amount), 0)::bigint as amount from payouts.payout where state in ('submitted', 'unknown')`,
  );
  return row?.amount ?? 0n;
}

async function waitForBalance(tx: EntityManager, runId: string, policy: PayoutPolicy, now: Date): Promise<void> {
  const tomorrow = policy.calendar.nextBusinessDay(policy.calendar.addDays(businessDateOf(now), 1));
  await enqueue(tx, 'payout-run.dispatch', { runId }, now, {
    runAt: instantAt(tomorrow, policy.dispatchAt),
    dedupeKey: `payout-run.dispatch/${runId}/${tomorrow}`,
  });
}
