import { sqlMigration } from '../sql-migration.js';

/** The first open month goes forward, or back to one month that was reopened. */
export const BooksOpenInOrder0090 = sqlMigration(
  'BooksOpenInOrder',
  90,
  `
-- An older month that was closed after later ones moved the books back: months that are closed took postings again. They take none
-- from here on, and can be reopened in order and closed anew with figures that hold.
update ledger.open_period
   set open_from = greatest(open_from, (select ledger.month_start(ledger.next_month(max(month))) from reconciliation.month
                                         where state in ('CLOSING', 'CLOSED')));

-- The trigger not_sealed calls it, whoever moves the boundary.
create or replace function ledger.refuse_sealed_period() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  sealed date := (select max(month) from ledger.month);
  closed date := (select max(month) from reconciliation.month where state in ('CLOSING', 'CLOSED'));
begin
  if new.open_from < ledger.month_start(ledger.next_month(sealed)) then
    raise exception 'the month % is sealed: its books cannot be opened again', to_char(sealed, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if new.open_from < old.open_from
     and new.open_from <> ledger.month_start((ledger.month_of(old.open_from) - interval '1 month')::date) then
    raise exception 'the books open at %: they go back by one month, not to %', old.open_from, new.open_from using errcode = 'JS008';
  end if;
  if new.open_from < ledger.month_start(ledger.next_month(closed)) then
    raise exception 'the month % is closed: its books open when it is reopened', to_char(closed, 'YYYY-MM') using errcode = 'JS008';
  end if;
  return new;
end $$;

-- A month before the boundary is closed, also when its row is that of a request that was not carried out.
create or replace function ledger.assert_closed(p_month date) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (select open_from from ledger.open_period) < ledger.month_start(ledger.next_month(p_month))
     or exists (select from reconciliation.month m where m.month = p_month and m.state = 'CLOSING') then
    raise exception 'the month % is not closed: close it first, then seal it', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
end $$;
`,
);
