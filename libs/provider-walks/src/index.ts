export { drawPlan, fill, type Plan, type Registers, type Step } from './draw-plan.js';
export {
  assumed,
  cancelsOf,
  expectedBooks,
  isPaid,
  partOf,
  remainingOf,
  stateOf,
  unallocatedBecause,
  type AskedParts,
  type Found,
  type Sale,
} from './expected.js';
export { nameOf, pathsFrom, stepsOf, walksFrom, type Bring, type Step as LifecycleStep } from './lifecycle-paths.js';
export type { ProviderPayment, ProviderSide } from './provider-side.js';
export { dearer, soldOrder, type SoldLine, type SoldOrder } from './sold-order.js';
export { wayNames, wayOf, ways, type Prepared, type Purchase, type WayName } from './ways.js';
