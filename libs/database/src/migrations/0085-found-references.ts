import { sqlMigration } from '../sql-migration.js';

/**
 * Indexes for two references that people search by: the record that a break is about, and the bank's reference of a row. Every other
 * reference that a search finds leads an index already.
 */
export const FoundReferences0085 = sqlMigration(
  'FoundReferences',
  85,
  `
create index break_of_subject on reconciliation.break (subject);
create index bank_row_reference on reconciliation.bank_row (reference) where reference is not null;
`,
);
