import { sqlMigration } from '../sql-migration.js';

/**
 * Sealing, detaching and attaching months of the ledger, and the balances that a sealed month leaves behind. Only the owner of
 * the database may seal, detach, attach and drop: see `npm run books -- months`.
 */
export const SealedMonths0060 = sqlMigration(
  'SealedMonths',
  60,
  `
-- What an account's entries sum to at the end of a sealed month; a row for each month in which the account moved.
create table ledger.month_balance (
  account_code text collate "C" not null,
  currency     char(3) not null,
  month        date    not null,
  balance      bigint  not null,              -- debits minus credits of this month and all months before
  moved        bigint  not null,              -- of this month
  entries      bigint  not null,              -- of this month
  primary key (account_code, currency, month)
);
-- The same for the kinds of accounts, with a row for every kind in every month: a trial balance reads one month's rows.
create table ledger.month_total (
  month    date   not null,
  account  text collate "C" not null,         -- see ledger.kind_of
  currency char(3) not null,
  balance  bigint not null,
  entries  bigint not null,                   -- of this month and all months before
  primary key (month, account, currency)
);
-- Hashes of the rows of every 4,096 postings: a changed month can be searched for the change.
create table ledger.month_block (
  month         date   not null,
  block         bigint not null,              -- posting_id / 4096
  postings      bigint not null,
  entries       bigint not null,
  postings_hash text   not null,
  entries_hash  text   not null,
  primary key (month, block)
);
create trigger append_only before update or delete on ledger.month_balance for each row execute function ledger.refuse_change();
create trigger append_only before update or delete on ledger.month_total   for each row execute function ledger.refuse_change();
create trigger append_only before update or delete on ledger.month_block   for each row execute function ledger.refuse_change();

-- seller:{id}:payable is seller:payable, summed over all sellers; every other account is its own kind.
create function ledger.kind_of(p_code text) returns text language sql immutable parallel safe as $$
  select case when p_code like 'seller:%' then 'seller:' || split_part(p_code, ':', 3) else p_code end
$$;

-- Microseconds since 1970, as a file's reader computes them.
create function ledger.micros(p_at timestamptz) returns bigint language sql immutable parallel safe as $$
  select (extract(epoch from p_at) * 1000000)::bigint
$$;

-- The hashes of a table of entries and of their postings. Every column that is stored is a part of its line.
create function ledger.blocks_of(p_table text)
  returns table (block bigint, postings bigint, entries bigint, postings_hash text, entries_hash text) language plpgsql stable as $$
begin
  return query execute format($blocks$
    with e as (
      select posting_id / 4096 as block, count(*) as entries,
             encode(sha256(convert_to(string_agg(concat_ws('|', posting_id, id, account_code, currency, amount, ledger.micros(effective_at)),
                                                 e'\\n' order by posting_id, id), 'UTF8')), 'hex') as hash
        from ledger.%1$I group by 1
    ), p as (
      select id / 4096 as block, count(*) as postings,
             encode(sha256(convert_to(string_agg(concat_ws('|', id, key, template, facts_hash, ledger.micros(effective_at), ledger.micros(created_at), txid),
                                                 e'\\n' order by id), 'UTF8')), 'hex') as hash
        from ledger.posting where id in (select posting_id from ledger.%1$I) group by 1
    )
    select e.block, p.postings, e.entries, p.hash, e.hash from e join p using (block) order by 1$blocks$, p_table);
end $$;

create function ledger.month_hash(p_month date) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', block, postings, entries, postings_hash, entries_hash),
                                                      e'\\n' order by block), ''), 'UTF8')), 'hex')
    from ledger.month_block where month = p_month
$$;

-- Ends a month: its balances and hashes are written down, and the database refuses every later posting into it.
create function ledger.seal_month(p_month date, p_now timestamptz) returns void language plpgsql
  set search_path = pg_catalog, pg_temp set work_mem = '256MB' as $$
declare
  part   text := ledger.month_table(p_month);
  since  timestamptz := ledger.month_start(p_month);
  until  timestamptz := ledger.month_start(ledger.next_month(p_month));
  before date := (select max(month) from ledger.month);
  sealed ledger.seal;
begin
  if until > p_now then
    raise exception 'the month % has not ended', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if p_month <= before then
    raise exception 'the month % is sealed, or lies before a sealed one', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  perform ledger.make_months(since, 0);
  if exists (select from ledger.entry where effective_at < since
                and effective_at >= coalesce(ledger.month_start(ledger.next_month(before)), '-infinity')) then
    raise exception 'an earlier month than % is open and has entries: seal it first', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  -- Waits for postings of the month that are under way, and keeps further ones out until this transaction ends.
  execute format('lock table ledger.%I in share row exclusive mode', part);
  select * into sealed from ledger.seal order by id desc limit 1;
  if exists (select from ledger.posting p where (p.txid, p.id) > (coalesce(sealed.last_txid, '0'), coalesce(sealed.last_posting, 0))
                and p.effective_at >= since and p.effective_at < until) then
    raise exception 'the chain of seals does not reach the end of % yet: verify the ledger, or wait for the night', to_char(p_month, 'YYYY-MM')
      using errcode = 'JS008';
  end if;

  insert into ledger.month_block select p_month, b.* from ledger.blocks_of(part) b;
  execute format($balances$
    insert into ledger.month_balance (account_code, currency, month, balance, moved, entries)
    select m.account_code, m.currency, $1, coalesce(b.balance, 0) + m.moved, m.moved, m.entries
      from (select account_code, currency, sum(amount)::bigint as moved, count(*) as entries from ledger.%I group by 1, 2) m
      left join lateral (select balance from ledger.month_balance o
                          where o.account_code = m.account_code and o.currency = m.currency order by o.month desc limit 1) b on true
     order by m.account_code, m.currency$balances$, part) using p_month;
  insert into ledger.month_total (month, account, currency, balance, entries)
  select p_month, account, currency, sum(balance)::bigint, sum(entries)::bigint
    from (select account, currency, balance, entries from ledger.month_total where month = before
          union all
          select ledger.kind_of(account_code), currency, moved, entries from ledger.month_balance where month = p_month) part
   group by 2, 3;
  execute format('create trigger not_sealed before insert on ledger.%I for each row execute function ledger.refuse_sealed()', part);
  execute format($month$
    insert into ledger.month (month, sealed_at, postings, entries, debit, hash)
    select $1, $2, (select coalesce(sum(postings), 0) from ledger.month_block where month = $1), count(*),
           coalesce(sum(amount) filter (where amount > 0), 0), ledger.month_hash($1)
      from ledger.%I$month$, part) using p_month, p_now;
end $$;

-- The row of a sealed month, locked; throws where there is none.
create function ledger.sealed_month(p_month date) returns ledger.month language plpgsql as $$
declare
  found_month ledger.month;
begin
  select * into found_month from ledger.month where month = p_month for update;
  if not found then
    raise exception 'the month % is not sealed', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  return found_month;
end $$;

-- The month's files were written and compared with the seal.
create function ledger.mark_exported(p_month date, p_now timestamptz) returns void language sql as $$
  update ledger.month set exported_at = p_now where month = p_month
$$;

-- Takes a month's table out of the ledger, the oldest month first: so one balance per account stands for all that is away.
-- Refused for a month that was not exported.
create function ledger.detach_month(p_month date, p_now timestamptz) returns void language plpgsql as $$
declare
  part text := ledger.month_table(p_month);
begin
  if (ledger.sealed_month(p_month)).exported_at is null then
    raise exception 'the month % was not exported', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if (select detached_at from ledger.month where month = p_month) is not null then
    raise exception 'the month % is detached', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if exists (select from ledger.month where month < p_month and detached_at is null) then
    raise exception 'an older month than % is attached: detach it first', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  execute format('alter table ledger.entry detach partition ledger.%I', part);
  execute format('create trigger append_only before update or delete on ledger.%I for each row execute function ledger.refuse_change()', part);
  update ledger.month set detached_at = p_now where month = p_month;
end $$;

-- Puts a month's table back, the newest detached month first. Its rows must be what was sealed.
create function ledger.attach_month(p_month date) returns void language plpgsql set work_mem = '256MB' as $$
declare
  part text := ledger.month_table(p_month);
  away ledger.month := ledger.sealed_month(p_month);
begin
  if away.detached_at is null then
    raise exception 'the month % is attached', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if exists (select from ledger.month where month > p_month and detached_at is not null) then
    raise exception 'a newer month than % is detached: attach it first', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if to_regclass('ledger.' || part) is null then
    raise exception 'the table of the month % was dropped: restore it from its files', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  if exists (select block, postings, entries, postings_hash, entries_hash from ledger.month_block where month = p_month
             except select * from ledger.blocks_of(part))
     or (select count(*) from ledger.blocks_of(part)) <> (select count(*) from ledger.month_block where month = p_month) then
    raise exception 'the rows of % are not those that were sealed', to_char(p_month, 'YYYY-MM') using errcode = 'JS010';
  end if;
  execute format('drop trigger if exists append_only on ledger.%I', part);
  execute format('drop trigger if exists not_sealed on ledger.%I', part);
  execute format('create trigger not_sealed before insert on ledger.%I for each row execute function ledger.refuse_sealed()', part);
  execute format('alter table ledger.%I enable trigger balanced', part);
  execute format('alter table ledger.entry attach partition ledger.%I for values from (%L) to (%L)',
                 part, ledger.month_start(p_month), ledger.month_start(ledger.next_month(p_month)));
  update ledger.month set detached_at = null where month = p_month;
end $$;

-- An empty table for a detached month whose table was dropped; attach_month checks what was put into it.
create function ledger.restore_month(p_month date) returns void language plpgsql as $$
declare
  part text := ledger.month_table(p_month);
begin
  if (ledger.sealed_month(p_month)).detached_at is null then
    raise exception 'the month % is attached', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  execute format('create table ledger.%I (like ledger.entry including constraints)', part);
  execute format('drop function if exists ledger.%I()', 'balanced_' || part);
  perform ledger.guard_entries(part);
  execute format('alter table ledger.%I disable trigger balanced', part);
end $$;

-- Removes the rows of a detached month for good; its balances and hashes stay.
create function ledger.drop_month(p_month date) returns void language plpgsql as $$
declare
  part text := ledger.month_table(p_month);
begin
  if (ledger.sealed_month(p_month)).detached_at is null then
    raise exception 'the month % is attached', to_char(p_month, 'YYYY-MM') using errcode = 'JS008';
  end if;
  execute format('drop table ledger.%I', part);
  execute format('drop function ledger.%I()', 'balanced_' || part);
end $$;

-- What each account's entries in detached months sum to, as one amount at the last instant of the newest of them.
create view ledger.brought_forward as
select distinct on (b.account_code, b.currency) b.account_code, b.currency, b.balance,
       ledger.month_start(ledger.next_month(away.month)) - interval '1 microsecond' as at
  from (select max(month) as month from ledger.month where detached_at is not null) away
  join ledger.month_balance b on b.month <= away.month
 order by b.account_code, b.currency, b.month desc;

-- The newest sealed month that ended by an instant. Throws where the instant lies inside a detached month.
create function ledger.base_month(p_at timestamptz) returns date language plpgsql stable as $$
declare
  base date := (select max(month) from ledger.month where month < ledger.month_of(p_at + interval '1 microsecond'));
begin
  if ledger.month_of(p_at) is distinct from base and ledger.month_state(p_at) = 'DETACHED' then
    raise exception 'the month % is detached: attach it first', to_char(ledger.month_of(p_at), 'YYYY-MM') using errcode = 'JS009';
  end if;
  return base;
end $$;

-- Debits minus credits of any account as of an instant of business time: the last sealed month, and the entries since.
create or replace function ledger.balance_at(p_code text, p_currency text, p_at timestamptz) returns bigint language plpgsql stable as $$
declare
  base  date := ledger.base_month(p_at);
  since timestamptz := coalesce(ledger.month_start(ledger.next_month(base)), '-infinity');
begin
  return coalesce((select balance from ledger.month_balance
                    where account_code = p_code and currency = p_currency and month <= base order by month desc limit 1), 0)
       + coalesce((select sum(amount) from ledger.entry
                    where account_code = p_code and currency = p_currency and effective_at >= since and effective_at <= p_at), 0);
end $$;
`,
);
