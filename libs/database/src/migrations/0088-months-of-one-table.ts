import { sqlMigration } from '../sql-migration.js';

/**
 * The months of one table of messages are made by a statement of their own. Making them takes a lock that nothing else may hold; whoever
 * held it on one table while waiting for another stood in a circle with a statement that uses both, such as the claim of webhook deliveries.
 */
export const MonthsOfOneTable0088 = sqlMigration(
  'MonthsOfOneTable',
  88,
  `
-- Makes the tables of this month, of p_ahead months after it, and of every month with rows in the rest; returns how many.
create function messaging.make_months_of(p_parent text, p_now timestamptz, p_ahead int) returns int language plpgsql
  -- Every statement on the table waits behind this one.
  security definer set search_path = pg_catalog, pg_temp set lock_timeout = '5s' as $$
declare
  it   messaging.monthly;
  due  date;
  dues date[];
  made int := 0;
begin
  -- Before anything is read: of two makers that both read the rest, each would wait for the other.
  perform pg_advisory_xact_lock(hashtext('messaging.make_month'));
  select * into strict it from messaging.monthly where parent = p_parent;
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
  return made;
end $$;

-- Called by the release before this one.
create or replace function messaging.make_months(p_now timestamptz, p_ahead int) returns int language sql
  security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(messaging.make_months_of(parent, p_now, p_ahead)), 0)::int from (select parent from messaging.monthly order by parent) tables
$$;
`,
);
