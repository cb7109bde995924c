import { sqlMigration } from '../sql-migration.js';

/** The order of closing and sealing: only a closed month is sealed, and a sealed month is not reopened. */
export const ClosedBeforeSealed0078 = sqlMigration(
  'ClosedBeforeSealed',
  78,
  `
-- A month that is still open could get a posting after its balances were written down; the seal would refuse it, and with it a
-- fact of the trade. In a closed month the fact is booked as a correction of the next one.
create function ledger.assert_closed(p_month date) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (select open_from from ledger.open_period) < ledger.month_start(ledger.next_month(p_month))
     or exists (select from reconciliation.month m where m.month = p_month and m.state <> 'CLOSED') then
    raise exception 'the month % is not closed: close it first, then seal it', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
end $$;
create function ledger.refuse_open_month() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform ledger.assert_closed(new.month);
  return new;
end $$;
create trigger closed_first before insert on ledger.month for each row execute function ledger.refuse_open_month();

create function ledger.refuse_sealed_period() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  sealed date := (select max(month) from ledger.month);
begin
  if new.open_from < ledger.month_start(ledger.next_month(sealed)) then
    raise exception 'the month % is sealed: its books cannot be opened again', to_char(sealed, 'YYYY-MM') using errcode = 'JS008';
  end if;
  return new;
end $$;
create trigger not_sealed before update on ledger.open_period for each row execute function ledger.refuse_sealed_period();

-- Months that were sealed before this migration count as closed, so that nothing more is refused than a posting into them.
update ledger.open_period set open_from = greatest(open_from, (select ledger.month_start(ledger.next_month(max(month))) from ledger.month))
 where exists (select from ledger.month);

-- The lock comes first: a transaction that has read entry_rest, and waits for the lock, waits for a change of entry_rest that waits
-- for the transaction.
create or replace function ledger.make_months(p_now timestamptz, p_ahead int) returns date[] language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
declare
  due  date;
  dues date[];
  made date[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtext('ledger.make_month'));
  dues := array(
    select ledger.month_of(effective_at) as month from ledger.entry_rest
    union
    select (ledger.month_of(p_now) + n * interval '1 month')::date from generate_series(0, p_ahead) as n
    order by month);
  foreach due in array dues loop
    if ledger.make_month(due) then
      made := made || due;
    end if;
  end loop;
  return made;
end $$;
`,
);
