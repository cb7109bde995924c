export { hit, repeatable } from './hit.js';
export { obeyRehearsal, type RehearsalEnv } from './obey-rehearsal.js';
export type { FailAction, FailOrder, FailReport } from './fail-order.js';
export { decisions, failpoints, type Decision, type Failpoint } from './failpoints.js';
