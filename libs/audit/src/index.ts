export { authorOf, systemAuthor, type Author } from './author.js';
export { canonicalJson, FIRST_HASH, hashOfDecision, type DecisionRow, type Json } from './canonical.js';
export { verifyNewDecisions, verifyWholeTrail } from './checkpoints.js';
export { erasureDecision, type ErasureAsked } from './erasure-decision.js';
export { decisionKinds, isDecisionKind, type DecisionKind } from './kinds.js';
export { recordDecision, recordDecisions, type Decision } from './record-decision.js';
export {
  headOfTrail,
  TRAIL_START,
  verifyDecisions,
  type TrailFault,
  type TrailPoint,
  type TrailVerdict,
} from './verify-decisions.js';
