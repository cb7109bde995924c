import { sqlMigration } from '../sql-migration.js';

/**
 * Ledger entries by month of business time. A month is a table of its own, so that the cost of a posting, a page or a balance
 * does not grow with the history, and an old month can be taken away as a whole.
 */
export const LedgerMonths0059 = sqlMigration(
  'LedgerMonths',
  59,
  `
-- Copying a long ledger takes longer than a statement of a service may.
set local statement_timeout = 0;

-- Months are those of Asia/Seoul: an entry at 00:30 on the first belongs to the new month.
create function ledger.month_of(p_at timestamptz) returns date language sql immutable parallel safe as $$
  select date_trunc('month', p_at at time zone 'Asia/Seoul')::date
$$;
create function ledger.month_start(p_month date) returns timestamptz language sql immutable parallel safe as $$
  select p_month::timestamp at time zone 'Asia/Seoul'
$$;
create function ledger.next_month(p_month date) returns date language sql immutable parallel safe as $$
  select (p_month + interval '1 month')::date
$$;
create function ledger.month_table(p_month date) returns text language sql immutable parallel safe as $$
  select 'entry_' || to_char(p_month, 'YYYY_MM')
$$;

-- The months that are sealed: nothing can be posted into them any more. A month without a row is open.
create table ledger.month (
  month       date primary key check (month = date_trunc('month', month)::date),
  sealed_at   timestamptz not null,
  postings    bigint not null,
  entries     bigint not null,
  debit       bigint not null,                -- the sum of all debits in minor units, currencies added up: a check sum
  hash        text   not null,                -- of the hashes of the month's blocks
  exported_at timestamptz,                    -- the month was written to a file, and the file was read back and compared
  detached_at timestamptz                     -- the entries are no longer a part of ledger.entry
);

alter table ledger.entry rename to entry_unsorted;
alter table ledger.entry_unsorted alter column id drop identity;
drop index ledger.entry_effective;

-- No primary key here: it would have to contain effective_at. Each month has the primary key (posting_id, id).
create table ledger.entry (
  posting_id   bigint not null,                            -- of a posting: see guard_entries
  id           bigint generated always as identity,
  account_code text collate "C" not null,
  currency     char(3) not null,
  amount       bigint not null constraint entry_not_zero check (amount <> 0),  -- positive debits, negative credits
  effective_at timestamptz not null                        -- of the posting
) partition by range (effective_at);
create index entry_of_account on ledger.entry (account_code, currency, id);
-- For one entry by its number: ids grow with time, so a range of pages holds a range of ids.
create index entry_by_id on ledger.entry using brin (id) with (pages_per_range = 32, autosummarize = on);
create trigger append_only before update or delete on ledger.entry for each row execute function ledger.refuse_change();
create trigger no_truncate before truncate on ledger.entry execute function ledger.refuse_change();

-- Gives a month's table its key and its deferred check that every posting balances, with a function of its own: a check that
-- named ledger.entry would find its partition anew with every entry, which costs a third of all postings per second.
-- Each entry answers for its own currency, so that nothing needs grouping, and for its posting: a foreign key would lock the
-- posting's row for every leg against a deletion that refuse_change refuses anyway.
create function ledger.guard_entries(p_table text) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format('alter table ledger.%I add constraint %I primary key (posting_id, id)', p_table, p_table || '_pkey');
  execute format('create trigger no_truncate before truncate on ledger.%I execute function ledger.refuse_change()', p_table);
  execute format($make$
    create function ledger.%1$I() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $check$
    begin
      if (select sum(amount) from ledger.%2$I where posting_id = new.posting_id and currency = new.currency) <> 0 then
        raise exception 'posting %% does not balance', new.posting_id using errcode = 'JS003';
      end if;
      if not exists (select from ledger.posting where id = new.posting_id) then
        raise exception 'entry %% belongs to no posting', new.id using errcode = 'JS004';
      end if;
      return null;
    end $check$;
    revoke all on function ledger.%1$I() from public;
    create constraint trigger balanced after insert on ledger.%2$I deferrable initially deferred
      for each row execute function ledger.%1$I()$make$, 'balanced_' || p_table, p_table);
end $$;

-- Entries of a month that has no table yet: a posting never fails because a month was not made in time.
create table ledger.entry_rest partition of ledger.entry default;
select ledger.guard_entries('entry_rest');

create function ledger.refuse_sealed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from ledger.month where month = ledger.month_of(new.effective_at)) then
    raise exception 'the month % is sealed: nothing can be posted into it', to_char(ledger.month_of(new.effective_at), 'YYYY-MM')
      using errcode = 'JS007';
  end if;
  return new;
end $$;
-- A month's own table gets this trigger when the month is sealed; here it is for months whose table was taken away.
create trigger not_sealed before insert on ledger.entry_rest for each row execute function ledger.refuse_sealed();

-- Makes the table of a month; entries of the month that wait in entry_rest move there. Postings go on meanwhile, except those
-- into entry_rest. False: the table was there, or the month is sealed.
create function ledger.make_month(p_month date) returns boolean language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
declare
  part  text := ledger.month_table(p_month);
  since timestamptz := ledger.month_start(p_month);
  until timestamptz := ledger.month_start(ledger.next_month(p_month));
begin
  perform pg_advisory_xact_lock(hashtext('ledger.make_month'));
  if to_regclass('ledger.' || part) is not null or exists (select from ledger.month where month = p_month) then
    return false;
  end if;
  execute format('create table ledger.%I (like ledger.entry including constraints)', part);
  lock table ledger.entry_rest in access exclusive mode;
  if exists (select from ledger.entry_rest where effective_at >= since and effective_at < until) then
    alter table ledger.entry_rest disable trigger append_only;
    execute format('with moved as (delete from ledger.entry_rest where effective_at >= $1 and effective_at < $2 returning *)
                    insert into ledger.%I select * from moved order by posting_id, id', part) using since, until;
    alter table ledger.entry_rest enable trigger append_only;
  end if;
  perform ledger.guard_entries(part);
  execute format('alter table ledger.entry attach partition ledger.%I for values from (%L) to (%L)', part, since, until);
  return true;
end $$;

-- Makes the tables of this month, of p_ahead months after it, and of every month with entries in entry_rest.
create function ledger.make_months(p_now timestamptz, p_ahead int) returns date[] language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
declare
  due  date;
  -- An array, because a query that is still open on entry_rest would forbid its change.
  dues date[] := array(
    select ledger.month_of(effective_at) as month from ledger.entry_rest
    union
    select (ledger.month_of(p_now) + n * interval '1 month')::date from generate_series(0, p_ahead) as n
    order by month);
  made date[] := '{}';
begin
  foreach due in array dues loop
    if ledger.make_month(due) then
      made := made || due;
    end if;
  end loop;
  return made;
end $$;

-- The rows of the time before months.
do $$
declare
  due date;
begin
  for due in select distinct ledger.month_of(effective_at) from ledger.entry_unsorted order by 1 loop
    perform ledger.make_month(due);
    execute format('alter table ledger.%I disable trigger balanced', ledger.month_table(due));
  end loop;
  insert into ledger.entry overriding system value select * from ledger.entry_unsorted order by posting_id, id;
  for due in select distinct ledger.month_of(effective_at) from ledger.entry_unsorted order by 1 loop
    execute format('alter table ledger.%I enable trigger balanced', ledger.month_table(due));
  end loop;
  perform setval(pg_get_serial_sequence('ledger.entry', 'id'), coalesce((select max(id) from ledger.entry_unsorted), 0) + 1, false);
end $$;
drop table ledger.entry_unsorted;
drop function ledger.check_balanced();

create function ledger.month_state(p_at timestamptz) returns text language sql stable as $$
  select coalesce((select case when detached_at is null then 'SEALED' else 'DETACHED' end
                     from ledger.month where month = ledger.month_of(p_at)), 'OPEN')
$$;
`,
);
