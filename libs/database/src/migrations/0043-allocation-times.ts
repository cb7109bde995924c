import { sqlMigration } from '../sql-migration.js';

/**
 * When the lines of a payment earned their money, and when a cancel took money from its lines: the time of the payment or the
 * cancel, or of the allocation if the money stood unallocated before. Months that are closed by then do not change.
 */
export const AllocationTimes0043 = sqlMigration(
  'AllocationTimes',
  43,
  `
alter table gateway.payment
  add column allocated_at timestamptz,
  add column earned_at timestamptz generated always as (greatest(approved_at, allocated_at)) stored;
create index on gateway.payment (earned_at) where earned_at is not null;
alter table gateway.cancel
  add column allocated_at timestamptz,
  add column given_back_at timestamptz generated always as (greatest(canceled_at, allocated_at)) stored;
create index on gateway.cancel (given_back_at) where given_back_at is not null;
`,
);
