export { hit, repeatable } from './hit.js';
export { obeyRehearsal, type RehearsalEnv } from './obey-rehearsal.js';
export type { FailAction, FailOrder, FailReport } from './fail-order.js';
