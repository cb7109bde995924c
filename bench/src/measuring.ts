/** What measurements outside of this folder share with those in it: numbers are judged and reported in one way. */
export { withClient } from './harness/bench-server.js';
export { endWith } from './harness/end-with.js';
export { describeMachine } from './harness/machine.js';
export type { Result } from './harness/measurement.js';
export { failures, machineText, resultText, type Reported } from './harness/report.js';
export { median, quantile, type Ratio } from './harness/statistics.js';
export { finding } from './harness/verdict.js';
export { insertApprovedSellers, sellerId } from './plan/approved-sellers.js';
