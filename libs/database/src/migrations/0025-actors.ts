import { sqlMigration } from '../sql-migration.js';

/**
 * Actors get a prefix: `key:`, `person:`, `system:`, and `earlier:` for records before this migration, where a key and a person
 * of the same name were the same text. Stored answers of idempotent requests and cancels become those of keys, since servers
 * repeat requests: a server's request is not carried out twice; a person's request from before the upgrade is not recognised as
 * a repeat.
 */
export const Actors0025 = sqlMigration(
  'Actors',
  25,
  `
do $$
declare
  kept record;
begin
  for kept in
    select relation, string_to_array(columns, ' ') as columns from (values
      ('messaging.revival',        'revived_by'),
      ('payouts.commission_rule',  'created_by'),
      ('payouts.debt_write_off',   'requested_by decided_by'),
      ('payouts.dispatch_decision', 'decided_by'),
      ('payouts.hold',             'placed_by released_by'),
      ('payouts.holiday_override', 'created_by'),
      ('payouts.parked_decision',  'proposed_by decided_by'),
      ('payouts.payout_override',  'placed_by'),
      ('payouts.reserve_release',  'decided_by'),
      ('payouts.run',              'drafted_by approved_by'),
      ('payouts.run_decision',     'decided_by'),
      ('payouts.run_override',     'placed_by'),
      ('payouts.terms_change',     'proposed_by decided_by')) as t(relation, columns)
  loop
    -- Nothing of a decision changes but the spelling of who took it.
    execute format('alter table %s disable trigger user', kept.relation);
    execute format('update %s set %s', kept.relation, (
      select string_agg(format(
        $f$%1$I = case when %1$I in ('payout-scheduler', 'tax-invoice-gate') or %1$I like 'policy:%%' then 'system:' else 'earlier:' end || %1$I$f$, c), ', ')
        from unnest(kept.columns) as c));
    execute format('alter table %s enable trigger user', kept.relation);
    execute format('alter table %s %s', kept.relation, (
      select string_agg(format($f$add constraint %1$I check (%2$I ~ '^(key|person|system|earlier):.')$f$, c || '_is_actor', c), ', ')
        from unnest(kept.columns) as c));
  end loop;
end $$;

update messaging.idempotency set caller = 'key:' || caller;
alter table messaging.idempotency add constraint caller_is_actor check (caller ~ '^(key|person):.');
update gateway.cancel set request_key = 'key:' || split_part(request_key, ':', 1) || E'\\n' || substr(request_key, strpos(request_key, ':') + 1)
 where strpos(request_key, ':') > 0;

-- Two people: another human each, and no key.
create function payouts.is_second_person(first text, second text) returns boolean immutable language sql as $$
  select first <> second and split_part(second, ':', 1) in ('person', 'earlier') and split_part(first, ':', 1) in (split_part(second, ':', 1), 'system')
$$;
alter table payouts.run drop constraint second_person, add constraint second_person
  check (approved_by is null or approved_by like 'system:policy:%' or payouts.is_second_person(drafted_by, approved_by));
alter table payouts.debt_write_off drop constraint second_person, add constraint second_person
  check (state <> 'approved' or payouts.is_second_person(requested_by, decided_by));
alter table payouts.terms_change drop constraint second_person, add constraint second_person
  check (state <> 'approved' or payouts.is_second_person(proposed_by, decided_by));
alter table payouts.parked_decision drop constraint second_person, add constraint second_person
  check (state <> 'approved' or payouts.is_second_person(proposed_by, decided_by));
alter table payouts.run_override add constraint by_person check (placed_by ~ '^(person|earlier):');
alter table payouts.dispatch_decision add constraint by_person
  check (action not in ('resumed', 'acknowledged') or decided_by ~ '^(person|earlier):');

-- Why a person must approve a run: none of these, and it may approve itself.
alter table payouts.run add column person_needed text[] not null default '{}';
update payouts.run set person_needed = '{ABOVE_AMOUNT}' where approved_by is null or approved_by not like 'system:%';
`,
);
