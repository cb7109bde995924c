import { type Executor, statement } from '@jeongsan/sql';

/** An entry with its posting's key, and the account's balance after the entry when one account is read. */
export type EntryRow = Readonly<{
  id: bigint;
  postingId: bigint;
  postingKey: string;
  template: string;
  account: string;
  currency: string;
  amount: bigint;
  effectiveAt: Date;
  balance: bigint | null;
}>;

/** Where a page begins: after this entry of this month (YYYY-MM-01). */
export type EntryPlace = Readonly<{ month: string; id: bigint }>;
export type EntryQuery = Readonly<{
  accounts: readonly string[];
  currency: string;
  from: Date | null;
  /** Exclusive. */
  until: Date | null;
  after: EntryPlace | null;
  limit: number;
}>;

const PAGE = statement(`
  with page as materialized (
    select row_number() over () as place, e.*
      from ledger.account_page(:accounts, :currency, coalesce(:from::timestamptz, '-infinity'), coalesce(:until::timestamptz, 'infinity'),
                               :month::date, :id::bigint, :limit) e
  ), before as materialized (
    -- The sum over a month is made once a page, and only where the page is of one account.
    select ledger.balance_before(account_code, currency, effective_at, id) as balance
      from page where place = 1 and cardinality(:accounts::text[]) = 1
  )
  select e.id, e.posting_id as "postingId", p.key as "postingKey", p.template, e.account_code as account, e.currency, e.amount,
         e.effective_at as "effectiveAt", (b.balance + sum(e.amount) over (order by e.place))::bigint as balance
    from page e join ledger.posting p on p.id = e.posting_id left join before b on true
   order by e.place`);

/** A page of the entries of accounts: month by month, and inside a month in the order of booking. */
export function accountEntries(db: Executor, { accounts, after, ...query }: EntryQuery): Promise<EntryRow[]> {
  return PAGE.rows<EntryRow>(db, { ...query, accounts, month: after?.month ?? null, id: after?.id.toString() ?? null });
}
