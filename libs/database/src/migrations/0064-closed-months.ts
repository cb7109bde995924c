import { sqlMigration } from '../sql-migration.js';

/**
 * Closed months. A posting of a closed month is booked at the first instant of the first open month, and keeps its own time in
 * `corrects`: it is neither refused nor dated back.
 */
export const ClosedMonths0064 = sqlMigration(
  'ClosedMonths',
  64,
  `
-- One row: the first instant of the first open month. Nothing is booked before it.
create table ledger.open_period (
  only_row  boolean primary key default true check (only_row),
  open_from timestamptz not null
);
insert into ledger.open_period (open_from) values ('-infinity');
create trigger one_row before delete on ledger.open_period for each row execute function ledger.refuse_change();
create trigger no_truncate before truncate on ledger.open_period execute function ledger.refuse_change();

alter table ledger.posting add column corrects timestamptz constraint corrects_the_past check (corrects < effective_at);
create index posting_correction on ledger.posting (effective_at) where corrects is not null;

-- The first instant that a posting may be booked at. The transaction takes its id before it reads: whoever moves the row then
-- waits until every transaction with an id has ended, and knows that no posting goes to the old month any more. A snapshot that is
-- older than the id would break this, so other isolation levels are refused.
create function ledger.open_from() returns timestamptz language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'postings are made in transactions that are read committed' using errcode = 'JS008';
  end if;
  perform pg_current_xact_id();
  return (select open_from from ledger.open_period);
end $$;

create function ledger.open_books_from(p_from timestamptz) returns void language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_from <> ledger.month_start(ledger.month_of(p_from)) then
    raise exception 'books open with a month of Asia/Seoul, not at %', p_from using errcode = 'JS008';
  end if;
  update ledger.open_period set open_from = p_from;
end $$;

create or replace function ledger.post_one(
  p_key text, p_template text, p_hash text, p_effective timestamptz,
  codes text[], currencies text[], kinds text[], guards boolean[],
  leg_account int[], leg_amount bigint[]
) returns boolean language plpgsql as $$
declare
  made   bigint;
  stored text;
  moves  bigint[] := array_fill(0::bigint, array[cardinality(codes)]);
  opened timestamptz := ledger.open_from();
  booked timestamptz := greatest(p_effective, opened);
begin
  insert into ledger.posting (key, template, facts_hash, effective_at, corrects)
  values (p_key, p_template, p_hash, booked, case when p_effective < opened then p_effective end)
    on conflict (key) do nothing returning id into made;
  if made is null then
    select facts_hash into stored from ledger.posting where key = p_key;
    if stored <> p_hash then
      raise exception 'posting % was made before with different facts', p_key using errcode = 'JS001';
    end if;
    return false;
  end if;

  for i in 1..cardinality(leg_account) loop
    moves[leg_account[i]] := moves[leg_account[i]] + leg_amount[i];
  end loop;
  for i in 1..cardinality(codes) loop
    loop
      if guards[i] then
        update ledger.account set balance = balance + moves[i] where code = codes[i] and currency = currencies[i];
      else
        perform from ledger.account where code = codes[i] and currency = currencies[i];
      end if;
      exit when found;
      perform ledger.open_accounts(codes[i:i], currencies[i:i], kinds[i:i], guards[i:i]);
    end loop;
  end loop;

  insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
  select made, codes[l.account], currencies[l.account], l.amount, booked
    from unnest(leg_account, leg_amount) as l(account, amount);
  return true;
end $$;

create or replace function ledger.post(
  keys text[], templates text[], hashes text[], effective timestamptz[],
  codes text[], currencies text[], kinds text[], guards boolean[],
  leg_posting int[], leg_account int[], leg_amount bigint[]
) returns text[] language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  ids         bigint[];                       -- by position in keys; null where the key is not new
  fresh       text[];
  conflicting text;
  opened      timestamptz := ledger.open_from();
begin
  with made as (
    insert into ledger.posting (key, template, facts_hash, effective_at, corrects)
    select p.key, p.template, p.hash, greatest(p.at, opened), case when p.at < opened then p.at end
      from unnest(keys, templates, hashes, effective) as p(key, template, hash, at)
     order by p.key collate "C"
    on conflict (key) do nothing
    returning id, posting.key
  )
  select array_agg(m.id order by p.position), array_agg(p.key order by p.position) filter (where m.id is not null)
    into ids, fresh
    from unnest(keys) with ordinality as p(key, position) left join made m on m.key = p.key collate "C";

  perform ledger.open_accounts(codes, currencies, kinds, guards);
  perform from ledger.account a where a.code = any(codes) and a.currency = any(currencies) and a.guarded
    order by a.code, a.currency for no key update;

  insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
  select ids[l.posting], codes[l.account], currencies[l.account], l.amount, greatest(effective[l.posting], opened)
    from unnest(leg_posting, leg_account, leg_amount) as l(posting, account, amount)
   where ids[l.posting] is not null;

  update ledger.account a set balance = a.balance + m.amount
    from (select codes[l.account] as code, currencies[l.account] as currency, sum(l.amount)::bigint as amount
            from unnest(leg_posting, leg_account, leg_amount) as l(posting, account, amount)
           where ids[l.posting] is not null and guards[l.account] group by l.account) m
   where a.code = m.code and a.currency = m.currency and m.amount <> 0;

  if cardinality(fresh) is distinct from cardinality(keys) then
    select p.key into conflicting
      from unnest(keys, hashes) as p(key, hash)
      join ledger.posting stored on stored.key = p.key
     where stored.facts_hash <> p.hash
     limit 1;
    if conflicting is not null then
      raise exception 'posting % was made before with different facts', conflicting using errcode = 'JS001';
    end if;
  end if;
  return coalesce(fresh, '{}');
end $$;
-- A replaced function loses the settings that were made after it.
alter function ledger.post_one(text, text, text, timestamptz, text[], text[], text[], boolean[], int[], bigint[])
  security definer set search_path = pg_catalog, pg_temp;
alter function ledger.post(text[], text[], text[], timestamptz[], text[], text[], text[], boolean[], int[], int[], bigint[])
  security definer set search_path = pg_catalog, pg_temp;

create table reconciliation.month (
  month     date primary key check (extract(day from month) = 1),
  state     text not null check (state in ('OPEN', 'CLOSING', 'CLOSED', 'REOPENED')),
  closed_at timestamptz,
  -- Of the month when it was closed: its postings and entries, and the hash of all balances at its end.
  postings  bigint,
  entries   bigint,
  balances_hash text,
  constraint closed_with_figures check (state <> 'CLOSED'
    or (closed_at is not null and postings is not null and entries is not null and balances_hash is not null))
);
create trigger kept before delete on reconciliation.month for each row execute function ledger.refuse_change();

-- Every decision to close or to reopen a month.
create table reconciliation.month_request (
  id          uuid primary key,
  month       date not null references reconciliation.month,
  kind        text not null check (kind in ('close', 'reopen')),
  reason      text not null,
  -- The checks of the list that had not passed when the request was made.
  missing     text[] not null,
  state       text not null check (state in ('proposed', 'approved', 'rejected')),
  proposed_by text not null constraint proposed_by_is_actor check (proposed_by ~ '^(key|person|system|earlier):.'),
  proposed_at timestamptz not null,
  decided_by  text constraint decided_by_is_actor check (decided_by ~ '^(key|person|system|earlier):.'),
  decided_at  timestamptz,
  constraint decided_when_not_proposed check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint second_person check (state <> 'approved' or (proposed_by ~ '^person:' and decided_by ~ '^person:'
    and (decided_by <> proposed_by or (kind = 'close' and cardinality(missing) = 0))))
);
create unique index month_request_open on reconciliation.month_request (month) where state = 'proposed';
create index on reconciliation.month_request (month, id);
create trigger decided_once before update on reconciliation.month_request for each row
  when (old.state <> 'proposed'
        or (new.id, new.month, new.kind, new.reason, new.missing, new.proposed_by, new.proposed_at)
           is distinct from (old.id, old.month, old.kind, old.reason, old.missing, old.proposed_by, old.proposed_at))
  execute function ledger.refuse_change();
create trigger kept before delete on reconciliation.month_request for each row execute function ledger.refuse_change();
`,
);
