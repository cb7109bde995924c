import { businessDateOf } from '@jeongsan/calendar';
import { transaction, type Executor } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import { CallError } from '@jeongsan/http-contract';
import type { DataSource } from 'typeorm';
import type { Account, Provider } from '../provider.js';
import { type BreakClass, closing, openBreaks, type Seen } from '../report-breaks/report-breaks.js';
import type { Settings } from '../settings.js';
import { compareBalance, type Comparison, expectedBalance } from './compare-balance.js';

/**
 * Compares the ledger with the provider's balance of an account and stores the result as the account's proof of the date. A comparison that
 * ends on another date is not stored: the balance that it read may be the next date's.
 */
export async function proveBalance(
  db: DataSource,
  account: Account,
  businessDate: string,
  settings: Pick<Settings, 'recheckPauseMs'>,
  now: () => Date,
): Promise<Comparison> {
  const comparison = await compareBalance(db, account, settings);
  const seen: Seen = { businessDate, now: now() };
  if (businessDateOf(seen.now) === businessDate)
    await transaction(db, (tx) => recordProof(tx, account.name, comparison, seen));
  return comparison;
}

// ASSUMED: an account without the payout contract answers a read of its balance with FORBIDDEN_REQUEST.
/**
 * Proves the balance of every account. A further account without the payout contract shows no balance, so there is nothing to
 * compare with; the main account must have that contract.
 */
export async function proveBalances(
  db: DataSource,
  [main, ...further]: Provider['accounts'],
  businessDate: string,
  settings: Settings,
  now: () => Date,
): Promise<void> {
  await proveBalance(db, main, businessDate, settings, now);
  for (const account of further) {
    await proveBalance(db, account, businessDate, settings, now).catch((error: unknown) => {
      if (!(error instanceof CallError) || error.code !== 'FORBIDDEN_REQUEST') throw error;
    });
  }
}

const RECORD = statement(`
  insert into reconciliation.balance_proof
    (business_date, account, ledger_pending, ledger_available, in_flight, provider_pending, provider_available, taken_at)
  values (:businessDate, :account, :ledgerPending, :ledgerAvailable, :inFlight, :providerPending, :providerAvailable, :now)
  on conflict (business_date, account) do update
     set (ledger_pending, ledger_available, in_flight, provider_pending, provider_available, taken_at)
       = (excluded.ledger_pending, excluded.ledger_available, excluded.in_flight, excluded.provider_pending,
          excluded.provider_available, excluded.taken_at)`);

async function recordProof(tx: Executor, account: string, c: Comparison, seen: Seen): Promise<void> {
  await RECORD.rows(tx, {
    businessDate: seen.businessDate,
    account,
    ledgerPending: c.ledgerPending,
    ledgerAvailable: c.ledgerAvailable,
    inFlight: c.inFlight,
    providerPending: c.providerPending,
    providerAvailable: c.providerAvailable,
    now: seen.now,
  });
  const { pending, available } = expectedBalance(c);
  await syncBalanceBreak(tx, 'BALANCE_PENDING', account, [pending, c.providerPending], seen);
  await syncBalanceBreak(tx, 'BALANCE_AVAILABLE', account, [available, c.providerAvailable], seen);
}

/**
 * Keeps one break of an account for a difference that is the same every night, dated on its first night, whether it is open or a
 * person explained it. A difference with another amount is another break.
 */
async function syncBalanceBreak(
  tx: Executor,
  name: Extract<BreakClass, 'BALANCE_PENDING' | 'BALANCE_AVAILABLE'>,
  account: string,
  [expected, found]: readonly [expected: bigint, found: bigint],
  { now, businessDate }: Seen,
): Promise<void> {
  await CLOSE_OTHERS.rows(tx, { now, class: name, account, difference: found - expected });
  if (found !== expected) await OPEN.rows(tx, { now, businessDate, class: name, account, expected, found });
}

/** SQL: the account of a balance's break, whose subject is the date and the account's name, if it has one. */
const accountOfSubject = `split_part(subject, ' ', 2)`;

// Only breaks of balances hold plain numbers: the class is asked again before a cast.
const CLOSE_OTHERS = statement(`
  update reconciliation.break set ${closing}
   where class = :class and (resolved_at is null or state = 'EXPLAINED') and ${accountOfSubject} = :account
     and case when class = :class then found::bigint - expected::bigint <> :difference end`);

const OPEN = statement(
  openBreaks(`
    select :class::text as class, trim(:businessDate::date::text || ' ' || :account::text) as subject, :expected::text as expected,
           :found::text as found, :found::bigint - :expected::bigint as amount, 'KRW' as currency,
           jsonb_build_object('ours', jsonb_build_object('balance', :expected::text), 'theirs', jsonb_build_object('balance', :found::text),
                              'differs', jsonb_build_array('balance')) as evidence,
           null::text as order_id, null::text as payment_key, null::text as seller_id
     where not exists (select from reconciliation.break
                        where class = :class and (resolved_at is null or state = 'EXPLAINED') and ${accountOfSubject} = :account::text)`),
);
