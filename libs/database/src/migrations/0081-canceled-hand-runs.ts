import { sqlMigration } from '../sql-migration.js';

/** A person may cancel a run by hand: its dates are free for another run. */
export const CanceledHandRuns0081 = sqlMigration(
  'CanceledHandRuns',
  81,
  `
alter table reconciliation.hand_run
  add column canceled_by text constraint canceled_by_is_actor check (canceled_by ~ '^(key|person|system|earlier):.'),
  drop constraint hand_run_state_check,
  add constraint hand_run_state_check check (state in ('queued', 'running', 'done', 'failed', 'canceled')),
  drop constraint finished_has_time,
  add constraint finished_has_time check ((state in ('queued', 'running')) = (finished_at is null)),
  add constraint canceled_by_an_actor check ((state = 'canceled') = (canceled_by is not null));
`,
);
