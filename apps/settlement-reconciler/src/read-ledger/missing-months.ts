import type { Executor } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { codesOf } from './account-codes.js';

/** The rows that a reader asks for: without account and seller, those of all accounts. */
export type Asked = Readonly<{
  account?: string | undefined;
  sellerId?: string | undefined;
  currency?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}>;

/** Months whose entries are asked for and are not in the ledger, from the first to the last of them, YYYY-MM. */
type Missing = Readonly<{ first: string; last: string; newest: string; next: string }>;

// The sealed sums of each account say in which months the account has entries.
const MISSING = statement(`
  select to_char(min(m.month), 'YYYY-MM') as first, to_char(max(m.month), 'YYYY-MM') as last,
         to_char(max(d.newest), 'YYYY-MM') as newest, max(ledger.next_month(d.newest))::text as next
    from ledger.month m cross join (select max(month) as newest from ledger.month where detached_at is not null) d
   where m.detached_at is not null and m.entries > 0
     and m.month >= coalesce(ledger.month_of(:from::timestamptz), '-infinity')
     and m.month >= coalesce(:month::date, '-infinity')
     and ledger.month_start(m.month) < coalesce(:until::timestamptz, 'infinity')
     and (:accounts::text[] is null or exists (
       select from ledger.month_balance b where b.account_code = any(:accounts) and b.currency = :currency and b.month = m.month))
  having count(*) > 0`);

async function missingMonths(db: Executor, { from, until, currency, ...of }: Asked, month: string | null) {
  const accounts = of.account === undefined && of.sellerId === undefined ? null : codesOf(of);
  const times = { from: from ?? null, until: until ?? null, month };
  const [row] = await MISSING.rows<Missing>(db, { ...times, accounts, currency: currency ?? null });
  return row;
}

function refuseMissing({ first, last, newest, next }: Missing): never {
  const months = first === last ? first : `${first} to ${last}`;
  const order = newest === first ? '' : `, then each month before it down to ${first}`;
  throw refuse(
    'LEDGER_MONTH_DETACHED',
    `The entries of ${months} are detached. Attach ${newest} (npm run books -- months attach ${newest})${order}, or ask from ${next}`,
    { first, last },
  );
}

/**
 * Refuses rows of which some are in detached months. Call it after the rows were read: a month that is detached meanwhile then counts.
 * `month` is the month (YYYY-MM-01) of the cursor. @throws LEDGER_MONTH_DETACHED
 */
export async function assertAttached(db: Executor, asked: Asked, month: string | null): Promise<void> {
  const missing = await missingMonths(db, asked, month);
  if (missing) refuseMissing(missing);
}

/**
 * A list from a time is whole or refused. A list from the beginning shows what is in the ledger, and this is the last month that it
 * leaves out; null: the list is whole. @throws LEDGER_MONTH_DETACHED
 */
export async function detachedThrough(db: Executor, asked: Asked, month: string | null): Promise<string | null> {
  const missing = await missingMonths(db, asked, asked.from === undefined ? null : month);
  if (missing && asked.from !== undefined) refuseMissing(missing);
  return missing?.last ?? null;
}
