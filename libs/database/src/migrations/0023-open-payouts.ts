import { sqlMigration } from '../sql-migration.js';

/**
 * Dispatch finds the next payouts of a run however many it has sent: by indexes that a payout leaves once it is on its way, or has
 * come to its end. A payout is rewritten at each step, and every index that it is in with it: what a step can do without, it does.
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
