import { sqlMigration } from '../sql-migration.js';

/**
 * Posting is one call for any number of postings: one round trip, one lock order. Accounts are created before they are
 * locked (a missing row takes no lock) and locked in code order (a mixed order deadlocks).
 */
export const LedgerPost0002 = sqlMigration(
  'LedgerPost',
  2,
  `
create function ledger.open_accounts(codes text[], currencies text[], kinds text[], guards boolean[]) returns void language sql as $$
  insert into ledger.account (code, currency, kind, guarded)
  select distinct on (a.code, a.currency) a.code, a.currency, a.kind, a.guarded
    from unnest(codes, currencies, kinds, guards) as a(code, currency, kind, guarded)
   where not exists (select from ledger.account o where o.code = a.code and o.currency = a.currency)
   order by a.code, a.currency
  on conflict do nothing
$$;

-- Locks guarded accounts until the transaction ends and tells their balances, for decisions that depend on them.
create function ledger.lock_balances(codes text[], p_currency text) returns table (code text, balance bigint) language sql as $$
  select a.code, a.balance from ledger.account a
   where a.code = any(codes) and a.currency = p_currency and a.guarded
   order by a.code for update
$$;

create function ledger.post(
  keys text[], templates text[], hashes text[], effective timestamptz[],
  leg_posting int[], leg_account text[], leg_currency text[], leg_kind text[], leg_guarded boolean[], leg_amount bigint[]
) returns setof text language plpgsql as $$
declare
  conflicting text;
begin
  perform ledger.open_accounts(leg_account, leg_currency, leg_kind, leg_guarded);

  if true = any(leg_guarded) then
    perform from ledger.account a
      where a.guarded and (a.code, a.currency) in (select * from unnest(leg_account, leg_currency))
      order by a.code, a.currency for update;
  end if;

  return query
  with fresh as (
    insert into ledger.posting (key, template, facts_hash, effective_at)
    select p.key, p.template, p.hash, p.at
      from unnest(keys, templates, hashes, effective) as p(key, template, hash, at)
     order by p.key
    on conflict (key) do nothing
    returning id, posting.key, posting.effective_at
  ), leg as (
    select f.id as posting_id, l.account, l.currency, l.guarded, l.amount, f.effective_at
      from unnest(leg_posting, leg_account, leg_currency, leg_guarded, leg_amount) as l(posting, account, currency, guarded, amount)
      join fresh f on f.key = keys[l.posting]
  ), entered as (
    insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
    select posting_id, account, currency, amount, effective_at from leg
  ), moved as (
    update ledger.account a set balance = a.balance + m.amount
      from (select account, currency, sum(amount)::bigint as amount from leg where leg.guarded group by account, currency) m
     where a.code = m.account and a.currency = m.currency and m.amount <> 0
  )
  select f.key from fresh f;

  select p.key into conflicting
    from unnest(keys, hashes) as p(key, hash)
    join ledger.posting stored on stored.key = p.key
   where stored.facts_hash <> p.hash
   limit 1;
  if conflicting is not null then
    raise exception 'posting % was made before with different facts', conflicting using errcode = 'JS001';
  end if;
end $$;

-- Debits minus credits of any account as of an instant of business time.
create function ledger.balance_at(p_code text, p_currency text, p_at timestamptz) returns bigint language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from ledger.entry
   where account_code = p_code and currency = p_currency and effective_at <= p_at
$$;
`,
);
