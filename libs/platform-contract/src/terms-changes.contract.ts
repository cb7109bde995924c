import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { TermsBody, differenceKeys, recordOf } from '@jeongsan/settlement';
import { termsChangeMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, filters, NumbersNeeded, paging, SellerKey, Won } from './values.js';

/**
 * The change of a line's components: under the new terms less under the present ones. The net is `promotion` less the charges.
 * Positive: the seller gets more; negative: the seller owes the difference.
 */
export const lineDifference = recordOf(differenceKeys, () => Won);

export const TermsChangeView = z.object({
  id: z.uuid(),
  sellerId: SellerKey,
  effectiveFrom: BusinessDate,
  state: z.enum(termsChangeMachine.states),
  /**
   * The change begins in the future: the figures estimate the effect with the orders of the last 30 days, and nothing is
   * posted. A number that a formula needs and an order of these days lacks counts as 0.
   */
  isEstimate: z.boolean(),
  lineCount: z.int(),
  total: z.object(lineDifference),
  numbersNeeded: NumbersNeeded,
  /** Hash of the proposed change; the approval must repeat it. */
  contentHash: z.string(),
  proposedBy: z.string(),
  proposedAt: Instant,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
});
export type TermsChangeView = z.output<typeof TermsChangeView>;

export const LineAdjustment = z.object({
  orderId: z.string(),
  lineId: z.string(),
  /** Won of the line's paid amount that were canceled. */
  canceled: Won,
  ...lineDifference,
});
export type LineAdjustment = z.output<typeof LineAdjustment>;

/** A change of terms with the new terms, and one page of its adjusted lines. */
export const TermsChangeDetail = TermsChangeView.extend({ terms: TermsBody, lines: page(LineAdjustment) });

const ChangeId = z.object({ changeId: z.uuid() });

export const proposeTermsChange = endpoint({
  method: 'POST',
  path: '/terms-changes',
  summary:
    'Propose other terms from a day on, up to a year back; answers the effect on the orders, for a day to come an estimate. Nothing changes before a second person approves.',
  security: 'bearer',
  scope: 'terms:write',
  body: TermsBody.extend({ sellerId: SellerKey, effectiveFrom: BusinessDate }),
  success: { status: 201, body: TermsChangeView },
  errors: may('TERMS_INVALID', 'TERMS_CHANGE_TOO_OLD', 'LINE_NUMBER_MISSING'),
});

export const listTermsChanges = endpoint({
  method: 'GET',
  path: '/terms-changes',
  summary: 'Proposed and decided changes of terms, newest first.',
  security: 'bearer',
  scope: 'sellers:read',
  query: z.object({
    sellerId: SellerKey.optional(),
    state: z.enum(termsChangeMachine.states).optional(),
    /** Days on which changes were proposed. */
    ...filters.days,
    ...paging,
  }),
  success: { status: 200, body: page(TermsChangeView) },
  errors: may(),
});

export const getTermsChange = endpoint({
  method: 'GET',
  path: '/terms-changes/{changeId}',
  summary: 'A change of terms: its total, the new terms, and its lines page by page.',
  security: 'bearer',
  scope: 'sellers:read',
  params: ChangeId,
  query: z.object({
    /** The nextCursor of the previous page: order and line, separated by a slash. */
    after: z.string().max(200).optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: TermsChangeDetail },
  errors: may('TERMS_CHANGE_NOT_FOUND'),
});

export const approveTermsChange = endpoint({
  method: 'POST',
  path: '/terms-changes/{changeId}/approve',
  summary:
    'Approve exactly the content that was shown; the proposer may not. New orders fall under the terms, orders of the past are adjusted by a posting.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: ChangeId,
  body: z.object({ contentHash: z.string() }),
  success: { status: 200, body: TermsChangeView },
  errors: may(
    'TERMS_CHANGE_NOT_FOUND',
    'TERMS_CHANGE_STATE',
    'TERMS_CHANGE_STALE',
    'TERMS_CHANGE_SECOND_PERSON_REQUIRED',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
    'TERMS_CONFLICT',
    'TERMS_INVALID',
    'TERMS_OUT_OF_ORDER',
    'LINE_NUMBER_MISSING',
  ),
});

export const rejectTermsChange = endpoint({
  method: 'POST',
  path: '/terms-changes/{changeId}/reject',
  summary: 'Reject a proposed change of terms.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: ChangeId,
  success: { status: 200, body: TermsChangeView },
  errors: may('TERMS_CHANGE_NOT_FOUND', 'TERMS_CHANGE_STATE'),
});

export const termsChangesContract = {
  proposeTermsChange,
  listTermsChanges,
  getTermsChange,
  approveTermsChange,
  rejectTermsChange,
} as const;
