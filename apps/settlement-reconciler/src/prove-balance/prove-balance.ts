import { transaction, type Executor } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import { type BreakClass, closing, openBreaks, type Seen } from '../report-breaks/report-breaks.js';
import type { Settings } from '../settings.js';
import { compareBalance, type Comparison, expectedBalance } from './compare-balance.js';

/** Compares the ledger with the provider's balance and stores the result as the proof of the date. */
export async function proveBalance(
  db: DataSource,
  provider: ProviderApi,
  seen: Seen,
  settings: Settings,
): Promise<Comparison> {
  const comparison = await compareBalance(db, provider, settings);
  await transaction(db, (tx) => recordProof(tx, comparison, seen));
  return comparison;
}

const RECORD = statement(`
  insert into reconciliation.balance_proof
    (business_date, ledger_pending, ledger_available, in_flight, provider_pending, provider_available, taken_at)
  values (:businessDate, :ledgerPending, :ledgerAvailable, :inFlight, :providerPending, :providerAvailable, :now)
  on conflict (business_date) do update
     set (ledger_pending, ledger_available, in_flight, provider_pending, provider_available, taken_at)
       = (excluded.ledger_pending, excluded.ledger_available, excluded.in_flight, excluded.provider_pending,
          excluded.provider_available, excluded.taken_at)`);

async function recordProof(tx: Executor, c: Comparison, seen: Seen): Promise<void> {
  await RECORD.rows(tx, {
    businessDate: seen.businessDate,
    ledgerPending: c.ledgerPending,
    ledgerAvailable: c.ledgerAvailable,
    inFlight: c.inFlight,
    providerPending: c.providerPending,
    providerAvailable: c.providerAvailable,
    now: seen.now,
  });
  const { pending, available } = expectedBalance(c);
  await syncBalanceBreak(tx, 'BALANCE_PENDING', pending, c.providerPending, seen);
  await syncBalanceBreak(tx, 'BALANCE_AVAILABLE', available, c.providerAvailable, seen);
}

/**
 * Keeps one break for a difference that is the same every night, dated on its first night. A difference with another
 * amount is another break.
 */
async function syncBalanceBreak(
  tx: Executor,
  name: Extract<BreakClass, 'BALANCE_PENDING' | 'BALANCE_AVAILABLE'>,
  expected: bigint,
  found: bigint,
  { now, businessDate }: Seen,
): Promise<void> {
  await CLOSE_OTHERS.rows(tx, { now, class: name, difference: found - expected });
  if (found !== expected) await OPEN.rows(tx, { now, businessDate, class: name, expected, found });
}

// Only breaks of balances hold plain numbers: the class is asked again before a cast.
const CLOSE_OTHERS = statement(`
  update reconciliation.break set ${closing}
   where class = :class and resolved_at is null
     and case when class = :class then found::bigint - expected::bigint <> :difference end`);

const OPEN = statement(
  openBreaks(`
    select :class::text as class, :businessDate::date::text as subject, :expected::text as expected, :found::text as found
     where not exists (select from reconciliation.break where class = :class and resolved_at is null)`),
);
