import { sqlMigration } from '../sql-migration.js';

/**
 * Partial indexes keep the search for the next payouts of a run fast: a payout leaves an index when it is sent or finished, so
 * that index size does not grow with payouts already sent. Each update of a payout rewrites its entry in every index, so
 * unneeded indexes are dropped.
 */
export const OpenPayouts0023 = sqlMigration(
  'OpenPayouts',
  23,
  `
create index payout_reserved on payouts.payout (run_id, id) where state = 'reserved';
create index payout_unfinished on payouts.payout (run_id, state)
  where state in ('planned', 'reserved', 'submitted', 'unknown', 'parked', 'in_transit');
create index payout_on_its_way on payouts.payout (observed_at) where state = 'in_transit';
drop index payouts.payout_run_id_state_idx;
drop index payouts.payout_open;
`,
);
