import { sqlMigration } from '../sql-migration.js';

/**
 * The life of a break: states, facts of both sides, due date, and a history that writes itself with every change and is never
 * rewritten. Earlier decisions of people become history.
 */
export const Breaks0051 = sqlMigration(
  'Breaks',
  51,
  `
-- The severity of a break by amount (in won) or by age; each row holds for breaks that open from its time on.
create table reconciliation.severity_rule (
  effective_from     timestamptz primary key,
  critical_amount    bigint   not null,
  critical_age       interval not null,
  critical_due       interval not null,
  high_amount        bigint   not null,
  high_age           interval not null,
  high_due           interval not null,
  medium_amount      bigint   not null,
  medium_age         interval not null,
  medium_due         interval not null,
  low_due            interval not null,
  set_by             text not null constraint set_by_is_actor check (set_by ~ '^(key|person|system|earlier):.'),
  reason             text not null,
  constraint falls check (critical_amount >= high_amount and high_amount >= medium_amount and medium_amount > 0
    and critical_age >= high_age and high_age >= medium_age and medium_age > interval '0')
);
insert into reconciliation.severity_rule values
  ('2000-01-01T00:00:00+09:00', 100000, '120 hours', '24 hours', 10000, '72 hours', '72 hours', 1000, '24 hours', '120 hours',
   '168 hours', 'system:default', 'Amounts and ages that the product is delivered with');

create function reconciliation.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows of % are never rewritten', lower(tg_op), tg_table_name;
end $$;
create trigger never_changed before update or delete on reconciliation.severity_rule
  for each row execute function reconciliation.refuse_change();

-- The times at which a break reaches each severity, and the time until which it must be settled. An amount of null is not known
-- and counts as the largest; an amount in another currency counts by its age only.
create function reconciliation.severity_times(amount bigint, currency text, opened_at timestamptz)
returns table (medium_at timestamptz, high_at timestamptz, critical_at timestamptz, due_at timestamptz) language sql stable as $$
  select t.medium_at, t.high_at, t.critical_at,
         least(t.critical_at + r.critical_due, t.high_at + r.high_due, t.medium_at + r.medium_due, opened_at + r.low_due)
    from (select * from reconciliation.severity_rule where effective_from <= opened_at order by effective_from desc limit 1) r
   cross join lateral (select case when currency <> 'KRW' then 0 else coalesce(abs(amount), r.critical_amount) end as won) a
   cross join lateral (select opened_at + case when a.won < r.medium_amount then r.medium_age else interval '0' end as medium_at,
                              opened_at + case when a.won < r.high_amount then r.high_age else interval '0' end as high_at,
                              opened_at + case when a.won < r.critical_amount then r.critical_age else interval '0' end as critical_at) t
$$;

alter table reconciliation.break
  add column state       text not null default 'OPEN',
  -- The difference in minor units of the currency; null: not known.
  add column amount      bigint,
  add column currency    char(3) not null default 'KRW',
  -- {ours: {…}, theirs: {…}, differs: [field, …]}
  add column evidence    jsonb not null default '{"ours": {}, "theirs": {}, "differs": []}',
  add column order_id    text,
  add column payment_key text,
  add column seller_id   text,
  -- The key of the record that a person declared to be the same.
  add column matched_key text,
  add column owner       text constraint owner_is_actor check (owner ~ '^person:.'),
  add column medium_at   timestamptz,
  add column high_at     timestamptz,
  add column critical_at timestamptz,
  add column due_at      timestamptz,
  add column is_overdue_announced boolean not null default false,
  -- The last change; the trigger below copies each one to the history.
  add column version     integer not null default 1,
  add column action      text not null default 'open',
  add column changed_at  timestamptz,
  add column changed_by  text not null default 'system:reconciler'
    constraint changed_by_is_actor check (changed_by ~ '^(key|person|system|earlier):.'),
  add column credential  text,
  add column reason      text,
  add column note        text;

create table reconciliation.break_event (
  break_id    uuid        not null references reconciliation.break,
  version     integer     not null,
  action      text        not null,
  from_state  text        not null,
  to_state    text        not null,
  actor       text        not null constraint actor_is_actor check (actor ~ '^(key|person|system|earlier):.'),
  credential  text,
  reason      text,
  -- A person's evidence: a text, or where the document is kept.
  note        text,
  -- The facts of the break before and after the change: expected, found, amount, currency, evidence, owner, matched key.
  before      jsonb       not null,
  after       jsonb       not null,
  at          timestamptz not null,
  primary key (break_id, version)
);
create trigger never_changed before update or delete on reconciliation.break_event
  for each row execute function reconciliation.refuse_change();

-- A break that a person closed was explained; a break that a run closed is closed.
insert into reconciliation.break_event
select b.id, 2, case when coalesce(b.resolution, 'CAUSE_GONE') = 'CAUSE_GONE' then 'vanish' else 'explain' end, 'OPEN',
       case when coalesce(b.resolution, 'CAUSE_GONE') = 'CAUSE_GONE' then 'CLOSED' else 'EXPLAINED' end,
       case when coalesce(b.resolution, 'CAUSE_GONE') = 'CAUSE_GONE' then 'system:reconciler' else coalesce(d.resolved_by, 'earlier:unknown') end, null,
       case when b.resolution <> 'CAUSE_GONE' then coalesce(d.reason, nullif(b.resolution, 'BY_PERSON'), 'not recorded') end, d.evidence,
       jsonb_build_object('expected', b.expected, 'found', b.found), jsonb_build_object('expected', b.expected, 'found', b.found),
       coalesce(d.resolved_at, b.resolved_at)
  from reconciliation.break b left join reconciliation.break_resolution d on d.break_id = b.id
 where b.resolved_at is not null;
update reconciliation.break b
   set (version, action, state, changed_by, reason, note, changed_at)
     = (e.version, e.action, e.to_state, e.actor, e.reason, e.note, e.at)
  from reconciliation.break_event e where e.break_id = b.id;
update reconciliation.break b
   set (medium_at, high_at, critical_at, due_at, changed_at)
     = (t.medium_at, t.high_at, t.critical_at, t.due_at, coalesce(b.changed_at, b.opened_at))
  from reconciliation.break o cross join lateral reconciliation.severity_times(o.amount, o.currency, o.opened_at) t
 where o.id = b.id;
do $$
begin
  if exists (select from reconciliation.break where (state in ('OPEN', 'ASSIGNED', 'REOPENED')) <> (resolved_at is null)) then
    raise exception 'A break that was closed would be open';
  end if;
end $$;

drop table reconciliation.break_resolution;
alter table reconciliation.break
  drop column resolution,
  alter column medium_at   set not null,
  alter column high_at     set not null,
  alter column critical_at set not null,
  alter column due_at      set not null,
  alter column changed_at  set not null,
  add constraint state_known check (state in ('OPEN', 'ASSIGNED', 'EXPLAINED', 'ADJUSTED', 'FORCED', 'CLOSED', 'REOPENED')),
  add constraint owned_when_assigned check (state <> 'ASSIGNED' or owner is not null),
  add constraint matched_when_forced check (state <> 'FORCED' or matched_key is not null),
  add constraint reason_of_person check (state not in ('EXPLAINED', 'ADJUSTED', 'FORCED') or reason is not null);
-- resolved_at: the time at which the break stopped being open.
alter table reconciliation.break add constraint resolved_when_not_open
  check ((state in ('OPEN', 'ASSIGNED', 'REOPENED')) = (resolved_at is null));

create index break_open_of_class on reconciliation.break (class, subject) where resolved_at is null;
create index break_of_order on reconciliation.break (order_id) where order_id is not null;
create index break_of_payment on reconciliation.break (payment_key) where payment_key is not null;
create index break_of_seller on reconciliation.break (seller_id) where seller_id is not null;
create index break_due on reconciliation.break (due_at) where resolved_at is null and not is_overdue_announced;

-- Severity is a question about a time: the same break is more severe the older it is.
create function reconciliation.severity(b reconciliation.break, at timestamptz) returns text language sql immutable as $$
  select case when b.critical_at <= at then 'CRITICAL' when b.high_at <= at then 'HIGH' when b.medium_at <= at then 'MEDIUM' else 'LOW' end
$$;

create function reconciliation.facts_of(b reconciliation.break) returns jsonb language sql immutable as $$
  select jsonb_build_object('expected', b.expected, 'found', b.found, 'amount', b.amount::text, 'currency', b.currency,
    'evidence', b.evidence, 'owner', b.owner, 'matchedKey', b.matched_key, 'businessDate', b.business_date, 'openedAt', b.opened_at)
$$;

-- Every change of a break counts its version, and is written to the history as a whole statement: no caller can leave it out.
create function reconciliation.record_break_changes() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into reconciliation.break_event
  select n.id, n.version, n.action, o.state, n.state, n.changed_by, n.credential, n.reason, n.note,
         reconciliation.facts_of(o), reconciliation.facts_of(n), n.changed_at
    from changed n join earlier o on o.id = n.id
   where n.version <> o.version;
  return null;
end $$;
create trigger recorded after update on reconciliation.break
  referencing old table as earlier new table as changed
  for each statement execute function reconciliation.record_break_changes();
create function reconciliation.refuse_uncounted() returns trigger language plpgsql as $$
begin
  raise exception 'Break % changed without a new version: its history would lack the change', old.id;
end $$;
create trigger counted before update on reconciliation.break for each row
  when (new.version not in (old.version, old.version + 1)
        or (new.version = old.version
            and (new.id, new.class, new.subject, new.business_date, new.expected, new.found, new.opened_at, new.resolved_at, new.state,
                 new.amount, new.currency, new.evidence, new.order_id, new.payment_key, new.seller_id, new.matched_key, new.owner, new.due_at,
                 new.action, new.changed_at, new.changed_by, new.credential, new.reason, new.note)
                is distinct from
                (old.id, old.class, old.subject, old.business_date, old.expected, old.found, old.opened_at, old.resolved_at, old.state,
                 old.amount, old.currency, old.evidence, old.order_id, old.payment_key, old.seller_id, old.matched_key, old.owner, old.due_at,
                 old.action, old.changed_at, old.changed_by, old.credential, old.reason, old.note)))
  execute function reconciliation.refuse_uncounted();
create trigger kept before delete on reconciliation.break for each row execute function reconciliation.refuse_change();
`,
);
