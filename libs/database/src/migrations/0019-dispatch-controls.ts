import { sqlMigration } from '../sql-migration.js';

/**
 * The controls of sending: the halt switch, the caps and the fingerprint of a run, and payouts at the provider that our records
 * lack.
 */
export const DispatchControls0019 = sqlMigration(
  'DispatchControls',
  19,
  `
-- One row, asked directly before the first byte of every batch. A person halts; the comparison with the provider locks.
create table payouts.dispatch_control (
  one                  boolean primary key default true check (one),
  halted               boolean not null default false,
  locked               boolean not null default false,
  compared_at          timestamptz,                      -- the last complete comparison with the provider, in real time
  compared_incarnation text                              -- of which database: another one is compared anew
);
insert into payouts.dispatch_control default values;

create table payouts.dispatch_decision (
  id         bigint generated always as identity primary key,
  action     text not null check (action in ('halted', 'resumed', 'locked', 'acknowledged')),
  reason     text not null,
  decided_by text not null,
  role       text not null,                              -- in which role, or 'guard' where nobody was asked
  decided_at timestamptz not null
);
create trigger append_only before update or delete on payouts.dispatch_decision
  for each row execute function payouts.refuse_sealed_change('a decision stays as it was taken');
create trigger no_truncate before truncate on payouts.dispatch_decision
  execute function payouts.refuse_sealed_change('a decision stays as it was taken');

-- A payout that the provider has and that the books do not have as sent: each is found once.
create table payouts.provider_finding (
  id                 bigint generated always as identity primary key,
  provider_payout_id text not null unique,
  ref_payout_id      text,
  destination        text not null,
  seller_id          text,                               -- null: no seller of ours
  kind               text not null check (kind in ('UNKNOWN_PAYOUT', 'NEVER_SENT', 'OTHER_CONTENT')),
  amount             bigint not null,
  provider_status    text not null,
  payout_date        date not null,
  our_state          text,                               -- of the payout with that reference; null: there is none
  our_amount         bigint,
  found_at           timestamptz not null,
  acknowledgement_id bigint references payouts.dispatch_decision,
  constraint known_or_not check ((kind = 'UNKNOWN_PAYOUT') = (our_state is null) and (our_state is null) = (our_amount is null))
);
create index provider_finding_open on payouts.provider_finding (id) where acknowledgement_id is null;
create trigger acknowledged_once before update on payouts.provider_finding for each row
  when (old.acknowledgement_id is not null
        or (to_jsonb(old) - 'acknowledgement_id') is distinct from (to_jsonb(new) - 'acknowledgement_id'))
  execute function payouts.refuse_sealed_change('a finding stays as it was found');
create trigger kept before delete on payouts.provider_finding
  for each row execute function payouts.refuse_sealed_change('a finding stays as it was found');

-- A limit that one run may pass, as a second person decided.
create table payouts.run_override (
  run_id    uuid not null references payouts.run,
  kind      text not null check (kind in ('RUN_CAP', 'DAY_CAP', 'DUPLICATE_RUN')),
  reason    text not null,
  placed_by text not null,
  role      text not null,
  placed_at timestamptz not null,
  primary key (run_id, kind)
);
create trigger append_only before update or delete on payouts.run_override
  for each row execute function payouts.refuse_sealed_change('a decision stays as it was taken');
create trigger no_truncate before truncate on payouts.run_override
  execute function payouts.refuse_sealed_change('a decision stays as it was taken');

alter table payouts.run
  add column payout_fingerprint text,                    -- of the accounts and amounts, in no order; null while it is drafted
  add column paused_reason      text check (paused_reason in ('RUN_CAP', 'DAY_CAP', 'DUPLICATE_RUN')),
  add column paused_at          timestamptz,
  add constraint paused_since check ((paused_reason is null) = (paused_at is null));
create index run_fingerprint on payouts.run (payout_fingerprint) where payout_fingerprint is not null;
create index run_paused      on payouts.run (paused_at) where paused_reason is not null;
create trigger fingerprinted before update of payout_fingerprint on payouts.run for each row
  when (old.content_hash <> '' and old.payout_fingerprint is distinct from new.payout_fingerprint)
  execute function payouts.refuse_sealed_change('a sealed run stays as it was shown');

-- What was sent since a moment is counted batch by batch: a payout names its batch.
create index attempt_created on payouts.attempt (created_at);
`,
);
