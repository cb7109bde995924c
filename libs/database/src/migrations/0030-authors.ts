import { sqlMigration } from '../sql-migration.js';

/**
 * Who set a version of a seller's terms, and who ended a commission rule. Null: written before this migration, or by the
 * release before it.
 */
export const Authors0030 = sqlMigration(
  'Authors',
  30,
  `
alter table payouts.seller_terms
  add column set_by text constraint set_by_is_actor check (set_by ~ '^(key|person|system|earlier):.');
alter table payouts.commission_rule
  add column ended_by text constraint ended_by_is_actor check (ended_by ~ '^(key|person|system|earlier):.');
alter table messaging.erasure
  add constraint asked_by_is_actor check (asked_by ~ '^(key|person|system|earlier):.');
`,
);
