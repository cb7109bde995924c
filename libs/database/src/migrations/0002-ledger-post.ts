import { sqlMigration } from '../sql-migration.js';

/**
 * The function that writes postings: any number in one call, with one round trip and one order of locks (keys, then accounts by
 * code; a mixed order would deadlock). Accounts are created before they are locked, because a missing row takes no lock.
 */
export const LedgerPost0002 = sqlMigration(
  'LedgerPost',
  2,
  `
create function ledger.open_accounts(codes text[], currencies text[], kinds text[], guards boolean[]) returns void language sql as $$
  insert into ledger.account (code, currency, kind, guarded)
  select distinct on (a.code collate "C", a.currency) a.code, a.currency, a.kind, a.guarded
    from unnest(codes, currencies, kinds, guards) as a(code, currency, kind, guarded)
   where not exists (select from ledger.account o where o.code = a.code and o.currency = a.currency)
   order by a.code collate "C", a.currency
  on conflict do nothing
$$;

-- Locks guarded accounts until the transaction ends and tells their balances, for decisions that depend on them.
create function ledger.lock_balances(codes text[], p_currency text) returns table (code text, balance bigint) language sql as $$
  select a.code, a.balance from ledger.account a
   where a.code = any(codes) and a.currency = p_currency and a.guarded
   order by a.code for update
$$;

-- One posting, told whether it is new. Moving each balance by itself is what makes this worth a second function: it locks the
-- row, finds the account that is missing, and needs no plan larger than an index lookup. Accounts come sorted, each occurs once,
-- and legs name theirs by position.
create function ledger.post_one(
  p_key text, p_template text, p_hash text, p_effective timestamptz,
  codes text[], currencies text[], kinds text[], guards boolean[],
  leg_account int[], leg_amount bigint[]
) returns boolean language plpgsql as $$
declare
  made   bigint;
  stored text;
  moves  bigint[] := array_fill(0::bigint, array[cardinality(codes)]);
begin
  insert into ledger.posting (key, template, facts_hash, effective_at) values (p_key, p_template, p_hash, p_effective)
    on conflict (key) do nothing returning id into made;
  if made is null then
    select facts_hash into stored from ledger.posting where key = p_key;
    if stored <> p_hash then
      raise exception 'posting % was made before with different facts', p_key using errcode = 'JS001';
    end if;
    return false;
  end if;

  insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
  select made, codes[l.account], currencies[l.account], l.amount, p_effective
    from unnest(leg_account, leg_amount) as l(account, amount);

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
  return true;
end $$;

-- Any number of postings, told which of them are new. Legs name their posting and account by position; each account occurs once.
-- Generic plans, because planning with the arrays in hand takes longer than the work.
create function ledger.post(
  keys text[], templates text[], hashes text[], effective timestamptz[],
  codes text[], currencies text[], kinds text[], guards boolean[],
  leg_posting int[], leg_account int[], leg_amount bigint[]
) returns text[] language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  ids         bigint[];                       -- by position in keys; null where the key is not new
  fresh       text[];
  conflicting text;
begin
  with made as (
    insert into ledger.posting (key, template, facts_hash, effective_at)
    select p.key, p.template, p.hash, p.at
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
  select ids[l.posting], codes[l.account], currencies[l.account], l.amount, effective[l.posting]
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

-- Debits minus credits of any account as of an instant of business time.
create function ledger.balance_at(p_code text, p_currency text, p_at timestamptz) returns bigint language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from ledger.entry
   where account_code = p_code and currency = p_currency and effective_at <= p_at
$$;
`,
);
