import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { StartEvent } from '@jeongsan/settlement';
import { z } from 'zod';
import { BilingualText } from './dispatch-control.contract.js';
import { may } from './refusals.js';
import { BusinessDate, CategoryName, DecisionReason, LineId, SellerKey } from './values.js';

const RuleCode = z.string().regex(/^[A-Z][A-Z0-9_]{2,39}$/);
const Cited = {
  code: RuleCode,
  name: BilingualText,
  /** The title of the law or of the plan, and the article. */
  source: z.string().min(3).max(200),
  article: z.string().min(1).max(100),
  /** `planned`: no law yet; the operator may still apply it. */
  standing: z.enum(['in_force', 'planned']),
  effectiveFrom: BusinessDate,
};
const Added = { reason: z.string(), addedBy: z.string().nullable(), addedAt: Instant };
const ById = { after: IntText.optional(), limit: IntText.optional() };

/** A legal payment deadline: so many days after an event of the order line, or after the end of the month of the event. */
export const StatutoryRuleIn = z.object({
  ...Cited,
  startEvent: StartEvent,
  monthEnd: z.boolean(),
  days: z.int().min(0).max(365),
  /** The deadline when the last day is no business day: the next or the previous one, or the day itself. */
  onHoliday: z.enum(['NEXT', 'PREVIOUS', 'SAME']),
});
export const StatutoryRuleView = StatutoryRuleIn.extend({ id: z.int(), ...Added });

/** A part of what is owed to sellers that must be kept apart. `rate`: in 1/100,000. */
export const SegregationRuleIn = z.object({ ...Cited, rate: z.int().min(0).max(100_000) });
export const SegregationRuleView = SegregationRuleIn.extend({ id: z.int(), ...Added });

/** The deadline that applies to a kind of sale, for lines whose start event is on the date or later. */
const ChoiceIn = z.object({
  /** Null: every category without a choice of its own. */
  category: CategoryName.nullable(),
  /** Null: none. */
  ruleCode: RuleCode.nullable(),
  effectiveFrom: BusinessDate,
});
export const StatutoryChoiceView = ChoiceIn.extend({
  id: z.int(),
  reason: z.string(),
  chosenBy: z.string(),
  chosenAt: Instant,
});

const read = { security: 'bearer', scope: 'payouts:read' } as const;
const decide = { security: 'bearer', scope: 'payouts:approve' } as const;
const refusals = ['PERSON_REQUIRED', 'APPROVAL_LIMIT_EXCEEDED', 'REAUTHENTICATION_REQUIRED'] as const;

export const listStatutoryRules = endpoint({
  method: 'GET',
  path: '/statutory-rules',
  summary: 'Every version of every legal payment deadline, with its source.',
  ...read,
  query: z.object(ById),
  success: { status: 200, body: page(StatutoryRuleView) },
  errors: may(),
});

export const addStatutoryRule = endpoint({
  method: 'POST',
  path: '/statutory-rules',
  summary: 'A new rule, or a later version of one, for lines whose start event is on its date or later.',
  ...decide,
  body: StatutoryRuleIn.extend({ reason: DecisionReason }),
  success: { status: 201, body: StatutoryRuleView },
  errors: may('STATUTORY_RULE_CONFLICT', ...refusals),
});

export const listStatutoryChoices = endpoint({
  method: 'GET',
  path: '/statutory-choices',
  summary: 'Which deadline applies to which kind of sale since when, and who decided it.',
  ...read,
  query: z.object(ById),
  success: { status: 200, body: page(StatutoryChoiceView) },
  errors: may(),
});

export const chooseStatutoryRule = endpoint({
  method: 'POST',
  path: '/statutory-choices',
  summary: 'Apply a payment deadline to a kind of sale from a date on. The deadlines of open lines follow at once.',
  ...decide,
  body: ChoiceIn.extend({ reason: DecisionReason }),
  success: { status: 201, body: StatutoryChoiceView },
  errors: may('STATUTORY_RULE_UNKNOWN', ...refusals),
});

