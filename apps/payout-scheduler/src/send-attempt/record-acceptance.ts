import type { Output } from '@jeongsan/http-contract';
import type { getPayout } from '@jeongsan/provider-contract';
import type { EntityManager } from 'typeorm';
import { advancePayouts, type PayoutStep } from '../advance-payouts.js';
import { failureClassOf, payoutEventOf } from '../failure-class.js';
import { closeRunIfDone } from '../close-run.js';
import { placeHold } from '../place-hold/place-hold.js';
import type { PayoutPolicy } from '../payout-policy.js';
import { promiseResolution } from './record-unknown.js';
import { holdFence, type Claim } from './claim.js';

export type ProviderPayout = Output<typeof getPayout>['entityBody'];

/** Records what the provider accepted. Items are matched by reference only; one it does not mention stays unknown. */
export async function recordAcceptance(
  tx: EntityManager,
  claim: Claim,
  accepted: readonly ProviderPayout[],
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  await holdFence(tx, claim);
  const byReference = new Map(accepted.map((p) => [p.refPayoutId, p]));
  const found = claim.items.flatMap((item) => {
    const payout = byReference.get(item.refPayoutId);
    return payout && payout.amount.minor === BigInt(item.amount.value) ? [payout] : [];
  });
  await advanceToProvider(tx, found, now);
  const seen = new Set(found.map((p) => p.refPayoutId));
  const missing = claim.items.filter((item) => !seen.has(item.refPayoutId));
  await advancePayouts(
    tx,
    missing.map((item) => ({ id: item.refPayoutId, event: 'lose' })),
    now,
  );
  await tx.query(`update payouts.attempt set state = $2, answered_at = clock_timestamp() where id = $1`, [
    claim.attemptId,
    missing.length === 0 ? 'accepted' : 'unknown',
  ]);
  if (missing.length > 0) await promiseResolution(tx, claim.attemptId, policy, now);
}

/** Moves payouts of ours to what the provider says of them now. The reference is our payout id. */
export async function advanceToProvider(
  tx: EntityManager,
  payouts: readonly ProviderPayout[],
  now: Date,
): Promise<void> {
  const moved = await advancePayouts(tx, await stepsTo(tx, payouts), now);
  const byReference = new Map(payouts.map((p) => [p.refPayoutId, p]));
  for (const row of moved) {
    const code = byReference.get(row.id)?.error?.code;
    const failed = row.state === 'failed' || row.state === 'returned';
    if (failed && code && failureClassOf(code) === 'seller_must_act')
      await placeHold(tx, row.seller_id, 'ACCOUNT_REJECTED', code, now);
  }
  for (const runId of new Set(moved.map((row) => row.run_id))) await closeRunIfDone(tx, runId, now);
}

async function stepsTo(tx: EntityManager, payouts: readonly ProviderPayout[]): Promise<PayoutStep[]> {
  const ids = payouts.map((p) => p.refPayoutId);
  const paid = await tx.query<{ id: string }[]>(
    `select id from payouts.payout where id::text = any($1) and state = 'paid'`,
    [ids],
  );
  const paidIds = new Set(paid.map((row) => row.id));
  return payouts.flatMap((p): PayoutStep[] => {
    if (p.refPayoutId === null) return [];
    const failed = payoutEventOf[p.status] === 'fail';
    const code = p.error?.code ?? p.status;
    return [
      {
        id: p.refPayoutId,
        // Money that comes back after it was paid is an event of its own: the books move the other way.
        event: failed && paidIds.has(p.refPayoutId) ? 'giveBack' : payoutEventOf[p.status],
        providerPayoutId: p.id,
        providerStatus: p.status,
        ...(failed && { failureCode: code, failureClass: failureClassOf(code) }),
      },
    ];
  });
}
