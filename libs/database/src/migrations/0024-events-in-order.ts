import { sqlMigration } from '../sql-migration.js';

/**
 * Event ids in the order of time: with random ids, each batch of events wrote to as many index pages as it had events. Postgres
 * has uuidv7() since version 18. For older servers, this function makes the same layout (RFC 9562 section 5.7): 48 bits of
 * milliseconds, the version, 12 bits of the fraction of a millisecond, then the variant and random bits of gen_random_uuid().
 */
export const EventsInOrder0024 = sqlMigration(
  'EventsInOrder',
  24,
  `
do $migration$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is null then
    create function messaging.uuidv7() returns uuid language sql volatile parallel safe as $function$
      select encode(int8send((us / 1000 << 16) | 28672 | (us % 1000 * 4096 / 1000)) || substring(uuid_send(gen_random_uuid()) from 9), 'hex')::uuid
        from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) as now
    $function$;
    alter table messaging.event alter column id set default messaging.uuidv7();
  else
    alter table messaging.event alter column id set default pg_catalog.uuidv7();
  end if;
end
$migration$;
`,
);
