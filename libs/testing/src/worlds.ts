import { randomUUID } from 'node:crypto';
import { postLedger } from '@jeongsan/database';
import { lineMatured, paymentApproved } from '@jeongsan/ledger';
import { NO_AMOUNTS } from '@jeongsan/settlement';
import type { DataSource } from 'typeorm';

const LONG_AGO = new Date('2026-01-02T00:00:00Z');

/** Gives a seller payable money by postings: a buyer paid, and the line matured. `minor` in won. */
export async function sellerHas(
  db: DataSource,
  sellerId: string,
  minor: bigint,
  effectiveAt = LONG_AGO,
): Promise<void> {
  await sellersHave(db, [[sellerId, minor]], effectiveAt);
}

/** As the function above, for many sellers in one call. */
export async function sellersHave(
  db: DataSource,
  payable: readonly (readonly [sellerId: string, minor: bigint])[],
  effectiveAt = LONG_AGO,
): Promise<void> {
  const postings = payable.flatMap(([sellerId, minor]) => {
    const paymentId = `world-${randomUUID()}`;
    const lines = [{ ...NO_AMOUNTS, sellerId, paid: minor }];
    return [
      paymentApproved({ paymentId, effectiveAt, lines }),
      lineMatured({ lineKey: paymentId, sellerId, amount: minor, effectiveAt }),
    ];
  });
  await db.transaction((tx) => postLedger(tx, postings));
}
