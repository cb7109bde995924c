import { businessDateOf, instantAt } from '@jeongsan/calendar';
import { enqueue, transaction } from '@jeongsan/database';
import { closeRunIfDone } from '../close-run.js';
import { Permanent } from '@jeongsan/queues';
import type { ProviderApi } from '../provider.js';
import { PAYOUTS_PER_REQUEST_MAX } from '@jeongsan/provider-contract';
import type { PayoutRunState } from '@jeongsan/state-machines';
import type { DataSource, EntityManager } from 'typeorm';
import type { PayoutPolicy } from '../payout-policy.js';
import { runContent } from '../run-content.js';
import { prepareAttempt } from './prepare-attempt.js';

/**
 * Cuts what an approved run has reserved into frozen batches and promises their sending. Safe to repeat: a payout leaves
 * `reserved` in the transaction that puts it into a batch. What the provider's balance does not cover waits for the next
 * dispatch time.
 */
export async function dispatchRun(
  db: DataSource,
  provider: ProviderApi,
  runId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> {
  const open = await transaction(db, (tx) => startDispatch(tx, runId));
  if (!open) return;
  const balance = await provider.getBalance({});
  let left = balance.entityBody.availableAmount.minor - (await promisedElsewhere(db));
  for (;;) {
    const step = await transaction(db, async (tx) => {
      const prepared = await prepareAttempt(tx, runId, PAYOUTS_PER_REQUEST_MAX, left, policy, now());
      if (prepared.kind === 'short') await waitForBalance(tx, runId, policy, now());
      // Every payout may have been stopped at the gates, and a run without payouts has nothing to wait for.
      if (prepared.kind === 'nothing') await closeRunIfDone(tx, runId, now());
      return prepared;
    });
    if (step.kind !== 'prepared') return;
    left -= step.amount;
  }
}

/** The run's content is checked once, when its first byte is about to leave: approved hash = sent hash. */
async function startDispatch(tx: EntityManager, runId: string): Promise<boolean> {
  const [run] = await tx.query<{ state: PayoutRunState; content_hash: string }[]>(
    `select state, content_hash from payouts.run where id = $1 for update`,
    [runId],
  );
  if (!run) throw new Permanent(`Run ${runId} does not exist`);
  if (run.state === 'dispatching') return true;
  if (run.state !== 'approved') return false;
  const content = await runContent(tx, runId);
  if (content.hash !== run.content_hash)
    throw new Permanent(`Run ${runId} was approved with other content: nothing is sent`);
  await tx.query(`update payouts.run set state = 'dispatching' where id = $1`, [runId]);
  return true;
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
