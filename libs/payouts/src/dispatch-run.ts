import { businessDateOf } from '@jeongsan/calendar';
import { Permanent } from '@jeongsan/messaging';
import { PAYOUTS_PER_REQUEST_MAX } from '@jeongsan/provider-contract';
import type { PayoutBook, PayoutStore } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import { prepareAttempt } from './prepare-attempt.js';
import type { PayoutProvider } from './provider.js';
import { nextDispatch } from './record-rejection.js';
import type { RunContent } from './run-content.js';

/**
 * Cuts what an approved run has reserved into frozen batches and promises their sending. Safe to repeat: a payout leaves
 * `reserved` in the transaction that puts it into a batch. What the provider's balance does not cover waits for the next
 * dispatch time. Content that is not the approved one stops the whole run, and the job dies as an alarm (throws Permanent).
 */
export async function dispatchRun(
  store: PayoutStore,
  provider: Pick<PayoutProvider, 'getBalance'>,
  runId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> {
  const start = await store.transaction('start-dispatch', (book) => startDispatch(book, runId, now()));
  if (start.kind === 'changed') throw new Permanent(`Run ${runId} was approved with other content: nothing is sent`);
  if (start.kind === 'not open') return;
  const balance = await provider.getBalance({});
  let left = balance.entityBody.availableAmount.minor - (await store.promised());
  for (;;) {
    const step = await store.transaction('freeze', (book) =>
      freezeNext(book, runId, start.approved, left, policy, now()),
    );
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
async function startDispatch(book: PayoutBook, runId: string, now: Date): Promise<Start> {
  const run = await book.run(runId);
  if (run.state !== 'approved' && run.state !== 'dispatching') return { kind: 'not open' };
  const content = await book.runContent(runId);
  if (content.hash !== run.contentHash) {
    await book.stopRun(runId, `content ${content.hash} is not as approved`, now);
    return { kind: 'changed' };
  }
  await book.beginDispatch(runId);
  return { kind: 'open', approved: content.lines };
}

async function freezeNext(
  book: PayoutBook,
  runId: string,
  approved: RunContent['lines'],
  left: bigint,
  policy: PayoutPolicy,
  now: Date,
) {
  const itemsMax = policy.payoutsPerRequest ?? PAYOUTS_PER_REQUEST_MAX;
  const prepared = await prepareAttempt(book, runId, approved, itemsMax, left, policy, now);
  if (prepared.kind === 'changed') await book.stopRun(runId, `payout ${prepared.payoutId} is not as approved`, now);
  if (prepared.kind === 'short') await waitForBalance(book, runId, left, policy, now);
  // Every payout may have been stopped at the gates, and a run without payouts has nothing to wait for.
  if (prepared.kind === 'nothing') await book.closeRunIfDone(runId, now);
  return prepared;
}

async function waitForBalance(
  book: PayoutBook,
  runId: string,
  left: bigint,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const runAt = nextDispatch(policy, now);
  const waiting = await book.reservedAmount(runId);
  const [missing, retryAt] = [(waiting - left).toString(), runAt.toISOString()];
  await book.alertRun('payout-run.waiting-for-balance', { runId, waiting: waiting.toString(), missing, retryAt }, now);
  const dedupeKey = `payout-run.dispatch/${runId}/${businessDateOf(runAt)}`;
  await book.enqueue('payout-run.dispatch', { runId }, now, { runAt, dedupeKey });
}
