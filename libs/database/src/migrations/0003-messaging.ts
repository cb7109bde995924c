import { sqlMigration } from '../sql-migration.js';

/** The outbox of jobs, events for other teams, schedules, and stored answers of idempotent requests. */
export const Messaging0003 = sqlMigration(
  'Messaging',
  3,
  `
create schema messaging;

-- The durable form of every job: Redis holds copies. A row without done_at can be published again at any time.
create table messaging.outbox (
  id           bigint generated always as identity primary key,
  job          text  not null,
  data         jsonb not null,
  dedupe_key   text,                                    -- at most one open job per key
  trace        jsonb,
  run_at       timestamptz not null,                    -- platform time
  created_at   timestamptz not null default clock_timestamp(),
  published_at timestamptz,                             -- real time, see the sweeper
  done_at      timestamptz,
  dead_at      timestamptz,
  error        text
);
create index outbox_unpublished on messaging.outbox (run_at, id) where published_at is null;
create index outbox_open        on messaging.outbox (published_at) where done_at is null and dead_at is null and published_at is not null;
-- What is left to do, for whoever asks: a small part of a long table.
create index outbox_backlog     on messaging.outbox (job, run_at) where done_at is null;
create index outbox_dead        on messaging.outbox (dead_at) where dead_at is not null;
create index outbox_done        on messaging.outbox (done_at) where done_at is not null;
create unique index outbox_dedupe on messaging.outbox (dedupe_key) where done_at is null and dead_at is null;

create table messaging.event (
  id         uuid primary key default gen_random_uuid(),
  type       text   not null,
  entity_id  text   not null,
  sequence   bigint not null,                            -- per entity: lets a receiver put its events in order
  data       jsonb  not null,
  created_at timestamptz not null,
  unique (entity_id, type, sequence)
);

-- Next run times live here, not in Redis; claimed with SKIP LOCKED so that any number of replicas start one run per period.
create table messaging.schedule (
  name        text primary key,
  next_run_at timestamptz not null
);

create table messaging.idempotency (
  caller     text not null,
  key        text not null,
  request    text not null,                              -- method and path
  body_hash  text not null,
  started_at timestamptz not null default clock_timestamp(),
  status     int,
  response   jsonb,
  primary key (caller, key)
);

-- A controlled clock, for rehearsals and tests only: services refuse to use it in production.
create table messaging.clock (
  one         boolean primary key default true check (one),
  reads       timestamptz not null,                      -- what the clock read ...
  anchored_at timestamptz not null                       -- ... at this real instant
);
`,
);
