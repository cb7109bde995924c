import { sqlMigration } from '../sql-migration.js';

/** An account's balance at an instant, and before a page, sums a month of its entries: from the index alone, not from rows all over the month. */
export const SumsFromTheIndex0087 = sqlMigration(
  'SumsFromTheIndex',
  87,
  `
-- Month by month, the open ones last: nobody posts into a sealed one, so posting waits for the open months only.
do $$
declare part regclass;
begin
  for part in select i.inhrelid::regclass from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
               where i.inhparent = 'ledger.entry'::regclass order by c.relname loop
    execute format('create index on %s (account_code, currency, id) include (effective_at, amount)', part);
  end loop;
end $$;
-- Takes over the indexes of the months.
create index entry_sums on ledger.entry (account_code, currency, id) include (effective_at, amount);
drop index ledger.entry_of_account; -- entry_sums has the same columns
`,
);
