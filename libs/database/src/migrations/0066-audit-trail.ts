import { advisoryLocks } from '../advisory-locks.js';
import { sqlMigration } from '../sql-migration.js';

/**
 * The audit trail: every decision of every service, each with the hash of the one before. Services add rows with a function and
 * may neither change nor delete any. `json`, not `jsonb`, keeps the text that was hashed.
 */
export const AuditTrail0066 = sqlMigration(
  'AuditTrail',
  66,
  `
create schema audit;

create table audit.decision (
  id         uuid primary key default gen_random_uuid(),
  -- The place in the chain, from 1 without gaps, given at the commit: null only within the transaction that decides.
  number     bigint constraint decision_number unique,
  at         timestamptz not null,
  kind       text not null check (kind ~ '^[a-z-]+[.][a-z-]+$'),
  subject    text not null check (subject <> ''),
  service    text not null check (service <> ''),
  actor      text not null constraint actor_is_actor check (actor ~ '^(key|person|system|earlier):.'),
  credential text not null check (credential <> ''),
  reason     text,
  before     json,
  after      json,
  prev_hash  text,
  hash       text,
  constraint chained_at_once check ((number is null) = (hash is null) and (hash is null) = (prev_hash is null))
);
create index on audit.decision (subject, number);
create index on audit.decision (actor, number);
create index on audit.decision (kind, number);
create index on audit.decision (at, number);
create index decision_unchained on audit.decision (id) where number is null;

-- A point of the chain that a verification has reached: rows that are rewritten with all hashes after them contradict it.
create table audit.checkpoint (
  number      bigint primary key,
  hash        text not null,
  verified_at timestamptz not null
);

create function audit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is a record of decisions: it is added to, never rewritten', tg_table_name using errcode = 'JS005';
end $$;
create trigger kept before delete on audit.decision for each row execute function audit.refuse_change();
create trigger kept_whole before truncate on audit.decision for each statement execute function audit.refuse_change();
create trigger kept before update or delete on audit.checkpoint for each row execute function audit.refuse_change();
create trigger kept_whole before truncate on audit.checkpoint for each statement execute function audit.refuse_change();
-- The one change that a row sees is the hash that it gets at the commit.
create trigger hashed_once before update on audit.decision for each row
  when (old.hash is not null
        or (new.id, new.at, new.kind, new.subject, new.service, new.actor, new.credential, new.reason, new.before::text, new.after::text)
           is distinct from
           (old.id, old.at, old.kind, old.subject, old.service, old.actor, old.credential, old.reason, old.before::text, old.after::text))
  execute function audit.refuse_change();

-- Each column with its length in bytes, so that no two rows have the same bytes. libs/audit/src/canonical.ts computes the same.
create function audit.sized(value text) returns text immutable language sql set search_path = pg_catalog, pg_temp as $$
  select coalesce(octet_length(convert_to(value, 'UTF8')) || ':' || value, '-')
$$;
create function audit.hash_of(d audit.decision, p_prev_hash text, p_number bigint) returns text stable language sql
  set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(concat(
    audit.sized(p_prev_hash), audit.sized(p_number::text), audit.sized(d.id::text),
    audit.sized(to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')),
    audit.sized(d.kind), audit.sized(d.subject), audit.sized(d.service), audit.sized(d.actor), audit.sized(d.credential),
    audit.sized(d.reason), audit.sized(d.before::text), audit.sized(d.after::text)), 'UTF8')), 'hex')
$$;

-- Runs at the commit, after everything else of the transaction: whoever waits here for the lock holds it up for no longer than
-- one commit takes, and no lock is asked for after it.
create function audit.chain() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  last_number bigint;
  last_hash   text;
begin
  perform pg_advisory_xact_lock(${advisoryLocks.deciding});
  select d.number, d.hash into last_number, last_hash from audit.decision d where d.number is not null order by d.number desc limit 1;
  last_number := coalesce(last_number, 0);
  last_hash := coalesce(last_hash, repeat('0', 64));
  update audit.decision d set number = last_number + 1, prev_hash = last_hash, hash = audit.hash_of(d, last_hash, last_number + 1)
   where d.id = new.id;
  return null;
end $$;
create constraint trigger chained after insert on audit.decision deferrable initially deferred
  for each row execute function audit.chain();

-- Adds decisions of one moment, in their order.
create function audit.record(
  p_at timestamptz, kinds text[], subjects text[], services text[], actors text[], credentials text[], reasons text[],
  befores text[], afters text[]
) returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into audit.decision (at, kind, subject, service, actor, credential, reason, before, after)
  select p_at, d.kind, d.subject, d.service, d.actor, d.credential, d.reason, d.before::json, d.after::json
    from unnest(kinds, subjects, services, actors, credentials, reasons, befores, afters) with ordinality
      as d(kind, subject, service, actor, credential, reason, before, after, place)
   order by d.place
$$;
`,
);
