import { lockBalances, postLedger } from '@jeongsan/database';
import { chart, termsAdjusted } from '@jeongsan/ledger';
import type { LineDifference } from '@jeongsan/settlement';
import type { EntityManager } from 'typeorm';

/**
 * Locks a seller's accounts until the transaction ends, and returns the payable balance. A cancel takes the same lock,
 * so a cancel is either committed before, or sees the adjustment.
 */
export async function lockSeller(tx: EntityManager, sellerId: string): Promise<bigint> {
  const payable = chart.sellerPayable(sellerId);
  const balances = await lockBalances(tx, [chart.sellerPending(sellerId), payable, chart.sellerDebt(sellerId)]);
  return balances.get(payable.code) ?? 0n;
}

/** Posts the amount of a change or of a follow-up: from payable as far as it goes, the rest becomes debt. */
export async function postAdjustment(
  tx: EntityManager,
  sellerId: string,
  adjustmentId: string,
  moved: LineDifference,
  effectiveAt: Date,
): Promise<void> {
  const payable = await lockSeller(tx, sellerId);
  const short = -moved.net - payable;
  await postLedger(tx, [
    termsAdjusted({
      ...{ adjustmentId, sellerId, effectiveAt },
      moved,
      toDebt: moved.net < 0n && short > 0n ? short : 0n,
    }),
  ]);
}
