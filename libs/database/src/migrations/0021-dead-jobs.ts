import { sqlMigration } from '../sql-migration.js';

/** Job data holds ids only; a table records who revived a dead job. */
export const DeadJobs0021 = sqlMigration(
  'DeadJobs',
  21,
  `
-- Ids only. A payload of any size would be in Redis's memory, and in every worker that tries it.
alter table messaging.outbox add constraint ids_only check (octet_length(data::text) <= 4096);
create index outbox_dead_page on messaging.outbox (id) where dead_at is not null;

create table messaging.revival (
  id         bigint generated always as identity primary key,
  outbox_id  bigint not null,                             -- no foreign key: the row is deleted a week after it is done
  job        text   not null,
  died_at    timestamptz not null,
  error      text   not null,
  revived_by text   not null,
  revived_at timestamptz not null default clock_timestamp()
);
create index on messaging.revival (outbox_id);

create function messaging.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'who revived a job stays on record: % of %.% is refused', lower(tg_op), tg_table_schema, tg_table_name using errcode = 'JS005';
end $$;
create trigger append_only before update or delete on messaging.revival for each row execute function messaging.refuse_change();
create trigger no_truncate before truncate on messaging.revival execute function messaging.refuse_change();
`,
);
