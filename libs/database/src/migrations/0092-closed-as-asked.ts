import { sqlMigration } from '../sql-migration.js';

/** How many things each check missed when a closing was proposed, and a row for each month that a closing passed over. */
export const ClosedAsAsked0092 = sqlMigration(
  'ClosedAsAsked',
  92,
  `
-- In the order of the column missing. Empty in requests of earlier releases: they are proposed again.
alter table reconciliation.month_request add column counts integer[] not null default '{}';
create trigger counted_once before update on reconciliation.month_request for each row
  when (new.counts is distinct from old.counts) execute function ledger.refuse_change();

-- A month without postings between two closed ones was closed with the later one, and had no row of its own. Its balances are those at
-- the end of the earlier one.
insert into reconciliation.month (month, state, closed_at, postings, entries, balances_hash)
select g::date, 'CLOSED', c.next_closed_at, 0, 0, c.balances_hash
  from (select month, balances_hash, lead(month) over by_month as next_month, lead(closed_at) over by_month as next_closed_at
          from reconciliation.month where state = 'CLOSED' window by_month as (order by month)) c
 cross join generate_series(c.month + interval '1 month', c.next_month - interval '1 month', interval '1 month') g
 where not exists (select from ledger.entry e where e.effective_at >= ledger.month_start(g::date)
                      and e.effective_at < ledger.month_start(ledger.next_month(g::date)))
on conflict (month) do update
   set state = excluded.state, closed_at = excluded.closed_at, postings = excluded.postings, entries = excluded.entries,
       balances_hash = excluded.balances_hash
 where month.state in ('OPEN', 'REOPENED');
`,
);
