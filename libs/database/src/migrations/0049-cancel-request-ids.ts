import { sqlMigration } from '../sql-migration.js';

/**
 * The id that a caller gave a cancel of a payment abroad (document 1 section 2.2, cancelRequestId): a cancel that is sent again must
 * be the same request.
 */
export const CancelRequestIds0049 = sqlMigration(
  'CancelRequestIds',
  49,
  `
alter table gateway.cancel
  add column request_id_abroad text check (length(request_id_abroad) between 6 and 64);
`,
);
