import { sqlMigration } from '../sql-migration.js';

/** A provider request with its payouts is called a batch everywhere. Open jobs are renamed, with the member of their data. */
export const Batches0034 = sqlMigration(
  'Batches',
  34,
  `
alter table payouts.attempt rename to batch;
alter table payouts.payout rename column attempt_id to batch_id;
alter table payouts.absent_listing rename column attempt_id to batch_id;
alter index payouts.attempt_open rename to batch_open;
alter index payouts.attempt_created rename to batch_created;
alter index payouts.attempt_waiting rename to batch_waiting;

update messaging.outbox
   set job = replace(job, 'payout-attempt.', 'payout-batch.'),
       data = jsonb_build_object('batchId', data ->> 'attemptId'),
       dedupe_key = replace(dedupe_key, 'payout-attempt.', 'payout-batch.'),
       published_at = null -- under its old name no worker takes it up
 where job in ('payout-attempt.send', 'payout-attempt.resolve') and done_at is null;
`,
);
