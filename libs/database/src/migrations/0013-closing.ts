import { sqlMigration } from '../sql-migration.js';

/**
 * Data for closing all statements of a run by set-based SQL: the end of each seller's last statement, tax withheld so far, and
 * refunds that became debt.
 */
export const Closing0013 = sqlMigration(
  'Closing',
  13,
  `
-- As before, except that entries are numbered only once their account is locked: on a guarded account a lower number can then never
-- appear after a higher one was seen, and a statement can begin where the last one ended instead of reading all of the history.
create or replace function ledger.post_one(
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
  select made, codes[l.account], currencies[l.account], l.amount, p_effective
    from unnest(leg_account, leg_amount) as l(account, amount);
  return true;
end $$;

alter table payouts.statement
  add column taxable_to_date  bigint not null default 0, -- of this seller, this statement included
  add column withheld_to_date bigint not null default 0,
  add column stated_through   bigint not null default 0; -- every movement of payable up to this entry stands on a statement

-- Lines take their place before what they add up to is known.
alter table payouts.statement_line alter constraint statement_line_statement_id_fkey deferrable initially deferred;

-- A refund that became debt moves no payable, yet it was taxed when it was earned: each stands on exactly one statement, too.
create table payouts.stated_debt (
  entry_id     bigint primary key,
  statement_id uuid not null references payouts.statement deferrable initially deferred,
  amount       bigint not null check (amount > 0)
);
create index on payouts.stated_debt (statement_id);

-- A run's payouts in the order in which they are hashed, page by page.
create index on payouts.payout (run_id, ref_payout_id);

-- What future debits are looked for in: few of many.
create index cancel_open on gateway.cancel (payment_id) where state = 'requested';
`,
);
