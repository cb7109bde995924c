import { sqlMigration } from '../sql-migration.js';

/**
 * What readers need of a sealed or detached month: the sums of each account by template, and the few entries that are read one by
 * one for as long as a seller owes or is owed their money.
 */
export const KeptEntries0077 = sqlMigration(
  'KeptEntries',
  77,
  `
set local statement_timeout = 0;

-- What each account moved in a sealed month, by template. A sum over the history is then a sum over months.
create table ledger.month_template (
  account_code text collate "C" not null,
  currency     char(3) not null,
  month        date    not null,
  template     text    not null,
  moved        bigint  not null,              -- debits minus credits of this month
  postings     bigint  not null,              -- of this month
  primary key (account_code, currency, month, template)
);
create trigger append_only before update or delete on ledger.month_template for each row execute function ledger.refuse_change();

create function ledger.sum_templates(p_month date) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format($sums$
    insert into ledger.month_template (account_code, currency, month, template, moved, postings)
    select e.account_code, e.currency, $1, p.template, sum(e.amount), count(distinct p.id)
      from ledger.%I e join ledger.posting p on p.id = e.posting_id
     group by 1, 2, 4 order by 1, 2, 4$sums$, ledger.month_table(p_month)) using p_month;
end $$;

-- Months that were sealed before this migration. A detached one has no entries to sum.
do $$
declare
  due date;
begin
  if exists (select from ledger.month where detached_at is not null) then
    raise exception 'attach all detached months (npm run books -- months attach YYYY-MM), then upgrade' using errcode = 'JS008';
  end if;
  for due in select month from ledger.month order by 1 loop
    perform ledger.sum_templates(due);
  end loop;
end $$;

-- Entries of detached months that are still read one by one: all of debt accounts, whose oldest debt is paid first, and those of
-- payable accounts that stand on no statement yet.
create table ledger.kept_entry (
  posting_id   bigint not null,
  id           bigint not null,
  account_code text collate "C" not null,
  currency     char(3) not null,
  amount       bigint not null,
  effective_at timestamptz not null,
  primary key (account_code, currency, id)
);
create view ledger.entry_or_kept as
select posting_id, id, account_code, currency, amount, effective_at from ledger.entry
union all
select posting_id, id, account_code, currency, amount, effective_at from ledger.kept_entry;

-- Runs when a month is sealed, detached or attached; the table of a month that was just detached still has its rows.
create function ledger.keep_for_readers() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform ledger.sum_templates(new.month);
  elsif new.detached_at is null then
    delete from ledger.kept_entry where effective_at >= ledger.month_start(new.month)
       and effective_at < ledger.month_start(ledger.next_month(new.month));
  elsif old.detached_at is null then
    execute format($keep$
      insert into ledger.kept_entry (posting_id, id, account_code, currency, amount, effective_at)
      select e.posting_id, e.id, e.account_code, e.currency, e.amount, e.effective_at
        from ledger.%I e join ledger.posting p on p.id = e.posting_id
       where e.account_code like 'seller:%%:debt'
          or (e.account_code like 'seller:%%:payable' and p.template <> 'payout.reserved'
              and not exists (select from payouts.statement_line l where l.entry_id = e.id))$keep$, ledger.month_table(new.month));
  end if;
  return null;
end $$;
create trigger kept_for_readers after insert or update of detached_at on ledger.month
  for each row execute function ledger.keep_for_readers();

-- The newest sealed month that ended by an instant. Instants of requests have milliseconds: the last one of a detached month
-- stands for its end. Throws where the instant lies inside a detached month.
create or replace function ledger.base_month(p_at timestamptz) returns date language plpgsql stable as $$
declare
  base date := (select max(month) from ledger.month where month < ledger.month_of(p_at + interval '1 microsecond'));
begin
  if ledger.month_of(p_at) is distinct from base and ledger.month_state(p_at) = 'DETACHED' then
    if ledger.month_of(p_at + interval '1 millisecond') <> ledger.month_of(p_at) then
      return ledger.month_of(p_at);
    end if;
    raise exception 'the month % is detached: attach it first', to_char(ledger.month_of(p_at), 'YYYY-MM') using errcode = 'JS009';
  end if;
  return base;
end $$;

-- The statement of a posting without its entries. A hash, because keys are long and are only compared for equality.
create index statement_line_of_posting on payouts.statement_line using hash (posting_key);
`,
);
