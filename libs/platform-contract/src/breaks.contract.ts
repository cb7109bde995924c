import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { severities } from '@jeongsan/messaging';
import { breakMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { breakCodes, decisionWays } from './break-classes.js';
import { may } from './refusals.js';
import { BusinessDate, filters, paging, SellerKey, Won } from './values.js';

export { severities };

/** One difference between our records and another's. Its facts are those of the last run that found it. */
export const BreakView = z.object({
  id: z.uuid(),
  class: z.enum(breakCodes),
  /** The key of the record, the date of a balance, or the row of the ledger. */
  subject: z.string(),
  businessDate: BusinessDate,
  state: z.enum(breakMachine.states),
  /** As of the time of the request, by amount and by age. */
  severity: z.enum(severities),
  /** The time until which the break must be settled. */
  dueAt: Instant,
  ageHours: z.int(),
  owner: z.string().nullable(),
  /** The difference in minor units of the currency; null: not known. */
  amount: Won.nullable(),
  currency: z.string(),
  orderId: z.string().nullable(),
  paymentKey: z.string().nullable(),
  sellerId: z.string().nullable(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
  openedAt: Instant,
  /** The time at which the break stopped being open; null: it is open. */
  resolvedAt: Instant.nullable(),
  /** The key of the record that a person declared to be the same. */
  matchedKey: z.string().nullable(),
  /** Counts the changes of the break: a decision about an earlier version is refused. */
  version: z.int(),
  changedBy: z.string(),
  /** The reason and the evidence with which a person settled the break; null: no person did. */
  reason: z.string().nullable(),
  note: z.string().nullable(),
});

const Facts = z.record(z.string(), z.unknown());

/** One change of a break. */
export const BreakEventView = z.object({
  version: z.int(),
  action: z.string(),
  from: z.enum(breakMachine.states),
  to: z.enum(breakMachine.states),
  actor: z.string(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  before: Facts,
  after: Facts,
  at: Instant,
});

const decisionStates = ['proposed', 'approved', 'declined'] as const;

/** A settlement of a break, or its taking back. Above the limit of one person it waits for a second one. */
export const BreakDecisionView = z.object({
  id: z.uuid(),
  breakId: z.uuid(),
  way: z.enum(decisionWays),
  state: z.enum(decisionStates),
  reason: z.string(),
  note: z.string().nullable(),
  /** adjust: the account that differs, the account that the difference comes from, and what the former gains. */
  account: z.string().nullable(),
  counterAccount: z.string().nullable(),
  gain: Won.nullable(),
  /** force: the key of the record that is declared the same. */
  matchedKey: z.string().nullable(),
  /** Won that the decision is about, without sign; null: not known in won, which is above every limit. */
  size: Won.nullable(),
  proposedBy: z.string(),
  proposedAt: Instant,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  declineReason: z.string().nullable(),
});

/** A break with both sides, the fields in which they differ, and every change, oldest first. */
export const BreakDetail = BreakView.extend({
  evidence: z.object({
    ours: z.record(z.string(), z.string().nullable()),
    theirs: z.record(z.string(), z.string().nullable()),
    differs: z.array(z.string()),
  }),
  history: z.array(BreakEventView),
  /** Settlements by people and their taking back, oldest first: proposed, approved and declined. */
  decisions: z.array(BreakDecisionView),
});

const reads = { method: 'GET', security: 'bearer', scope: 'reconciliation:read' } as const;
export const OfBreak = z.object({ breakId: z.uuid() });

const YesNo = z.enum(['true', 'false']);

export const breakFilters = {
  /** Breaks that wait for a person, or for their cause to go away. */
  open: YesNo.optional(),
  /** Breaks that a person explained, adjusted or forced. */
  excepted: YesNo.optional(),
  state: z.enum(breakMachine.states).optional(),
  class: z.enum(breakCodes).optional(),
  severity: z.enum(severities).optional(),
  /** Breaks that are at least so many hours old: at most a million, 114 years, which is older than any record. */
  minAgeHours: IntText.refine((hours) => hours <= 1_000_000, 'is more than 1000000').optional(),
  overdue: YesNo.optional(),
  /** Breaks with a settlement that waits for its second person. */
  waiting: YesNo.optional(),
  /** A person, as in `person:kim`; `none`: breaks without an owner. */
  owner: z.string().min(1).max(220).optional(),
  day: BusinessDate.optional(),
  seller: SellerKey.optional(),
  order: z.string().min(1).max(64).optional(),
  payment: z.string().min(1).max(200).optional(),
};

export const listBreaks = endpoint({
  ...reads,
  path: '/reconciliation/breaks',
  summary: 'Differences, oldest first.',
  query: z.object({ ...breakFilters, after: z.uuid().optional(), limit: IntText.optional() }),
  success: { status: 200, body: page(BreakView) },
  errors: may(),
});

export const BreakTotal = z.object({
  class: z.enum(breakCodes),
  state: z.enum(breakMachine.states),
  currency: z.string(),
  count: z.int(),
  /** The sum of the differences without their signs, of those that are known. */
  amount: Won,
  unknownAmounts: z.int(),
});

export const totalBreaks = endpoint({
  ...reads,
  path: '/reconciliation/breaks/totals',
  summary: 'Numbers and amounts of breaks by class and state.',
  query: z.object(breakFilters),
  success: { status: 200, body: z.object({ items: z.array(BreakTotal) }) },
  errors: may(),
});

export const getBreak = endpoint({
  ...reads,
  path: '/reconciliation/breaks/{breakId}',
  summary: 'One difference with the evidence of both sides and its history.',
  params: OfBreak,
  success: { status: 200, body: BreakDetail },
  errors: may('BREAK_NOT_FOUND'),
});

export const listBreakDecisions = endpoint({
  ...reads,
  path: '/reconciliation/break-decisions',
  summary:
    'Settlements of breaks and their taking back, oldest first: those that wait for a second person, and those that were decided.',
  query: z.object({
    state: z.enum(decisionStates).optional(),
    breakId: z.uuid().optional(),
    way: z.enum(decisionWays).optional(),
    /** Days on which settlements were proposed. */
    ...filters.days,
    ...paging,
  }),
  success: { status: 200, body: page(BreakDecisionView) },
  errors: may(),
});

export const getBreakDecision = endpoint({
  ...reads,
  path: '/reconciliation/break-decisions/{decisionId}',
  summary: 'One settlement of a break.',
  params: z.object({ decisionId: z.uuid() }),
  success: { status: 200, body: BreakDecisionView },
  errors: may('BREAK_DECISION_NOT_FOUND'),
});

export const breakReads = { listBreaks, totalBreaks, getBreak, listBreakDecisions, getBreakDecision } as const;
