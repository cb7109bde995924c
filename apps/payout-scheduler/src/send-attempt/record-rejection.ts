import { businessDateOf, instantAt } from '@jeongsan/calendar';
import { enqueue } from '@jeongsan/database';
import type { CallError } from '@jeongsan/http-contract';
import type { EntityManager } from 'typeorm';
import { advancePayouts } from '../advance-payouts.js';
import { closeRunIfDone } from '../close-run.js';
import { failureClassOf, rejectionScope, type RejectionScope } from '../failure-class.js';
import { placeHold } from '../place-hold/place-hold.js';
import type { PayoutPolicy } from '../payout-policy.js';
import { splitAttempt } from './split-attempt.js';
import { recordUnknown } from './record-unknown.js';
import { holdFence, type Claim } from './claim.js';

/**
 * The provider said no to the whole batch, in a code its contract lists. A code about one item refuses that item and sends the
 * others again at once, with the references they have; a code about the moment sends all of them again later.
 */
export async function recordRejection(
  tx: EntityManager,
  claim: Claim,
  error: CallError,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const scope = (rejectionScope as Readonly<Record<string, RejectionScope>>)[error.code] ?? 'duplicate';
  if (scope === 'duplicate') return recordUnknown(tx, claim, error.code, policy, now);
  await holdFence(tx, claim);
  await tx.query(
    `update payouts.attempt set state = 'rejected', answered_at = clock_timestamp(), rejection_code = $2 where id = $1`,
    [claim.attemptId, error.code],
  );
  if (scope === 'item') return isolate(tx, claim, error, policy, now);
  await sendAgain(
    tx,
    claim.items.map((item) => item.refPayoutId),
    now,
  );
  const runAt = scope === 'date' ? now : nextDispatch(policy, now);
  await enqueue(tx, 'payout-run.dispatch', { runId: claim.runId }, now, { runAt });
}

/** The error names its item: `(refPayoutId: …)`. When it names none of ours, halves find it. */
async function isolate(
  tx: EntityManager,
  claim: Claim,
  error: CallError,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const named = /\(refPayoutId: ([^)]+)\)/.exec(error.detail)?.[1];
  const [only] = claim.items;
  const culprit =
    claim.items.find((item) => item.refPayoutId === named) ?? (claim.items.length === 1 ? only : undefined);
  if (!culprit) return splitAttempt(tx, claim, now);

  const failureClass = failureClassOf(error.code);
  const [row] = await advancePayouts(
    tx,
    [{ id: culprit.refPayoutId, event: 'refuse', failureCode: error.code, failureClass }],
    now,
  );
  if (row && failureClass !== 'retry') await placeHold(tx, row.seller_id, 'PAYOUT_REFUSED', error.code, now);
  await sendAgain(
    tx,
    claim.items.filter((item) => item !== culprit).map((item) => item.refPayoutId),
    now,
  );
  await enqueue(tx, 'payout-run.dispatch', { runId: claim.runId }, now);
  await closeRunIfDone(tx, claim.runId, now);
}

async function sendAgain(tx: EntityManager, payoutIds: readonly string[], now: Date): Promise<void> {
  await advancePayouts(
    tx,
    payoutIds.map((id) => ({ id, event: 'retry' })),
    now,
  );
}

function nextDispatch(policy: PayoutPolicy, now: Date): Date {
  const tomorrow = policy.calendar.nextBusinessDay(policy.calendar.addDays(businessDateOf(now), 1));
  return instantAt(tomorrow, policy.dispatchAt);
}
