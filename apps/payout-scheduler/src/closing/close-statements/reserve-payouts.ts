import { postLedger } from '@jeongsan/database';
import { payoutPostings } from '@jeongsan/ledger';
import { bigint, manyRows, statement, text, uuid } from '@jeongsan/sql';
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

const RESERVE = statement(
  `
  insert into payouts.payout
    (id, ref_payout_id, run_id, statement_id, seller_id, provider_seller_id, account_fingerprint, amount, currency, state, created_at,
      observed_at)
  select p.id, p.id::text, p.run_id, p.statement_id, p.seller_id, p.provider_seller_id, p.fingerprint, p.amount, 'KRW', :state, :now, :now
    from :payout.unnest
      as p(:payout.columns)`,
  {
    payout: manyRows<PlannedPayout>({
      id: uuid((p) => p.id),
      run_id: uuid((p) => p.runId),
      statement_id: uuid((p) => p.statementId),
      seller_id: text((p) => p.sellerId),
      provider_seller_id: text((p) => p.providerSellerId),
      fingerprint: text((p) => p.accountFingerprint),
      amount: bigint((p) => p.amount.toString()),
    }),
  },
);

/**
 * Writes payouts and reserves their money. A payout's id is its reference at the provider for ever, so that one
 * obligation cannot be paid twice.
 */
export async function reservePayouts(tx: EntityManager, planned: readonly PlannedPayout[], now: Date): Promise<void> {
  if (planned.length === 0) return;
  await RESERVE.rows(tx, { payout: planned, now, state: RESERVED });
  await postLedger(
    tx,
    planned.map(({ id, sellerId, amount }) =>
      payoutPostings.reserve({ payoutId: id, sellerId, amount, effectiveAt: now }),
    ),
  );
}
