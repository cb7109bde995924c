import { lockBalances, postLedger } from '@jeongsan/database';
import { chart, termsAdjusted } from '@jeongsan/ledger';
import type { LineDifference } from '@jeongsan/settlement';
import type { EntityManager } from 'typeorm';

/**
 * Holds a seller's accounts until the transaction ends, and returns what is payable. A cancel takes the same lock: it happened before,
 * or sees what is done under it.
 */
export async function lockSeller(tx: EntityManager, sellerId: string): Promise<bigint> {
  const payable = chart.sellerPayable(sellerId);
  const balances = await lockBalances(tx, [chart.sellerPending(sellerId), payable, chart.sellerDebt(sellerId)]);
  return balances.get(payable.code) ?? 0n;
}

/** Posts what a change, or one of its follow-ups, moves: from payable as far as that goes, the rest becomes debt. */
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
