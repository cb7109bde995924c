/** Queries or tables with the rows of one month; entries have their time in microseconds, as `effective`. */
export type KeptSources = Readonly<{
  entries: string;
  postings: string;
  /** Rows of ledger.month_balance. */
  balances: string;
  /** Rows of ledger.month_template. */
  templates: string;
  /** Rows of ledger.kept_entry; null: the month is attached, and has none. */
  kept: string | null;
  /** The entries of the month that stand on statements, as `entry_id`. */
  stated: string;
}>;

/**
 * SQL for Postgres and DuckDB: differences (subject, expected, found) between the rows that stay for readers of a month and the month. Each
 * debt, and each payable entry that stands on no statement, must be kept.
 */
export const keptComparisons = ({ entries, postings, balances, templates, kept, stated }: KeptSources): string[] => [
  `select 'balance/' || account_code || ' ' || currency as subject,
          coalesce(cast(f.moved as varchar) || ' in ' || cast(f.entries as varchar) || ' entries', 'no row') as expected,
          coalesce(cast(s.moved as varchar) || ' in ' || cast(s.entries as varchar) || ' entries', 'no row') as found
     from (select account_code, currency, sum(amount) as moved, count(*) as entries from ${entries} e group by account_code, currency) f
     full join ${balances} s using (account_code, currency)
    where f.moved is distinct from s.moved or f.entries is distinct from s.entries order by 1`,
  `select 'template/' || account_code || ' ' || currency || ' ' || template as subject,
          coalesce(cast(f.moved as varchar) || ' in ' || cast(f.postings as varchar) || ' postings', 'no row') as expected,
          coalesce(cast(s.moved as varchar) || ' in ' || cast(s.postings as varchar) || ' postings', 'no row') as found
     from (select e.account_code, e.currency, p.template, sum(e.amount) as moved, count(distinct e.posting_id) as postings
             from ${entries} e join ${postings} p on p.id = e.posting_id group by e.account_code, e.currency, p.template) f
     full join ${templates} s using (account_code, currency, template)
    where f.moved is distinct from s.moved or f.postings is distinct from s.postings order by 1`,
  ...(kept === null ? [] : keptEntries(kept, { entries, postings, stated })),
];

const keptEntries = (
  kept: string,
  { entries, postings, stated }: Pick<KeptSources, 'entries' | 'postings' | 'stated'>,
): string[] => [
  `select 'kept entry/' || cast(k.id as varchar) as subject,
          coalesce(cast(e.amount as varchar) || ' ' || e.currency || ' on ' || e.account_code, 'no row') as expected,
          cast(k.amount as varchar) || ' ' || k.currency || ' on ' || k.account_code as found
     from ${kept} k left join ${entries} e on e.id = k.id
    where (e.posting_id, e.account_code, e.currency, e.amount, e.effective) is distinct from (k.posting_id, k.account_code, k.currency, k.amount, k.effective)
    order by k.id`,
  `select 'kept entry/' || cast(e.id as varchar) as subject,
          cast(e.amount as varchar) || ' ' || e.currency || ' on ' || e.account_code as expected, 'no row' as found
     from ${entries} e join ${postings} p on p.id = e.posting_id
    where (e.account_code like 'seller:%:debt'
           or (e.account_code like 'seller:%:payable' and p.template <> 'payout.reserved'
               and not exists (select 1 from ${stated} s where s.entry_id = e.id)))
      and not exists (select 1 from ${kept} k where k.id = e.id)
    order by e.id`,
];