/** An order line with its legal payment deadline. */
export const PaymentDeadlineView = z.object({
  orderId: z.string(),
  lineId: LineId,
  sellerId: SellerKey,
  category: z.string(),
  ruleCode: RuleCode,
  /** The date of the event from which the rule counts. */
  startsOn: BusinessDate,
  dueOn: BusinessDate,
  /** Days until the deadline; negative after it. */
  daysLeft: z.int(),
  /** Won of the line that are not paid yet. */
  owed: WonNumber,
  /** Why they are not paid; null: nothing is owed. */
  cause: z.string().nullable(),
  text: BilingualText.nullable(),
  settledOn: BusinessDate.nullable(),
  breachedOn: BusinessDate.nullable(),
});

export const listPaymentDeadlines = endpoint({
  method: 'GET',
  path: '/payment-deadlines',
  summary:
    'Order lines by deadline. `open`: still owed, due within `days` (default 7), overdue ones first. `breached`: owed after their deadline, by the date of the breach, paid since or not.',
  ...read,
  query: z.object({
    state: z.enum(['open', 'breached']).optional(),
    days: IntText.optional(),
    sellerId: SellerKey.optional(),
    category: CategoryName.optional(),
    cause: z.string().max(40).optional(),
    after: z.string().max(200).optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(PaymentDeadlineView) },
  errors: may('CURSOR_INVALID'),
});

export const sumPaymentDeadlines = endpoint({
  method: 'GET',
  path: '/payment-deadlines/totals',
  summary:
    'Open lines that are due within `days` (default 7) or overdue, and breaches of the last `days`: by rule and cause.',
  ...read,
  query: z.object({ days: IntText.optional() }),
  success: {
    status: 200,
    body: z.object({
      trackedOn: BusinessDate.nullable(),
      totals: z.array(
        z.object({
          state: z.enum(['due', 'overdue', 'breached']),
          ruleCode: RuleCode,
          cause: z.string().nullable(),
          lines: z.int(),
          owed: WonNumber,
        }),
      ),
    }),
  },
  errors: may(),
});

export const listSegregationRules = endpoint({
  method: 'GET',
  path: '/segregation-rules',
  summary: 'Every version of the rules about money that must be kept apart.',
  ...read,
  query: z.object(ById),
  success: { status: 200, body: page(SegregationRuleView) },
  errors: may(),
});

export const addSegregationRule = endpoint({
  method: 'POST',
  path: '/segregation-rules',
  summary: 'A new rate of money to keep apart, from a date on. A rate of 0 ends a rule.',
  ...decide,
  body: SegregationRuleIn.extend({ reason: DecisionReason }),
  success: { status: 201, body: SegregationRuleView },
  errors: may('STATUTORY_RULE_CONFLICT', ...refusals),
});

/** The amount that one rule requires to be kept apart on one day, and the balance at the provider. */
export const SegregationDay = z.object({
  businessDate: BusinessDate,
  ruleCode: RuleCode,
  rate: z.int(),
  /** Won owed to sellers, without setting off what sellers owe. */
  base: WonNumber,
  required: WonNumber,
  available: WonNumber,
  pending: WonNumber,
  covered: z.boolean(),
  /** Won that the balance lacks. */
  missing: WonNumber,
  takenAt: Instant,
});

export const listSegregation = endpoint({
  method: 'GET',
  path: '/segregation',
  summary: 'The amount that must be kept apart, day by day and rule by rule, newest first.',
  ...read,
  query: z.object({ ruleCode: RuleCode.optional(), after: z.string().max(60).optional(), limit: IntText.optional() }),
  success: { status: 200, body: page(SegregationDay) },
  errors: may('CURSOR_INVALID'),
});

export const statutoryContract = {
  listStatutoryRules,
  addStatutoryRule,
  listStatutoryChoices,
  chooseStatutoryRule,
  listPaymentDeadlines,
  sumPaymentDeadlines,
  listSegregationRules,
  addSegregationRule,
  listSegregation,
} as const;
