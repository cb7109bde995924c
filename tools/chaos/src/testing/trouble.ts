import { patiently } from '@jeongsan/child-processes';
import { randomUUID } from 'node:crypto';
import { lockBalances, postLedger, PostingConflict } from '@jeongsan/database';
import { chart, paymentCanceled } from '@jeongsan/ledger';
import { NO_AMOUNTS } from '@jeongsan/settlement';
import type { DataSource } from 'typeorm';
import type { Seller } from './build-market.js';

/** A buyer gets money back: from what is payable as far as that goes, the rest becomes debt, as the gateway books it. */
export async function refund(db: DataSource, { sellerId, plan, refunded }: Seller, now: () => Date): Promise<void> {
  const amount = plan.refund;
  await patiently(() =>
    db
      .transaction(async (tx) => {
        const payable = chart.sellerPayable(sellerId);
        const locked = await lockBalances(tx, [payable, chart.sellerPending(sellerId), chart.sellerDebt(sellerId)]);
        const available = locked.get(payable.code) ?? 0n;
        const fromPayable = amount < available ? amount : available;
        await postLedger(tx, [
          paymentCanceled({
            cancelId: `refund-${sellerId}`,
            effectiveAt: now(),
            lines: [{ ...NO_AMOUNTS, sellerId, paid: amount, fromPayable, toDebt: amount - fromPayable }],
          }),
        ]);
      })
      .catch((error: unknown) => {
        // An earlier try got through although its answer was lost.
        if (!(error instanceof PostingConflict)) throw error;
      }),
  );
  refunded.amount = amount;
}

/** The seller changes its account: onboarding keeps another fingerprint from now on, and holds it until somebody has confirmed it. */
export async function changeAccount(db: DataSource, { sellerId }: Seller): Promise<void> {
  await patiently(() =>
    db.query(`update onboarding.seller set account_fingerprint = $2, revision = revision + 1 where seller_id = $1`, [
      sellerId,
      randomUUID(),
    ]),
  );
  await patiently(() =>
    db.query(`update onboarding.seller set account_held_until = null, revision = revision + 1 where seller_id = $1`, [
      sellerId,
    ]),
  );
}
