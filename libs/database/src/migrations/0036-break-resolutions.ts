import { sqlMigration } from '../sql-migration.js';

/** Decisions of people about breaks that no later run can close, with their evidence. */
export const BreakResolutions0036 = sqlMigration(
  'BreakResolutions',
  36,
  `
create table reconciliation.break_resolution (
  break_id    uuid primary key references reconciliation.break,
  reason      text not null,
  evidence    text not null,                             -- a text, or where the document is kept
  resolved_by text not null constraint resolved_by_is_actor check (resolved_by ~ '^(key|person|system|earlier):.'),
  resolved_at timestamptz not null
);
`,
);
