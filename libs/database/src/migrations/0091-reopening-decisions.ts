import { sqlMigration } from '../sql-migration.js';

/** To take an adjusting entry back is a decision like the entry: above the limit of one person a second one carries it out. */
export const ReopeningDecisions0091 = sqlMigration(
  'ReopeningDecisions',
  91,
  `
alter table reconciliation.break_decision
  drop constraint break_decision_way_check,
  add constraint break_decision_way_check check (way in ('expect', 'adjust', 'force', 'reopen'));
`,
);
