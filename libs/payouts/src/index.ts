export { dispatchRun } from './dispatch-run.js';
export { sendBatch } from './send-batch.js';
export {
  DispatchHalted,
  type DispatchControls,
  type DispatchLimits,
  type Room,
  type RunLimit,
} from './dispatch-controls.js';
export { differenceOf, isAboutToBeSent, type Difference, type Known, type Listed } from './difference-of.js';
export { adoptFound, declareSent, type Found } from './adopt-found.js';
export { resolveBatch } from './resolve-batch.js';
export { observePayout } from './observe-payout.js';
export { pollPayouts } from './poll-payouts.js';
export { advancePayouts } from './advance-payouts.js';
export { advanceToProvider } from './ruling.js';
export { findListed } from './find-listed.js';
export {
  countsSince,
  type CountedPayout,
  forecastHeadroom,
  limitNotice,
  mondayOf,
  weeklyMost,
  weeklyUse,
  weekOf,
} from './weekly-limit.js';
export type { Payout, PayoutMove, PayoutNews, PayoutStep, ProviderPayout } from './payout.js';
export {
  FenceLost,
  type Batch,
  type BatchChange,
  type BatchHead,
  type Claim,
  type FrozenPayout,
  type Listing,
  type NewBatch,
  type OpenBatch,
  type Schedule,
} from './batch.js';
export { bodyHash } from './frozen-payout.js';
export type {
  Decision,
  PayoutRecords,
  PayoutStore,
  Recipient,
  Run,
  RunAlert,
  SellerFacts,
  Stuck,
} from './payout-store.js';
export type { FencedProvider, PayoutProvider } from './provider.js';
export type { PayoutPolicy } from './payout-policy.js';
export { payoutGates, splitPayout, type GateFacts } from './payout-gates.js';
export {
  contentLine,
  contentOf,
  fingerprintOf,
  type RunPayout,
  type RunContent,
  type RunFingerprint,
} from './run-content.js';
export { missingOf } from './missing-of.js';
export { scheduleFor } from './schedule-for.js';
export { takesMoney, type FailureClass } from './failure-class.js';
