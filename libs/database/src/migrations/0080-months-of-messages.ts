import { sqlMigration } from '../sql-migration.js';

/**
 * Events, their deliveries, webhooks received and pages of listings by month, so that what is past its retention time leaves
 * as a table and not row by row. What must be unique for longer than a month stands in narrow tables that have no months.
 */
export const MonthsOfMessages0080 = sqlMigration(
  'MonthsOfMessages',
  80,
  `
-- Copying long tables takes longer than a statement of a service may.
set local statement_timeout = 0;

-- The tables in months. ordered: what "key" is: an id of version 7, which begins with its instant, an instant, or a month.
-- at: the instant that the retention of a row counts from, for rows that stand in no month.
-- late, busy: conditions under which a month stays; %1$L is the instant before which rows may go, %2$L and %3$L are the bounds of
-- the month, %4$s is its table. "late" reads the whole month; "busy" is quick, and is asked again under the lock of "held".
create view messaging.monthly (parent, key, ordered, at, late, busy, held) as values
  ('messaging.event', 'id', 'id', 'created_at', 'false',
   'exists (select from webhooks.delivery d where d.state = ''pending'' and d.event_id >= %2$L and d.event_id < %3$L)
    or exists (select from messaging.outbox o where o.job = ''webhook.deliver'' and o.done_at is null
                  and (o.data ->> ''eventId'')::uuid >= %2$L and (o.data ->> ''eventId'')::uuid < %3$L)', 'webhooks.delivery'),
  ('webhooks.delivery', 'event_id', 'id', 'case when state = ''pending'' then ''infinity'' else next_at end',
   'exists (select from %4$s m where m.next_at >= %1$L)', 'exists (select from %4$s m where m.state = ''pending'')', '%4$s'),
  ('webhooks.inbox', 'received_at', 'instant', 'received_at', 'false', 'false', '%4$s'),
  ('reconciliation.raw_page', 'month', 'month', 'stored_at', 'false', 'false', '%4$s');

create function messaging.first_id(p_at timestamptz) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
-- Null: the id is not of version 7, and holds no instant.
create function messaging.instant_of(p_id uuid) returns timestamptz language sql immutable parallel safe as $$
  select case when substr(p_id::text, 15, 1) = '7'
              then to_timestamp(('x' || left(replace(p_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) end
$$;
create function messaging.month_bound(p_ordered text, p_month date) returns text language sql stable as $$
  select case p_ordered when 'id' then messaging.first_id(ledger.month_start(p_month))::text
                   when 'instant' then ledger.month_start(p_month)::text else p_month::text end
$$;
create function messaging.month_table(p_parent text, p_month date) returns text language sql immutable as $$
  select p_parent || '_' || to_char(p_month, 'YYYY_MM')
$$;

-- Attaches a table of a month, after the month's rows that wait in the rest have moved there.
create function messaging.put_month(p_parent text, p_month date) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  it    messaging.monthly;
  part  text := messaging.month_table(p_parent, p_month);
  since text;
  until text;
begin
  select * into strict it from messaging.monthly where parent = p_parent;
  since := messaging.month_bound(it.ordered, p_month);
  until := messaging.month_bound(it.ordered, ledger.next_month(p_month));
  execute format('lock table %s_rest in access exclusive mode', p_parent);
  execute format('with moved as (delete from %1$s_rest where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$s select * from moved',
                 p_parent, it.key, since, until, part);
  execute format('alter table %s attach partition %s for values from (%L) to (%L)', p_parent, part, since, until);
end $$;

-- False: the table was there.
create function messaging.make_month(p_parent text, p_month date) returns boolean language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  part text := messaging.month_table(p_parent, p_month);
begin
  perform pg_advisory_xact_lock(hashtext('messaging.make_month'));
  if to_regclass(part) is not null then
    return false;
  end if;
  execute format('create table %s (like %s including defaults including constraints including storage)', part, p_parent);
  perform messaging.put_month(p_parent, p_month);
  return true;
end $$;

-- Makes the tables of this month, of p_ahead months after it, and of every month with rows in the rest; returns how many.
create function messaging.make_months(p_now timestamptz, p_ahead int) returns int language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
declare
  it   messaging.monthly;
  due  date;
  dues date[];
  made int := 0;
begin
  for it in select * from messaging.monthly order by parent loop
    execute format('select array_agg(distinct month) from (select %s as month from %s_rest) waiting where month is not null',
                   case it.ordered when 'id' then format('ledger.month_of(messaging.instant_of(%I))', it.key)
                              when 'instant' then format('ledger.month_of(%I)', it.key) else quote_ident(it.key) end, it.parent) into dues;
    foreach due in array array(
      select unnest(dues) union
      -- Ids hold real time, and a rehearsal has a clock of its own: both need tables.
      select (ledger.month_of(at) + n * interval '1 month')::date
        from unnest(array[p_now, clock_timestamp()]) as at, generate_series(0, p_ahead) as n order by 1) loop
      made := made + messaging.make_month(it.parent, due)::int;
    end loop;
  end loop;
  return made;
end $$;

create function messaging.month_has(p_it messaging.monthly, p_condition text, p_month date, p_before timestamptz) returns boolean
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  found boolean;
begin
  execute format('select ' || p_condition, p_before, messaging.month_bound(p_it.ordered, p_month),
                 messaging.month_bound(p_it.ordered, ledger.next_month(p_month)), messaging.month_table(p_it.parent, p_month)) into found;
  return found;
end $$;

-- A month is detached when it is over and when nothing is left to do with its rows.
create function messaging.detach_month(p_parent text, p_month date, p_before timestamptz) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  it   messaging.monthly;
  part text := messaging.month_table(p_parent, p_month);
begin
  select * into it from messaging.monthly where parent = p_parent;
  if it.parent is null then
    raise exception 'the table % has no months', p_parent using errcode = 'JS008';
  end if;
  if not exists (select from pg_inherits where inhparent = p_parent::regclass and inhrelid = to_regclass(part)) then
    raise exception 'the month % of % is not attached', to_char(p_month, 'YYYY-MM'), p_parent using errcode = 'JS008';
  end if;
  if ledger.month_start(ledger.next_month(p_month)) > p_before then
    raise exception 'the month % of % is not over', to_char(p_month, 'YYYY-MM'), p_parent using errcode = 'JS008';
  end if;
  if messaging.month_has(it, it.late, p_month, p_before) then
    raise exception 'the month % of % has work left', to_char(p_month, 'YYYY-MM'), p_parent using errcode = 'JS010';
  end if;
  -- A delivery could be opened again between the question and the end of its month.
  execute format('lock table ' || it.held || ' in share mode', p_before, null, null, part);
  if messaging.month_has(it, it.busy, p_month, p_before) then
    raise exception 'the month % of % has work left', to_char(p_month, 'YYYY-MM'), p_parent using errcode = 'JS010';
  end if;
  execute format('alter table %s detach partition %s', p_parent, part);
end $$;

create function messaging.attach_month(p_parent text, p_month date) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  part text := messaging.month_table(p_parent, p_month);
begin
  perform pg_advisory_xact_lock(hashtext('messaging.make_month'));
  if not exists (select from messaging.monthly where parent = p_parent) then
    raise exception 'the table % has no months', p_parent using errcode = 'JS008';
  end if;
  if to_regclass(part) is null or exists (select from pg_inherits where inhrelid = to_regclass(part)) then
    raise exception 'the month % of % is not detached', to_char(p_month, 'YYYY-MM'), p_parent using errcode = 'JS008';
  end if;
  perform messaging.put_month(p_parent, p_month);
end $$;

-- Only a detached month can be dropped.
create function messaging.drop_month(p_parent text, p_month date) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  part text := messaging.month_table(p_parent, p_month);
begin
  if not exists (select from messaging.monthly where parent = p_parent) then
    raise exception 'the table % has no months', p_parent using errcode = 'JS008';
  end if;
  if to_regclass(part) is null or exists (select from pg_inherits where inhrelid = to_regclass(part)) then
    raise exception 'the month % of % is not detached', to_char(p_month, 'YYYY-MM'), p_parent using errcode = 'JS008';
  end if;
  execute format('drop table %s', part);
end $$;

-- Detaches and drops the months that ended before an instant, and deletes older rows that stand in no month; returns the number
-- of months. A month with work left stays.
create function messaging.drop_months(p_parent text, p_before timestamptz) returns int language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  it      messaging.monthly;
  due     date;
  dropped int := 0;
begin
  -- Services wait behind the lock of a detached month, so the lock itself waits briefly: the next night tries again.
  set local lock_timeout = '5s';
  set local statement_timeout = 0;
  select * into it from messaging.monthly where parent = p_parent;
  if it.parent is null then
    raise exception 'the table % has no months', p_parent using errcode = 'JS008';
  end if;
  -- Ids hold real time; the clock of a rehearsal may be years ahead of it.
  if it.ordered = 'id' then
    p_before := least(p_before, clock_timestamp() - interval '7 days');
  end if;
  foreach due in array array(
    select to_date(right(relname, 7), 'YYYY_MM') as month from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = p_parent::regclass and relname ~ '_[0-9]{4}_[0-9]{2}$' order by 1) loop
    continue when ledger.month_start(ledger.next_month(due)) > p_before;
    begin
      perform messaging.detach_month(p_parent, due, p_before);
      perform messaging.drop_month(p_parent, due);
      dropped := dropped + 1;
    exception when sqlstate 'JS010' then
      null;
    end;
  end loop;
  execute format('delete from %s_rest where %s < %L', p_parent, it.at, p_before);
  return dropped;
end $$;

-- The services own no table, so a function of the owner drops for them; each may drop its own data only.
create function webhooks.drop_months(p_parent text, p_before timestamptz) returns int language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_parent not in ('webhooks.inbox', 'webhooks.delivery', 'messaging.event') then
    raise exception 'not a table of webhooks: %', p_parent using errcode = 'JS008';
  end if;
  return messaging.drop_months(p_parent, p_before);
end $$;
create function reconciliation.drop_pages(p_before timestamptz) returns int language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  return messaging.drop_months('reconciliation.raw_page', p_before);
end $$;

-- The last number of each entity and type: numbers go on when the month of the last event has left.
create table messaging.event_sequence (
  entity_id text   not null,
  type      text   not null,
  last      bigint not null check (last > 0),
  primary key (entity_id, type)
) with (fillfactor = 80);
insert into messaging.event_sequence (entity_id, type, last)
select entity_id, type, max(sequence) from messaging.event group by 1, 2;

-- Every webhook received lately: a repeat is recognised whatever month the first one stands in.
create table webhooks.inbox_key (
  dedupe_key  text primary key,
  received_at timestamptz not null
);
insert into webhooks.inbox_key (dedupe_key, received_at) select dedupe_key, received_at from webhooks.inbox order by received_at;
create index inbox_key_received on webhooks.inbox_key (received_at);

alter table messaging.event rename to event_unsorted;
alter table webhooks.delivery rename to delivery_unsorted;
alter table webhooks.inbox rename to inbox_unsorted;
alter table reconciliation.raw_page rename to raw_page_unsorted;
alter table reconciliation.page drop constraint page_sha256_fkey;

create table messaging.event (like messaging.event_unsorted including defaults including constraints) partition by range (id);
create table messaging.event_rest partition of messaging.event default;
create table webhooks.delivery (like webhooks.delivery_unsorted including defaults including constraints) partition by range (event_id);
create table webhooks.delivery_rest partition of webhooks.delivery default;
create table webhooks.inbox (like webhooks.inbox_unsorted including defaults including constraints including storage) partition by range (received_at);
create table webhooks.inbox_rest (like webhooks.inbox including defaults including constraints including storage);
alter table webhooks.inbox attach partition webhooks.inbox_rest default;
-- An equal page is stored once a month.
create table reconciliation.raw_page (
  like reconciliation.raw_page_unsorted including constraints including storage,
  month date not null check (month = date_trunc('month', month)::date)
) partition by range (month);
create table reconciliation.raw_page_rest (like reconciliation.raw_page including constraints including storage);
alter table reconciliation.raw_page attach partition reconciliation.raw_page_rest default;

-- The rows of the time before months.
do $$
declare
  due date;
begin
  for due in select distinct ledger.month_of(messaging.instant_of(id)) from messaging.event_unsorted where messaging.instant_of(id) is not null loop
    perform messaging.make_month('messaging.event', due);
  end loop;
  for due in select distinct ledger.month_of(messaging.instant_of(event_id)) from webhooks.delivery_unsorted where messaging.instant_of(event_id) is not null loop
    perform messaging.make_month('webhooks.delivery', due);
  end loop;
  for due in select distinct ledger.month_of(received_at) from webhooks.inbox_unsorted loop
    perform messaging.make_month('webhooks.inbox', due);
  end loop;
  for due in select distinct ledger.month_of(stored_at) from reconciliation.raw_page_unsorted loop
    perform messaging.make_month('reconciliation.raw_page', due);
  end loop;
end $$;
insert into messaging.event select * from messaging.event_unsorted order by id;
insert into webhooks.delivery select * from webhooks.delivery_unsorted order by event_id;
insert into webhooks.inbox select * from webhooks.inbox_unsorted order by received_at;
insert into reconciliation.raw_page select r.*, ledger.month_of(stored_at) from reconciliation.raw_page_unsorted r order by stored_at;
drop table messaging.event_unsorted, webhooks.delivery_unsorted, webhooks.inbox_unsorted, reconciliation.raw_page_unsorted;

alter table messaging.event add primary key (id);
create index event_of_entity on messaging.event (entity_id, type);

alter table webhooks.delivery
  add primary key (endpoint_id, event_id),
  add constraint delivery_endpoint_id_fkey foreign key (endpoint_id) references webhooks.endpoint;
create index delivery_due on webhooks.delivery (next_at) where state = 'pending';

do $migration$
begin
  execute format('alter table webhooks.inbox alter column id set default %s.uuidv7()',
                 case when to_regprocedure('pg_catalog.uuidv7()') is null then 'messaging' else 'pg_catalog' end);
end
$migration$;
alter table webhooks.inbox add primary key (id, received_at);
create index inbox_in_clear  on webhooks.inbox (received_at) where body is not null;
create index inbox_sealed_by on webhooks.inbox (sealed_by)   where sealed_by is not null;
create index inbox_subject   on webhooks.inbox (subject)     where subject is not null;

alter table reconciliation.raw_page add primary key (sha256, month);
`,
);
