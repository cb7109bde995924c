import { sqlMigration } from '../sql-migration.js';

/** Raw provider webhooks in, signed webhooks out. Written by webhook-ingestor only. */
export const Webhooks0006 = sqlMigration(
  'Webhooks',
  6,
  `
create schema webhooks;

create table webhooks.inbox (
  id              uuid primary key default gen_random_uuid(),
  dedupe_key      text not null unique,                  -- the transmission id, or a hash of the body where there is none
  event_type      text,
  signature       text not null check (signature in ('valid', 'absent')),
  retried_count   int,
  headers         jsonb not null,
  body            bytea not null,                        -- exactly as received
  received_at     timestamptz not null
);
create index on webhooks.inbox (received_at);

create table webhooks.endpoint (
  id            uuid primary key,
  url           text not null,
  event_types   text[] not null,
  secret_sealed text not null,
  enabled       boolean not null default true,
  created_at    timestamptz not null
);

create table webhooks.delivery (
  endpoint_id  uuid not null references webhooks.endpoint,
  event_id     uuid not null,
  state        text not null check (state in ('pending', 'delivered', 'failed')),
  attempts     int  not null default 0,
  next_at      timestamptz not null,
  last_status  int,
  last_error   text,
  delivered_at timestamptz,
  primary key (endpoint_id, event_id)
);
create index delivery_due on webhooks.delivery (next_at) where state = 'pending';
`,
);
