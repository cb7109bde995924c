import { sqlMigration } from '../sql-migration.js';

/** Indexes in the order of lists, by time and then by id: a page reads them, and filters without an index are checked on what it reads. */
export const FilteredLists0086 = sqlMigration(
  'FilteredLists',
  86,
  `
create index cancel_listed on gateway.cancel (created_at, id);

create index payout_listed on payouts.payout (created_at, id);
create index payout_listed_of_seller on payouts.payout (seller_id, created_at, id);
create index batch_listed on payouts.batch (created_at, id);
drop index payouts.batch_created; -- batch_listed begins with the same column
create index batch_of_run on payouts.batch (run_id);
create index statement_listed on payouts.statement (business_date, id);
create index reserve_hold_listed on payouts.reserve_hold (created_at, id);
create index statement_mail_listed on payouts.statement_mail (asked_at, id);


create index break_excepted on reconciliation.break (business_date) where state in ('EXPLAINED', 'ADJUSTED', 'FORCED');
`,
);
