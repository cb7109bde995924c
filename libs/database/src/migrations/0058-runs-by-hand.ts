import { sqlMigration } from '../sql-migration.js';

/** Reconciliations, matches and proofs of past days that a person asked for, with their progress. */
export const RunsByHand0058 = sqlMigration(
  'RunsByHand',
  58,
  `
create table reconciliation.hand_run (
  id           uuid primary key,
  from_date    date not null,
  to_date      date not null,
  mode         text not null check (mode in ('reconcile', 'match', 'prove')),
  dry_run      boolean not null,
  reason       text not null,
  requested_by text not null constraint requested_by_is_actor check (requested_by ~ '^(key|person|system|earlier):.'),
  requested_at timestamptz not null,
  state        text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  day          date,                                     -- the date that is worked on
  stage        text check (stage in ('begin', 'download', 'match', 'prove', 'end')),
  proof_number int,                                      -- the proof of that date that this run makes
  results      jsonb not null default '[]',              -- one object per finished date
  error        text,
  finished_at  timestamptz,
  constraint window_runs_forward check (from_date <= to_date),
  constraint dry_run_is_of_a_match check (not dry_run or mode = 'match'),
  constraint finished_has_time check ((state in ('done', 'failed')) = (finished_at is not null)),
  -- Two runs must not work on one date at once.
  constraint one_at_a_time exclude using gist (daterange(from_date, to_date, '[]') with &&) where (state in ('queued', 'running'))
);
create index hand_run_newest on reconciliation.hand_run (requested_at desc, id);
`,
);
