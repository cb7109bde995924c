import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { breakCodes } from './break-classes.js';
import { may } from './refusals.js';
import { BusinessDate, DecisionReason } from './values.js';

export const ruleStates = ['proposed', 'active', 'rejected'] as const;

/** A version that a person proposed and another one decided. */
export const versioned = {
  id: z.uuid(),
  effectiveFrom: BusinessDate,
  state: z.enum(ruleStates),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Instant,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
};

const ruleFacts = {
  class: z.enum(breakCodes),
  /** Minor units: a difference up to this amount is no break. */
  tolerance: WonNumber.default(0n),
  /** Days that are waited before a difference is a break; null: the days of the class. */
  days: z.int().min(0).max(365).nullable().default(null),
};
export const MatchingRuleView = z.object({ ...versioned, ...ruleFacts });
export type MatchingRuleView = z.output<typeof MatchingRuleView>;

/** The name of an account at the provider; empty: the main one. */
const AccountName = z.string().regex(/^[A-Za-z0-9_.-]{0,30}$/);

/** The contracted fee of one way of paying: a rate or a fixed amount for each payment. */
export const FeeLine = z
  .object({
    /** As the provider names it, such as 카드; PAYOUT: the fee of one payout. */
    method: z.string().min(1).max(30),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default('KRW'),
    /** Of the amount, per 100,000: 2200 is 2.2 %. */
    rate: z.int().min(0).max(100_000).nullable().default(null),
    /** Minor units for each payment. */
    fixed: WonNumber.nullable().default(null),
    rounding: z.enum(['down', 'half-up']).default('down'),
    /** Whether rate or fixed amount hold the VAT, or the VAT of 10 % is added. */
    vat: z.enum(['included', 'added']),
  })
  .refine((line) => (line.rate === null) !== (line.fixed === null), {
    message: 'A fee is a rate or a fixed amount',
    path: ['rate'],
  })
  .refine((line) => line.method !== 'PAYOUT' || line.fixed !== null, {
    message: 'The fee of a payout is a fixed amount',
    path: ['fixed'],
  });
const FEE_LINES_MAX = 100;

const feeTableFacts = {
  account: AccountName.default(''),
  lines: z
    .array(FeeLine)
    .min(1)
    .max(FEE_LINES_MAX)
    .refine(
      (lines) => new Set(lines.map((line) => `${line.method}/${line.currency}`)).size === lines.length,
      'names a method twice',
    ),
};
export const FeeTableView = z.object({ ...versioned, ...feeTableFacts });
export type FeeTableView = z.output<typeof FeeTableView>;

const reads = { method: 'GET', security: 'bearer', scope: 'reconciliation:read' } as const;
const proposes = { method: 'POST', security: 'bearer', scope: 'reconciliation:resolve' } as const;
const decides = { method: 'POST', security: 'bearer', scope: 'payouts:approve' } as const;
const listed = { state: z.enum(ruleStates).optional(), after: z.uuid().optional(), limit: IntText.optional() };
const proposal = { effectiveFrom: BusinessDate, reason: DecisionReason };
const OfRule = z.object({ ruleId: z.uuid() });
const OfTable = z.object({ tableId: z.uuid() });
export const refusedDecisions = [
  'MATCHING_RULE_SECOND_PERSON_REQUIRED',
  'APPROVAL_LIMIT_EXCEEDED',
  'REAUTHENTICATION_REQUIRED',
] as const;

export const listMatchingRules = endpoint({
  ...reads,
  path: '/reconciliation/rules',
  summary: 'Versions of tolerances and waiting days by class of break, by id.',
  query: z.object({ class: z.enum(breakCodes).optional(), ...listed }),
  success: { status: 200, body: page(MatchingRuleView) },
  errors: may(),
});
export const getMatchingRule = endpoint({
  ...reads,
  path: '/reconciliation/rules/{ruleId}',
  summary: 'One version of tolerance and waiting days of a class of break.',
  params: OfRule,
  success: { status: 200, body: MatchingRuleView },
  errors: may('MATCHING_RULE_NOT_FOUND'),
});
export const proposeMatchingRule = endpoint({
  ...proposes,
  path: '/reconciliation/rules',
  summary:
    'Propose a tolerance or waiting days for a class of break, for runs from a date on. A second person approves.',
  body: z.object({ ...ruleFacts, ...proposal }),
  success: { status: 201, body: MatchingRuleView },
  errors: may('MATCHING_RULE_SECOND_PERSON_REQUIRED', 'MATCHING_RULE_CLASS'),
});
export const approveMatchingRule = endpoint({
  ...decides,
  path: '/reconciliation/rules/{ruleId}/approve',
  summary: 'Put a proposed tolerance in force; not by the person who proposed it.',
  params: OfRule,
  success: { status: 200, body: MatchingRuleView },
  errors: may('MATCHING_RULE_NOT_FOUND', 'MATCHING_RULE_STATE', 'MATCHING_RULE_TAKEN', ...refusedDecisions),
});
export const rejectMatchingRule = endpoint({
  ...decides,
  path: '/reconciliation/rules/{ruleId}/reject',
  summary: 'Reject a proposed tolerance.',
  params: OfRule,
  success: { status: 200, body: MatchingRuleView },
  errors: may('MATCHING_RULE_NOT_FOUND', 'MATCHING_RULE_STATE'),
});

export const listFeeTables = endpoint({
  ...reads,
  path: '/reconciliation/fee-tables',
  summary: "Versions of the provider's contracted fees, by id.",
  query: z.object({ account: AccountName.optional(), ...listed }),
  success: { status: 200, body: page(FeeTableView) },
  errors: may(),
});
export const getFeeTable = endpoint({
  ...reads,
  path: '/reconciliation/fee-tables/{tableId}',
  summary: "One version of the provider's contracted fees.",
  params: OfTable,
  success: { status: 200, body: FeeTableView },
  errors: may('MATCHING_RULE_NOT_FOUND'),
});
export const proposeFeeTable = endpoint({
  ...proposes,
  path: '/reconciliation/fee-tables',
  summary:
    "Propose the provider's contracted fees of an account, for approvals from a date on. A second person approves.",
  body: z.object({ ...feeTableFacts, ...proposal }),
  success: { status: 201, body: FeeTableView },
  errors: may('MATCHING_RULE_SECOND_PERSON_REQUIRED'),
});
export const approveFeeTable = endpoint({
  ...decides,
  path: '/reconciliation/fee-tables/{tableId}/approve',
  summary: 'Put proposed fees in force; not by the person who proposed them.',
  params: OfTable,
  success: { status: 200, body: FeeTableView },
  errors: may('MATCHING_RULE_NOT_FOUND', 'MATCHING_RULE_STATE', 'MATCHING_RULE_TAKEN', ...refusedDecisions),
});
export const rejectFeeTable = endpoint({
  ...decides,
  path: '/reconciliation/fee-tables/{tableId}/reject',
  summary: 'Reject proposed fees.',
  params: OfTable,
  success: { status: 200, body: FeeTableView },
  errors: may('MATCHING_RULE_NOT_FOUND', 'MATCHING_RULE_STATE'),
});

export const matchingRulesContract = {
  listMatchingRules,
  getMatchingRule,
  proposeMatchingRule,
  approveMatchingRule,
  rejectMatchingRule,
  listFeeTables,
  getFeeTable,
  proposeFeeTable,
  approveFeeTable,
  rejectFeeTable,
} as const;
