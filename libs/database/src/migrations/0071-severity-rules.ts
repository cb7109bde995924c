import { sqlMigration } from '../sql-migration.js';

/** Severity rules are versions that two people decide, as matching rules are; rows from before were set by one. */
export const SeverityRules0071 = sqlMigration(
  'SeverityRules',
  71,
  `
drop trigger never_changed on reconciliation.severity_rule;
alter table reconciliation.severity_rule drop constraint severity_rule_pkey;
alter table reconciliation.severity_rule rename column set_by to proposed_by;
alter table reconciliation.severity_rule rename constraint set_by_is_actor to proposed_by_is_actor;
alter table reconciliation.severity_rule
  add column id          uuid not null default gen_random_uuid() primary key,
  add column state       text not null default 'active' check (state in ('proposed', 'active', 'rejected')),
  add column proposed_at timestamptz,
  add column decided_by  text constraint decided_by_is_actor check (decided_by ~ '^(key|person|system|earlier):.'),
  add column decided_at  timestamptz;
update reconciliation.severity_rule set (proposed_at, decided_by, decided_at) = (effective_from, proposed_by, effective_from);
-- A version is in force from the beginning of a date in Seoul. Of several rows of one date the last one held for most of it.
alter table reconciliation.severity_rule alter column effective_from type date using (effective_from at time zone 'Asia/Seoul')::date;
update reconciliation.severity_rule r set state = 'rejected'
 where exists (select from reconciliation.severity_rule o where o.effective_from = r.effective_from and o.decided_at > r.decided_at);
alter table reconciliation.severity_rule
  alter column id drop default,
  alter column state drop default,
  alter column proposed_at set not null,
  add constraint decided_once check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null));
create unique index severity_rule_of_a_day on reconciliation.severity_rule (effective_from) where state = 'active';
create trigger kept before update or delete on reconciliation.severity_rule for each row execute function reconciliation.keep_decided();

create or replace function reconciliation.severity_times(amount bigint, currency text, opened_at timestamptz)
returns table (medium_at timestamptz, high_at timestamptz, critical_at timestamptz, due_at timestamptz) language sql stable as $$
  select t.medium_at, t.high_at, t.critical_at,
         least(t.critical_at + r.critical_due, t.high_at + r.high_due, t.medium_at + r.medium_due, opened_at + r.low_due)
    from (select * from reconciliation.severity_rule
           where state = 'active' and decided_at <= opened_at and effective_from <= (opened_at at time zone 'Asia/Seoul')::date
           order by effective_from desc limit 1) r
   cross join lateral (select case when currency <> 'KRW' then 0 else coalesce(abs(amount), r.critical_amount) end as won) a
   cross join lateral (select opened_at + case when a.won < r.medium_amount then r.medium_age else interval '0' end as medium_at,
                              opened_at + case when a.won < r.high_amount then r.high_age else interval '0' end as high_at,
                              opened_at + case when a.won < r.critical_amount then r.critical_age else interval '0' end as critical_at) t
$$;
`,
);
