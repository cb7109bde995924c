import { sqlMigration } from '../sql-migration.js';

/** Erasing what webhooks said of one payment must not read the whole inbox. Webhooks that name nothing we know have no subject. */
export const InboxSubject0031 = sqlMigration(
  'InboxSubject',
  31,
  `
create index inbox_subject on webhooks.inbox (subject) where subject is not null;
`,
);
