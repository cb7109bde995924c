import { sqlMigration } from '../sql-migration.js';

/** The list of unallocated payments read and sorted all of them for each page. */
export const UnallocatedList0047 = sqlMigration(
  'UnallocatedList',
  47,
  `
create index payment_unallocated_listed on gateway.payment (created_at, id) where order_id is null;
`,
);
