import { sqlMigration } from '../sql-migration.js';

/**
 * A changed bank account waits: nothing is paid to the account before another person has confirmed it, or its waiting time is
 * over. Each change is a row with who asked and who decided. The seller's row holds the date until which nothing is paid, which
 * the gates read.
 */
export const AccountChanges0026 = sqlMigration(
  'AccountChanges',
  26,
  `
create table onboarding.account_change (
  id                   uuid primary key,
  number               bigint not null generated always as identity unique,
  seller_id            text not null references onboarding.seller,
  bank_code            text not null,
  account_masked       text not null,
  account_fingerprint  text not null,     -- the one account that a decision about this change is about
  previous_bank_code   text not null,
  previous_masked      text not null,
  trusted_fingerprint  text,              -- the last account that could be paid: going back there needs nobody
  asked_by             text not null,
  asked_at             timestamptz not null,
  state                text not null check (state in ('asked', 'refused', 'trusted', 'waiting', 'confirmed', 'rejected', 'replaced')),
  refusal_code         text,
  taken_at             timestamptz,       -- when the provider had it
  payable_from         timestamptz,       -- when the wait is over; null while it waits: only a person ends it
  decided_by           text,
  decided_at           timestamptz,
  reason               text,
  constraint taken check ((state in ('asked', 'refused')) = (taken_at is null)),
  constraint knows_what_to_trust check ((taken_at is null) = (trusted_fingerprint is null)),
  constraint waits check (state <> 'waiting' or payable_from is null or payable_from > taken_at),
  constraint decided check ((state in ('confirmed', 'rejected')) = (decided_by is not null and decided_at is not null and reason is not null)),
  constraint second_person check (state <> 'confirmed' or (decided_by <> asked_by and decided_by like 'person:%')),
  constraint asked_by_is_actor check (asked_by ~ '^(key|person|system|earlier):.'),
  constraint decided_by_is_actor check (decided_by ~ '^(key|person|system|earlier):.')
);
create unique index account_change_asked on onboarding.account_change (seller_id) where state = 'asked';
create unique index account_change_waiting on onboarding.account_change (seller_id) where state = 'waiting';
create index account_change_of_seller on onboarding.account_change (seller_id, number);

create function onboarding.keep_account_change() returns trigger language plpgsql as $$
begin
  -- The seller's data is erased: the fingerprints say nothing to anybody.
  if tg_op = 'UPDATE' and (new.account_masked, new.previous_masked) = ('', '')
     and to_jsonb(old) - '{account_masked,previous_masked}'::text[] = to_jsonb(new) - '{account_masked,previous_masked}'::text[]
  then
    return new;
  end if;
  if tg_op = 'DELETE' or old.state not in ('asked', 'waiting')
     or (old.state = 'waiting' and new.state in ('asked', 'refused', 'trusted'))
     or (old.state = 'asked' and new.state in ('confirmed', 'rejected', 'replaced'))
     or (old.id, old.number, old.seller_id, old.bank_code, old.account_masked, old.account_fingerprint, old.previous_bank_code, old.previous_masked, old.asked_by, old.asked_at)
        is distinct from (new.id, new.number, new.seller_id, new.bank_code, new.account_masked, new.account_fingerprint, new.previous_bank_code, new.previous_masked, new.asked_by, new.asked_at)
     or (old.taken_at is not null and (old.taken_at, old.payable_from, old.trusted_fingerprint) is distinct from (new.taken_at, new.payable_from, new.trusted_fingerprint))
  then
    raise exception 'a change of account stays as it was asked for and decided';
  end if;
  return new;
end $$;
create trigger kept before update or delete on onboarding.account_change
  for each row execute function onboarding.keep_account_change();

alter table onboarding.seller
  add column account_held_until timestamptz,  -- nothing is paid to the account before; infinity: before somebody decides
  add column account_changing boolean not null generated always as (pending_account_sealed is not null) stored;

-- Whoever gives a registered seller another account without a change that the provider has taken closes it.
create function onboarding.hold_changed_account() returns trigger language plpgsql as $$
begin
  if not exists (
    select from onboarding.account_change c
     where c.seller_id = new.seller_id and c.account_fingerprint = new.account_fingerprint and c.state in ('waiting', 'trusted'))
  then
    new.account_held_until := 'infinity';
  end if;
  return new;
end $$;
create trigger hold_changed_account before update on onboarding.seller
  for each row when (new.account_fingerprint <> old.account_fingerprint and old.provider_seller_id is not null)
  execute function onboarding.hold_changed_account();

create function onboarding.erase_account_changes() returns trigger language plpgsql as $$
begin
  update onboarding.account_change set account_masked = '', previous_masked = '' where seller_id = new.seller_id;
  return null;
end $$;
create trigger erase_account_changes after update on onboarding.seller
  for each row when (new.account_masked = '' and old.account_masked <> '')
  execute function onboarding.erase_account_changes();
`,
);
