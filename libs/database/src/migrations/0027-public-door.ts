import { sqlMigration } from '../sql-migration.js';

/**
 * Bodies of webhooks are encrypted at rest. A payment is read from the provider once, however many unsigned webhooks name it.
 */
export const PublicDoor0027 = sqlMigration(
  'PublicDoor',
  27,
  `
alter table webhooks.inbox
  alter column body drop not null,                       -- in clear, from before bodies were sealed; the ingestor seals what it finds
  add column body_sealed     text,                       -- exactly as received, under a data key; neither body: erased
  add column sealed_by       text,                       -- the id of that key, so that an older one can be retired
  add column transmission_id text,
  add column subject         text,                       -- what it names, such as payment/{key}: for whoever looks for it
  add column left_alone      text check (left_alone in ('too-old', 'not-for-us')),  -- why nobody went to look
  add constraint one_body check (body is null or body_sealed is null),
  add constraint known_key check ((body_sealed is null) = (sealed_by is null));
-- It looks like noise: trying to compress it costs more than it saves.
alter table webhooks.inbox alter column body_sealed set storage external;

create index inbox_in_clear  on webhooks.inbox (received_at) where body is not null;
create index inbox_sealed_by on webhooks.inbox (sealed_by)   where sealed_by is not null;

-- When the last promised look at what unsigned events name is due. Rows whose time is long over mean nothing and are deleted.
create table webhooks.look (
  subject text primary key,
  due_at  timestamptz not null                           -- platform time
);
create index on webhooks.look (due_at);
`,
);
