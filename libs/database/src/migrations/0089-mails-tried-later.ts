import { sqlMigration } from '../sql-migration.js';

export const MailsTriedLater0089 = sqlMigration(
  'MailsTriedLater',
  89,
  `
alter table payouts.statement_mail
  add column problem     text,         -- code and status of the last answer; its text may hold the address
  add column next_try_at timestamptz;
`,
);
