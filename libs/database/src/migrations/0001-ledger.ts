import { sqlMigration } from '../sql-migration.js';

/** The ledger's tables. The database itself, not the code, enforces the invariants of the ledger. */
export const Ledger0001 = sqlMigration(
  'Ledger',
  1,
  `
create schema ledger;

-- A domain, because a check of the table would be evaluated again with every balance that moves.
create domain ledger.account_kind as text check (value in ('asset', 'liability', 'income', 'expense'));

-- A function, because an expression this long would be parsed again by every statement that moves a balance.
create function ledger.is_overdrawn(kind text, balance bigint) returns boolean language plpgsql immutable as $$
begin
  return case when kind in ('asset', 'expense') then balance < 0 else balance > 0 end;
end $$;

-- Codes sort by their bytes everywhere: it is the order in which accounts are locked, here and by the callers that sort them.
create table ledger.account (
  code      text collate "C" not null,
  currency  char(3) not null,
  kind      ledger.account_kind not null,
  guarded   boolean not null,                 -- keeps a running balance that may not fall below zero
  balance   bigint  not null default 0,       -- debits minus credits; always 0 where not guarded: sum the entries
  primary key (code, currency),
  constraint no_overdraft check (not guarded or not ledger.is_overdrawn(kind, balance))
) with (fillfactor = 70);                     -- leaves room to move a balance without touching the index

create table ledger.posting (
  id           bigint generated always as identity primary key,
  key          text collate "C" not null unique,  -- one business fact, one posting
  template     text not null,
  facts_hash   text not null,
  effective_at timestamptz not null,
  created_at   timestamptz not null default clock_timestamp(),
  txid         xid8 not null default pg_current_xact_id()  -- orders the sealing of postings whose ids commit out of order
);
create index on ledger.posting (txid, id);

create table ledger.entry (
  posting_id   bigint not null,                            -- of a posting: see check_balanced
  id           bigint generated always as identity,
  account_code text collate "C" not null,
  currency     char(3) not null,
  amount       bigint not null check (amount <> 0),        -- positive debits, negative credits
  effective_at timestamptz not null,
  primary key (posting_id, id)
);
create index on ledger.entry (account_code, currency, id);

-- What each account's sealed entries sum to, moved with every seal: a balance is this and the entries not sealed yet.
create table ledger.checkpoint (
  account_code text collate "C" not null,
  currency     char(3) not null,
  balance      bigint  not null,              -- debits minus credits
  entries      bigint  not null,
  primary key (account_code, currency)
);

-- A chain of hashes over sealed postings: a changed or missing one breaks every later link.
create table ledger.seal (
  id           bigint generated always as identity primary key,
  last_txid    xid8   not null,
  last_posting bigint not null,
  postings     bigint not null check (postings > 0),
  hash         text   not null,
  created_at   timestamptz not null default clock_timestamp()
);

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger rows are append-only' using errcode = 'JS002';
end $$;
create trigger append_only before update or delete on ledger.entry   for each row execute function ledger.refuse_change();
create trigger append_only before update or delete on ledger.posting for each row execute function ledger.refuse_change();
create trigger append_only before update or delete on ledger.seal    for each row execute function ledger.refuse_change();
create trigger no_truncate before truncate on ledger.entry   execute function ledger.refuse_change();
create trigger no_truncate before truncate on ledger.posting execute function ledger.refuse_change();

-- Each entry answers for its own currency, so that nothing needs grouping. It also answers for its posting: a foreign key would
-- lock the posting's row for every leg against a deletion that the triggers above refuse anyway.
create function ledger.check_balanced() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from ledger.entry where posting_id = new.posting_id and currency = new.currency) <> 0 then
    raise exception 'posting % does not balance', new.posting_id using errcode = 'JS003';
  end if;
  if not exists (select from ledger.posting where id = new.posting_id) then
    raise exception 'entry % belongs to no posting', new.id using errcode = 'JS004';
  end if;
  return null;
end $$;
-- On entry, not on posting: nobody can add a lone leg later either.
create constraint trigger balanced after insert on ledger.entry deferrable initially deferred
  for each row execute function ledger.check_balanced();
`,
);
