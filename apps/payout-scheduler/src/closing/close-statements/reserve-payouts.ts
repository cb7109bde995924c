import { postLedger } from '@jeongsan/database';
import { payoutPostings } from '@jeongsan/ledger';
import { payoutMachine } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';

export type PlannedPayout = Readonly<{
  id: string;
  runId: string;
  statementId: string;
  sellerId: string;
  providerSellerId: string;
  accountFingerprint: string;
  amount: bigint;
}>;

/**
 * The state of a new payout: the row is written in the state after the step `reserve`, so that a hundred thousand rows
 * are not written twice.
 */
const RESERVED = payoutMachine.table.planned.reserve;

/**
 * Writes payouts and reserves their money. A payout's id is its reference at the provider for ever, so that one
 * obligation cannot be paid twice.
 */
export async function reservePayouts(tx: EntityManager, planned: readonly PlannedPayout[], now: Date): Promise<void> {
  if (planned.length === 0) return;
  await tx.query(
    `insert into payouts.payout
       (id, ref_payout_id, run_id, statement_id, seller_id, provider_seller_id, account_fingerprint, amount, currency, state, created_at, observed_at)
     select p.id, p.id::text, p.run_id, p.statement_id, p.seller_id, p.provider_seller_id, p.fingerprint, p.amount, 'KRW', $9, $8, $8
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[])
         as p(id, run_id, statement_id, seller_id, provider_seller_id, fingerprint, amount)`,
    [
      planned.map((p) => p.id),
      planned.map((p) => p.runId),
      planned.map((p) => p.statementId),
      planned.map((p) => p.sellerId),
      planned.map((p) => p.providerSellerId),
      planned.map((p) => p.accountFingerprint),
      planned.map((p) => p.amount.toString()),
      now,
      RESERVED,
    ],
  );
  await postLedger(
    tx,
    planned.map(({ id, sellerId, amount }) =>
      payoutPostings.reserve({ payoutId: id, sellerId, amount, effectiveAt: now }),
    ),
  );
}
