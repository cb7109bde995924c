import type { DecisionKind } from '@jeongsan/nest-kit';
import {
  addStatutoryRule,
  approveAdjustment,
  approveBreakDecision,
  approveMatchingRule,
  approveMonthRequest,
  approveParkedDecision,
  approveRuleChange,
  approveRun,
  approveTermsChange,
  approveWriteOff,
  confirmAccountChange,
  createCommissionRule,
  explainBreak,
  overridePayout,
  proposeAdjustment,
  recordRepayment,
  reissuePayout,
  releaseReserve,
  resumeDispatch,
  setReissuePolicy,
  setTerms,
} from '@jeongsan/platform-contract';

/**
 * `scope`: the caller needs it, as the endpoint says. `limit`: `sum`: the decision moves won, and the caller's limit covers them;
 * `none`: no limit of the caller applies; `noSum`: the decision moves no sum that is known, so any limit refuses it.
 */
type Deciding = Readonly<{ scope: string; as: 'alone' | 'second'; limit: 'sum' | 'none' | 'noSum' }>;

// prettier-ignore
/** Where each kind of decision is made, how many people it takes, and whether the caller's limit counts. */
export const deciding = {
  run:            { scope: approveRun.scope,            as: 'second', limit: 'sum' },
  writeOff:       { scope: approveWriteOff.scope,       as: 'second', limit: 'sum' },
  adjustment:     { scope: approveAdjustment.scope,     as: 'second', limit: 'sum' },
  repayment:      { scope: recordRepayment.scope,       as: 'alone',  limit: 'sum' },
  termsChange:    { scope: approveTermsChange.scope,    as: 'second', limit: 'sum' },
  ruleChange:     { scope: approveRuleChange.scope,     as: 'second', limit: 'sum' },
  parkedDecision: { scope: approveParkedDecision.scope, as: 'second', limit: 'sum' },
  accountChange:  { scope: confirmAccountChange.scope,  as: 'second', limit: 'noSum' },
  month:          { scope: approveMonthRequest.scope,   as: 'second', limit: 'none' },
  breakDecision:  { scope: approveBreakDecision.scope,  as: 'second', limit: 'sum' },
  commissionRule: { scope: createCommissionRule.scope,  as: 'alone',  limit: 'noSum' },
  terms:          { scope: setTerms.scope,              as: 'alone',  limit: 'noSum' },
  reserveRelease: { scope: releaseReserve.scope,        as: 'alone',  limit: 'sum' },
  payoutOverride: { scope: overridePayout.scope,        as: 'alone',  limit: 'sum' },
  reissue:        { scope: reissuePayout.scope,         as: 'alone',  limit: 'sum' },
  reissuePolicy:  { scope: setReissuePolicy.scope,      as: 'alone',  limit: 'noSum' },
  statutoryRules: { scope: addStatutoryRule.scope,      as: 'alone',  limit: 'noSum' },
  matchingRule:   { scope: approveMatchingRule.scope,   as: 'second', limit: 'noSum' },
  dispatch:       { scope: resumeDispatch.scope,        as: 'alone',  limit: 'none' },
} as const satisfies Record<DecisionKind, Deciding>;

/** Decisions of two people that one person makes alone up to a sum, which a setting of the service names. */
export const aloneScopes = {
  adjustment: proposeAdjustment.scope,
  breakDecision: explainBreak.scope,
} as const satisfies Partial<Record<DecisionKind, string>>;
