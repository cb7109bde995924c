import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, DecisionReason, filters, paging, SellerKey } from './values.js';

/** A failed payout that is paid again before the seller's next cycle date. */
export const ReissueView = z.object({
  id: z.uuid(),
  /** The payout that failed. The new payout has its own id and reference, and is one of the payouts of `statementId`. */
  payoutId: z.uuid(),
  sellerId: SellerKey,
  /** Won of the failed payout that were still owed: the most that is paid for it off-cycle. */
  amount: WonNumber,
  /** How often this money was reissued, this time included. */
  attempt: z.int(),
  /** The first date whose run pays it. */
  dueOn: BusinessDate,
  /** The version of the policy that asked for it; null: a person asked. */
  policyVersion: z.int().nullable(),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: Instant,
  /** The statement that took it up; null: open. */
  statementId: z.uuid().nullable(),
  takenAt: Instant.nullable(),
});

export const reissuePayout = endpoint({
  method: 'POST',
  path: '/payouts/{payoutId}/reissue',
  summary:
    'Pay a failed payout again with the next run that is drafted, instead of on the seller’s cycle date. The run needs its approval, and not from the person who asks here. Repeating it changes nothing.',
  security: 'bearer',
  scope: 'payouts:operate',
  params: z.object({ payoutId: z.uuid() }),
  body: z.object({ reason: DecisionReason }),
  success: { status: 201, body: ReissueView },
  errors: may(
    'PAYOUT_NOT_FOUND',
    'REISSUE_NOT_FAILED',
    'REISSUE_NOT_OWED',
    'REISSUE_BLOCKED',
    'PERSON_REQUIRED',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
  ),
});

export const listReissues = endpoint({
  method: 'GET',
  path: '/reissues',
  summary: 'Reissues, newest first, open ones and those that a statement took up.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    open: z.enum(['true', 'false']).optional(),
    sellerId: SellerKey.optional(),
    payoutId: z.uuid().optional(),
    /** Days on which reissues were requested. */
    ...filters.days,
    ...paging,
  }),
  success: { status: 200, body: page(ReissueView) },
  errors: may(),
});

export const getReissue = endpoint({
  method: 'GET',
  path: '/reissues/{reissueId}',
  summary: 'One reissue.',
  security: 'bearer',
  scope: 'payouts:read',
  params: z.object({ reissueId: z.uuid() }),
  success: { status: 200, body: ReissueView },
  errors: may('REISSUE_NOT_FOUND'),
});

export const REISSUE_ATTEMPTS_MAX = 5;

/** When a failed payout is reissued without a person: so many business days after its failure, and at most so often. */
export const ReissueRule = z.object({
  afterBusinessDays: z.int().min(1).max(10),
  attemptsMax: z.int().min(1).max(REISSUE_ATTEMPTS_MAX),
});

/**
 * Rules by failure class; null: not without a person. `seller_must_act`: once the seller has mended the cause. A failure of
 * class `terminal` is never reissued without a person.
 */
export const ReissueRules = z.object({ retry: ReissueRule.nullable(), seller_must_act: ReissueRule.nullable() });

export const ReissuePolicyView = z.object({
  version: z.int(),
  effectiveFrom: BusinessDate,
  rules: ReissueRules,
  reason: z.string(),
  setBy: z.string(),
  setAt: Instant,
});

export const setReissuePolicy = endpoint({
  method: 'POST',
  path: '/reissue-policies',
  summary: 'A new version of the policy by which failed payouts are reissued, from a date on.',
  security: 'bearer',
  scope: 'payouts:approve',
  body: z.object({ effectiveFrom: BusinessDate, rules: ReissueRules, reason: DecisionReason }),
  success: { status: 201, body: ReissuePolicyView },
  errors: may('REISSUE_POLICY_PAST', 'PERSON_REQUIRED', 'APPROVAL_LIMIT_EXCEEDED', 'REAUTHENTICATION_REQUIRED'),
});

export const listReissuePolicies = endpoint({
  method: 'GET',
  path: '/reissue-policies',
  summary: 'Every version of the reissue policy, newest first. Without a version the default of this release applies.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({ after: IntText.optional(), limit: IntText.optional() }),
  success: {
    status: 200,
    body: page(ReissuePolicyView).extend({
      /** The rules in force today. */
      inForce: ReissueRules,
    }),
  },
  errors: may(),
});

export const reissuesContract = {
  reissuePayout,
  listReissues,
  getReissue,
  setReissuePolicy,
  listReissuePolicies,
} as const;
