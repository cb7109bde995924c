import { sqlMigration } from '../sql-migration.js';

/**
 * The subject of a webhook (a payment, for example), indexed: erasing the webhooks of one payment need not read the whole
 * inbox. Null: the webhook names nothing that we know.
 */
export const InboxSubject0031 = sqlMigration(
  'InboxSubject',
  31,
  `
create index inbox_subject on webhooks.inbox (subject) where subject is not null;
`,
);
