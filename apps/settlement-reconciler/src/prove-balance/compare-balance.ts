import { setTimeout as sleep } from 'node:timers/promises';
import { afterOf, afterPlace, lastSeal, withEntries } from '@jeongsan/books';
import { chart } from '@jeongsan/ledger';
import { statement } from '@jeongsan/sql';
import type { DataSource, EntityManager } from 'typeorm';
import type { Account } from '../provider.js';
import { MAIN_ACCOUNT } from '@jeongsan/provider-client';
import type { Settings } from '../settings.js';
import { openStates, takenPayouts } from './in-flight.js';

/** The ledger's balances of an account and the provider's, side by side. */
export type Comparison = Readonly<{
  ledgerPending: bigint;
  ledgerAvailable: bigint;
  /** Payouts that have left the provider's balance and are not posted as paid yet. */
  inFlight: bigint;
  providerPending: bigint;
  providerAvailable: bigint;
}>;

const READINGS_MAX = 3;

// ASSUMED: the provider shows zero where cancels make a balance negative, because document 2 knows no negative amounts.
/** The balances that the provider should show according to the ledger. */
export const expectedBalance = (c: Comparison): { pending: bigint; available: bigint } => ({
  pending: notNegative(c.ledgerPending),
  available: notNegative(c.ledgerAvailable - c.inFlight),
});
const notNegative = (minor: bigint): bigint => (minor < 0n ? 0n : minor);

export function isProven(c: Comparison): boolean {
  const { pending, available } = expectedBalance(c);
  return pending === c.providerPending && available === c.providerAvailable;
}

/**
 * Compares the balances, and a second time after a pause if they differ: ledger and provider cannot be read at the same
 * moment, so a payout may have ended between the two reads.
 */
export async function compareBalance(
  db: DataSource,
  account: Account,
  { recheckPauseMs }: Pick<Settings, 'recheckPauseMs'>,
): Promise<Comparison> {
  for (let reading = 1; ; reading += 1) {
    const comparison = await compareOnce(db, account);
    if (isProven(comparison) || reading === READINGS_MAX) return comparison;
    await sleep(recheckPauseMs);
  }
}

async function compareOnce(db: DataSource, { name, api }: Account): Promise<Comparison> {
  // Payouts leave from the main account only.
  const taken = name === MAIN_ACCOUNT ? await takenPayouts(db, api) : [];
  const { entityBody: balance } = await api.getBalance({});
  // In one snapshot a payout is either in flight or posted as paid, never both and never neither.
  const ledger = await db.transaction('REPEATABLE READ', (tx) => readLedger(tx, name, taken));
  return {
    ledgerPending: ledger.pending,
    ledgerAvailable: ledger.available,
    inFlight: ledger.inFlight,
    // ASSUMED: a balance without pendingAmount, as in the provider's test environment, has no pending money.
    providerPending: balance.pendingAmount?.minor ?? 0n,
    providerAvailable: balance.availableAmount.minor,
  };
}

async function readLedger(tx: EntityManager, account: string, taken: readonly string[]) {
  const { place } = await lastSeal(tx);
  const [sums] = await SUMS.rows<{ pending: bigint; available: bigint; inFlight: bigint }>(tx, {
    ...afterOf(place),
    pending: chart.providerPending(account).code,
    available: chart.providerAvailable(account).code,
    taken,
  });
  if (!sums) throw new Error('Postgres summed nothing');
  return sums;
}

const SUMS = statement(`
  with part as (
    select account_code, balance from ledger.checkpoint where currency = 'KRW'
    union all
    select e.account_code, e.amount from ${withEntries} where ${afterPlace} and e.currency = 'KRW'
  )
  select coalesce(sum(balance) filter (where account_code = :pending), 0)::bigint as pending,
         coalesce(sum(balance) filter (where account_code = :available), 0)::bigint as available,
         (select coalesce(sum(amount), 0)::bigint from payouts.payout
           where ref_payout_id = any(:taken) and state in ${openStates}) as "inFlight"
    from part where account_code in (:pending, :available)`);
