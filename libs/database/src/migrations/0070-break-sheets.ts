import { sqlMigration } from '../sql-migration.js';

/** Spreadsheets with which a person settles many breaks: what each row would do, and what it did. */
export const BreakSheets0070 = sqlMigration(
  'BreakSheets',
  70,
  `
create table reconciliation.break_sheet (
  id           uuid primary key,
  -- breaks: settlements, owners and comments. decisions: approvals and refusals of settlements that wait for a second person.
  kind         text not null check (kind in ('breaks', 'decisions')),
  content_hash text not null,                                -- SHA-256 of the file
  row_count    integer not null check (row_count > 0),       -- rows that ask for something
  uploaded_by  text not null constraint uploaded_by_is_actor check (uploaded_by ~ '^(key|person|system|earlier):.'),
  uploaded_at  timestamptz not null,
  expires_at   timestamptz not null,                         -- nothing is begun after this time
  begun_at     timestamptz,
  applied_at   timestamptz,                                  -- every row has its result
  constraint begun_before_applied check (applied_at is null or begun_at is not null)
);
create trigger uploaded_once before update on reconciliation.break_sheet for each row
  when ((to_jsonb(new) - 'begun_at' - 'applied_at') is distinct from (to_jsonb(old) - 'begun_at' - 'applied_at')
        or old.applied_at is not null or (old.begun_at is not null and new.begun_at is distinct from old.begun_at))
  execute function reconciliation.refuse_change();
create trigger kept before delete on reconciliation.break_sheet for each row execute function reconciliation.refuse_change();

create table reconciliation.break_sheet_row (
  sheet_id    uuid not null references reconciliation.break_sheet,
  position    integer not null,                              -- the row of the spreadsheet, the header is row 1
  -- The cells of the row that a person can fill, with the break, its version in the file, and the decision.
  cells       jsonb not null,
  -- What the row would do: {outcome, code, detail}; refused: it is never carried out.
  preview     jsonb not null,
  -- What the row did; null: not carried out.
  result      jsonb,
  primary key (sheet_id, position)
);
create index break_sheet_row_left on reconciliation.break_sheet_row (sheet_id, position) where result is null and preview ->> 'outcome' <> 'refused';
create trigger done_once before update on reconciliation.break_sheet_row for each row
  when (old.result is not null or (to_jsonb(new) - 'result') is distinct from (to_jsonb(old) - 'result'))
  execute function reconciliation.refuse_change();
create trigger kept before delete on reconciliation.break_sheet_row for each row execute function reconciliation.refuse_change();
`,
);
