import { sqlMigration } from '../sql-migration.js';

/** How people settle breaks: each decision is proposed by one person, and above a limit carried out by another. */
export const BreakDecisions0052 = sqlMigration(
  'BreakDecisions',
  52,
  `
create table reconciliation.break_decision (
  id              uuid primary key,
  break_id        uuid not null references reconciliation.break,
  -- The version of the break that the decision is about: a break that changed since is looked at again.
  break_version   integer not null,
  way             text not null check (way in ('expect', 'adjust', 'force')),
  reason          text not null,
  note            text,
  -- adjust: what the account that differs gains, from the counter-account, in minor units of the currency.
  account         text,
  counter_account text,
  gain            bigint check (gain <> 0),
  -- force: the key of the record that is declared the same.
  matched_key     text,
  -- What the decision is about, without its sign; null: not known in won.
  size            bigint check (size >= 0),
  state           text not null check (state in ('proposed', 'approved', 'declined')),
  proposed_by     text not null constraint proposed_by_is_actor check (proposed_by ~ '^(key|person|system|earlier):.'),
  proposed_at     timestamptz not null,
  decided_by      text constraint decided_by_is_actor check (decided_by ~ '^(key|person|system|earlier):.'),
  decided_at      timestamptz,
  decline_reason  text,
  -- The most won that one person could settle alone in a day, where one person did.
  alone_limit     bigint,
  constraint adjusted check ((way = 'adjust') = (account is not null and counter_account is not null and gain is not null)),
  constraint forced check ((way = 'force') = (matched_key is not null)),
  constraint decided_when_not_proposed check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint second_person check (state <> 'approved' or (proposed_by ~ '^person:' and decided_by ~ '^person:'
    and (proposed_by <> decided_by or (alone_limit is not null and size <= alone_limit))))
);
create index on reconciliation.break_decision (break_id, proposed_at);
create unique index break_decision_open on reconciliation.break_decision (break_id) where state = 'proposed';
create index break_decision_waiting on reconciliation.break_decision (proposed_at, id) where state = 'proposed';
create index break_decision_alone on reconciliation.break_decision (decided_by, decided_at) where alone_limit is not null;
create trigger decided_once before update on reconciliation.break_decision for each row
  when (old.state <> 'proposed'
        or (new.id, new.break_id, new.break_version, new.way, new.reason, new.note, new.account, new.counter_account, new.gain, new.matched_key,
            new.size, new.proposed_by, new.proposed_at)
           is distinct from
           (old.id, old.break_id, old.break_version, old.way, old.reason, old.note, old.account, old.counter_account, old.gain, old.matched_key,
            old.size, old.proposed_by, old.proposed_at))
  execute function reconciliation.refuse_change();
create trigger kept before delete on reconciliation.break_decision for each row execute function reconciliation.refuse_change();

-- Words about a break that settle nothing: they stand in the history and leave the reason of the last settlement as it is.
alter table reconciliation.break add column remark text;
create or replace function reconciliation.record_break_changes() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into reconciliation.break_event
  select n.id, n.version, n.action, o.state, n.state, n.changed_by, n.credential,
         case when n.action in ('comment', 'assign', 'unassign') then n.remark else n.reason end,
         case when n.action in ('comment', 'assign', 'unassign') then null else n.note end,
         reconciliation.facts_of(o), reconciliation.facts_of(n), n.changed_at
    from changed n join earlier o on o.id = n.id
   where n.version <> o.version;
  return null;
end $$;
`,
);
