import { sqlMigration } from '../sql-migration.js';

/** Erasures of personal data: who asked, whose data, what was erased, and what is kept until when. */
export const PersonalData0028 = sqlMigration(
  'PersonalData',
  28,
  `
create table messaging.erasure (
  id       bigint generated always as identity primary key,
  subject  text  not null,                                 -- order/{id} or seller/{id}
  request  text  not null check (request ~ '^[A-Za-z0-9._-]{1,64}$'),  -- the person's request in the market's own list: no name
  asked_by text  not null,
  asked_at timestamptz not null,                           -- platform time
  erased   jsonb not null,
  kept     jsonb not null
);
create index on messaging.erasure (subject);

create function messaging.refuse_erasure_change() returns trigger language plpgsql as $$
begin
  raise exception 'who asked for an erasure stays on record: % of %.% is refused', lower(tg_op), tg_table_schema, tg_table_name using errcode = 'JS005';
end $$;
create trigger append_only before update or delete on messaging.erasure for each row execute function messaging.refuse_erasure_change();
create trigger no_truncate before truncate on messaging.erasure execute function messaging.refuse_erasure_change();

-- Answers that one service sealed on its own, in a form that is not read any more: at most 15 days old.
delete from messaging.idempotency where jsonb_typeof(response) = 'object' and response ? 'sealed';
`,
);
