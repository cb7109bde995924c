import { CallError } from '@jeongsan/http-contract';
import { Permanent } from '@jeongsan/messaging';
import { won } from '@jeongsan/money';
import { assertFence, claimAttempt, type Claim } from './claim.js';
import { DispatchHalted } from './dispatch-controls.js';
import type { FrozenPayout } from './frozen-payout.js';
import { giveBack } from './give-back.js';
import type { ProviderPayout } from './payout.js';
import type { PayoutStore } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import type { FencedProvider } from './provider.js';
import { recordAcceptance } from './record-acceptance.js';
import { recordRejection } from './record-rejection.js';
import { recordUnknown } from './record-unknown.js';

/**
 * Sends one frozen batch, once. The claim is committed before the first byte; whoever finds a batch claimed by somebody who fell
 * silent does not send it again but declares its outcome unknown, and the provider's listing decides. Throws FenceLost when
 * another worker took the batch over meanwhile, Permanent when it is not what was frozen.
 */
export async function sendAttempt(
  store: PayoutStore,
  provider: FencedProvider,
  attemptId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> {
  const claim = await store.transaction('claim', (book) => claimAttempt(book, attemptId, policy, now()));
  if (claim === null) return;
  if (claim === 'changed') throw new Permanent(`Attempt ${attemptId} is not what was frozen: its run is stopped`);
  const outcome = await ask(store, provider, claim);
  await store.transaction('record', async (book) => {
    if (outcome === 'halted') return giveBack(book, claim, now());
    if (Array.isArray(outcome)) return recordAcceptance(book, claim, outcome, policy, now());
    if (outcome.outcome === 'rejected') return recordRejection(book, claim, outcome, policy, now());
    return recordUnknown(book, claim, outcome.code, policy, now());
  });
}

/** The answer, or why there is none. `halted`: all sending was stopped before the first byte left. */
async function ask(
  store: PayoutStore,
  provider: FencedProvider,
  claim: Claim,
): Promise<ProviderPayout[] | CallError | 'halted'> {
  let hasLeft = false;
  let isHalted = false;
  // A process that was stopped after claiming and wakes up late must not write a byte: somebody else decided meanwhile.
  const api = provider.fenced(async () => {
    await assertFence(store, claim).catch((error: unknown) => {
      isHalted = !hasLeft && error instanceof DispatchHalted;
      throw error;
    });
    hasLeft = true;
  });
  try {
    const answer = await api.createPayouts(
      { body: claim.items.map(toRequest) },
      { idempotencyKey: claim.idempotencyKey },
    );
    return answer.entityBody.items;
  } catch (error) {
    if (isHalted) return 'halted';
    if (error instanceof CallError) return error;
    throw error;
  }
}

const toRequest = (item: FrozenPayout) => ({ ...item, amount: won(BigInt(item.amount.value)) });
