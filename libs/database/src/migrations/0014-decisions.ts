import { sqlMigration } from '../sql-migration.js';

/**
 * Decisions of people about sellers' balances. A decision is written once and never changed: it is the audit record of its
 * effect.
 */
export const Decisions0014 = sqlMigration(
  'Decisions',
  14,
  `
create function payouts.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is a record of decisions: it is added to, never rewritten', tg_table_name using errcode = 'JS005';
end $$;

-- A hold is placed as it is, and released once.
create trigger released_once before update on payouts.hold for each row
  when (old.released_at is not null
        or (new.id, new.seller_id, new.reason, new.detail, new.scope, new.order_id, new.amount, new.release_on, new.placed_at, new.placed_by)
           is distinct from
           (old.id, old.seller_id, old.reason, old.detail, old.scope, old.order_id, old.amount, old.release_on, old.placed_at, old.placed_by))
  execute function payouts.refuse_change();
create trigger kept before delete on payouts.hold for each row execute function payouts.refuse_change();

-- What one decision took out of which reserves; its posting is keyed by the decision.
create table payouts.reserve_release (
  decision_id uuid not null,
  reserve_id  uuid not null references payouts.reserve_hold,
  seller_id   text not null,
  amount      bigint not null check (amount > 0),
  reason      text not null,
  decided_by  text not null,
  decided_at  timestamptz not null,
  primary key (decision_id, reserve_id)
);
create index on payouts.reserve_release (reserve_id);
create index reserve_hold_seller on payouts.reserve_hold (seller_id, id);
create trigger kept before update or delete on payouts.reserve_release for each row execute function payouts.refuse_change();

-- Debt that is given up: asked for by one person, decided by another.
create table payouts.debt_write_off (
  id           uuid primary key,
  seller_id    text not null,
  amount       bigint not null check (amount > 0),
  reason       text not null,
  state        text not null check (state in ('requested', 'approved', 'rejected')),
  requested_by text not null,
  requested_at timestamptz not null,
  decided_by   text,
  decided_at   timestamptz,
  constraint decided_when_not_requested check ((state = 'requested') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint second_person check (state <> 'approved' or decided_by <> requested_by)
);
create index on payouts.debt_write_off (seller_id);
create index debt_write_off_open on payouts.debt_write_off (id) where state = 'requested';
create trigger decided_once before update on payouts.debt_write_off for each row
  when (old.state <> 'requested'
        or (new.id, new.seller_id, new.amount, new.reason, new.requested_by, new.requested_at)
           is distinct from (old.id, old.seller_id, old.amount, old.reason, old.requested_by, old.requested_at))
  execute function payouts.refuse_change();
create trigger kept before delete on payouts.debt_write_off for each row execute function payouts.refuse_change();

-- Lets one statement do what its rules would not.
create table payouts.payout_override (
  id            uuid primary key,
  seller_id     text not null,
  kind          text not null check (kind in ('BELOW_MINIMUM')),
  business_date date not null,
  reason        text not null,
  placed_by     text not null,
  placed_at     timestamptz not null,
  unique (seller_id, kind, business_date)
);
create trigger kept before update or delete on payouts.payout_override for each row execute function payouts.refuse_change();
`,
);
