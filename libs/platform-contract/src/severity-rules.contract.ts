import { endpoint, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { refusedDecisions, ruleStates, versioned } from './matching-rules.contract.js';
import { may } from './refusals.js';
import { BusinessDate, DecisionReason } from './values.js';

/** A year. */
const HOURS_MAX = 8_784;
const Hours = z.int().min(1).max(HOURS_MAX);

/** A break reaches the severity by its amount in won, or by its age; then it is due within `dueHours`. */
const Level = z.object({
  amount: WonNumber.refine((won) => won > 0n, 'must be more than nothing'),
  ageHours: Hours,
  dueHours: Hours,
});

const levels = {
  critical: Level,
  high: Level,
  medium: Level,
  /** Every other break is LOW. */
  low: z.object({ dueHours: Hours }),
};

export const SeverityRuleView = z.object({ ...versioned, ...levels });
export type SeverityRuleView = z.output<typeof SeverityRuleView>;

const OfRule = z.object({ ruleId: z.uuid() });
const decides = { method: 'POST', security: 'bearer', scope: 'payouts:approve' } as const;

export const listSeverityRules = endpoint({
  method: 'GET',
  path: '/reconciliation/severity-rules',
  summary:
    'Versions of the amounts, ages and due times by which a break is LOW, MEDIUM, HIGH or CRITICAL, latest date first.',
  security: 'bearer',
  scope: 'reconciliation:read',
  query: z.object({ state: z.enum(ruleStates).optional(), after: z.uuid().optional(), limit: IntText.optional() }),
  success: { status: 200, body: page(SeverityRuleView) },
  errors: may(),
});
export const proposeSeverityRule = endpoint({
  method: 'POST',
  path: '/reconciliation/severity-rules',
  summary: 'Propose severities for breaks that open from a date on. A second person approves.',
  security: 'bearer',
  scope: 'reconciliation:resolve',
  body: z
    .object({ ...levels, effectiveFrom: BusinessDate, reason: DecisionReason })
    .refine(({ critical, high, medium }) => critical.amount >= high.amount && high.amount >= medium.amount, {
      message: 'A higher severity needs at least the amount of the lower one',
      path: ['critical', 'amount'],
    })
    .refine(({ critical, high, medium }) => critical.ageHours >= high.ageHours && high.ageHours >= medium.ageHours, {
      message: 'A higher severity needs at least the age of the lower one',
      path: ['critical', 'ageHours'],
    }),
  success: { status: 201, body: SeverityRuleView },
  errors: may('MATCHING_RULE_SECOND_PERSON_REQUIRED'),
});
export const approveSeverityRule = endpoint({
  ...decides,
  path: '/reconciliation/severity-rules/{ruleId}/approve',
  summary: 'Put proposed severities in force; not by the person who proposed them. Breaks that are open keep theirs.',
  params: OfRule,
  success: { status: 200, body: SeverityRuleView },
  errors: may('MATCHING_RULE_NOT_FOUND', 'MATCHING_RULE_STATE', 'MATCHING_RULE_TAKEN', ...refusedDecisions),
});
export const rejectSeverityRule = endpoint({
  ...decides,
  path: '/reconciliation/severity-rules/{ruleId}/reject',
  summary: 'Reject proposed severities.',
  params: OfRule,
  success: { status: 200, body: SeverityRuleView },
  errors: may('MATCHING_RULE_NOT_FOUND', 'MATCHING_RULE_STATE'),
});

export const severityRulesContract = {
  listSeverityRules,
  proposeSeverityRule,
  approveSeverityRule,
  rejectSeverityRule,
} as const;
