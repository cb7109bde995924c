import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { termsChangeMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { CommissionRuleIn } from './commission-rules.contract.js';
import { may } from './refusals.js';
import { LineAdjustment, lineDifference } from './terms-changes.contract.js';
import { BusinessDate, filters, paging, SellerKey, Won } from './values.js';

/** The differences of one seller: as those of a change of terms. */
export const RuleChangeSeller = z.object({
  sellerId: SellerKey,
  lineCount: z.int(),
  total: z.object(lineDifference),
});

/** A commission rule that begins, or ends, today or on a day that is over, with its effect on orders since that day. */
export const RuleChangeView = z.object({
  id: z.uuid(),
  kind: z.enum(['begin', 'end']),
  ruleId: z.uuid(),
  /** The first date of orders that the change concerns. */
  effectiveFrom: BusinessDate,
  /** The rule that begins; null for an end. */
  rule: CommissionRuleIn.nullable(),
  state: z.enum(termsChangeMachine.states),
  sellerCount: z.int(),
  lineCount: z.int(),
  /** What all sellers together get; negative: what they owe. */
  net: Won,
  /** The sum over sellers of what each gets or owes, without its sign: the approval counts this amount. */
  moved: WonNumber,
  /** Hash of the proposed change; the approval must repeat it. */
  contentHash: z.string(),
  proposedBy: z.string(),
  proposedAt: Instant,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
});
export type RuleChangeView = z.output<typeof RuleChangeView>;

const OfChange = z.object({ changeId: z.uuid() });

export const proposeRuleChange = endpoint({
  method: 'POST',
  path: '/commission-rule-changes',
  summary:
    'Propose a commission rule that begins, or the end of one, up to a year back; answers the effect on the orders since. Nothing changes before a second person approves.',
  security: 'bearer',
  scope: 'terms:write',
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('begin'), rule: CommissionRuleIn }),
    z.object({ kind: z.literal('end'), ruleId: z.uuid(), effectiveTo: BusinessDate }),
  ]),
  success: { status: 201, body: RuleChangeView },
  errors: may(
    'RULE_CHANGE_SECOND_PERSON_REQUIRED',
    'RULE_CHANGE_DATES',
    'RULE_CHANGE_TOO_WIDE',
    'CHARGE_RATE_OUT_OF_BOUNDS',
    'CHARGE_FORMULA_INVALID',
    'CHARGE_FORMULA_NEGATIVE',
    'COMMISSION_RULE_CONFLICT',
    'COMMISSION_RULE_DATES',
    'COMMISSION_RULE_NOT_FOUND',
    'COMMISSION_RULE_OVERLAP',
    'LINE_NUMBER_MISSING',
  ),
});

export const listRuleChanges = endpoint({
  method: 'GET',
  path: '/commission-rule-changes',
  summary: 'Proposed and decided changes of commission rules, newest first.',
  security: 'bearer',
  scope: 'sellers:read',
  query: z.object({
    state: z.enum(termsChangeMachine.states).optional(),
    /** Days on which changes were proposed. */
    ...filters.days,
    ...paging,
  }),
  success: { status: 200, body: page(RuleChangeView) },
  errors: may(),
});

export const getRuleChange = endpoint({
  method: 'GET',
  path: '/commission-rule-changes/{changeId}',
  summary: 'A change of a commission rule, with the difference of each seller.',
  security: 'bearer',
  scope: 'sellers:read',
  params: OfChange,
  query: z.object({ after: SellerKey.optional(), limit: IntText.optional() }),
  success: { status: 200, body: RuleChangeView.extend({ sellers: page(RuleChangeSeller) }) },
  errors: may('RULE_CHANGE_NOT_FOUND'),
});

export const listRuleChangeLines = endpoint({
  method: 'GET',
  path: '/commission-rule-changes/{changeId}/lines',
  summary: 'The lines of one seller that a change of a commission rule moves, by order and line.',
  security: 'bearer',
  scope: 'sellers:read',
  params: OfChange,
  query: z.object({
    sellerId: SellerKey,
    /** The nextCursor of the previous page: order and line, separated by a slash. */
    after: z.string().max(200).optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(LineAdjustment) },
  errors: may('RULE_CHANGE_NOT_FOUND'),
});

export const approveRuleChange = endpoint({
  method: 'POST',
  path: '/commission-rule-changes/{changeId}/approve',
  summary:
    'Approve exactly the content that was shown; the proposer may not. The rule begins or ends, and the differences of past orders are posted.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: OfChange,
  body: z.object({ contentHash: z.string() }),
  success: { status: 200, body: RuleChangeView },
  errors: may(
    'RULE_CHANGE_NOT_FOUND',
    'RULE_CHANGE_STATE',
    'RULE_CHANGE_STALE',
    'RULE_CHANGE_SECOND_PERSON_REQUIRED',
    'RULE_CHANGE_DATES',
    'RULE_CHANGE_TOO_WIDE',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
    'COMMISSION_RULE_CONFLICT',
    'COMMISSION_RULE_DATES',
    'COMMISSION_RULE_OVERLAP',
    'LINE_NUMBER_MISSING',
  ),
});

export const rejectRuleChange = endpoint({
  method: 'POST',
  path: '/commission-rule-changes/{changeId}/reject',
  summary: 'Reject a proposed change of a commission rule.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: OfChange,
  success: { status: 200, body: RuleChangeView },
  errors: may('RULE_CHANGE_NOT_FOUND', 'RULE_CHANGE_STATE'),
});

export const ruleChangesContract = {
  proposeRuleChange,
  listRuleChanges,
  getRuleChange,
  listRuleChangeLines,
  approveRuleChange,
  rejectRuleChange,
} as const;
