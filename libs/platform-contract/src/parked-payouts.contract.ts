import { endpoint, Instant, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { PayoutId } from '@jeongsan/provider-contract';
import { parkedDecisionMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, DecisionReason, paging, SellerKey } from './values.js';

/**
 * NEVER_MADE: payable again, under a new reference. MADE: the payout is `providerPayoutId` at the provider. SEND_AGAIN: sent
 * again with the same reference.
 */
export const parkedDecisionKinds = ['NEVER_MADE', 'MADE', 'SEND_AGAIN'] as const;

export const ParkedDecisionView = z.object({
  id: z.uuid(),
  payoutId: z.uuid(),
  kind: z.enum(parkedDecisionKinds),
  providerPayoutId: z.string().nullable(),
  reason: z.string(),
  state: z.enum(parkedDecisionMachine.states),
  proposedBy: z.string(),
  proposedAt: Instant,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
});

/**
 * A payout whose outcome neither the provider's answers nor its listings decide, with the evidence. Its money stays reserved.
 */
export const ParkedPayoutView = z.object({
  payoutId: z.uuid(),
  refPayoutId: z.string(),
  runId: z.uuid(),
  sellerId: SellerKey,
  providerSellerId: z.string(),
  amount: WonNumber,
  parkedAt: Instant,
  /** How often the payout was sent without an outcome and then missing from two complete listings. */
  absentRounds: z.int(),
  /** How often the provider answered that this reference was used before. */
  duplicateRounds: z.int(),
  /** The answer to the last batch of this payout. */
  lastAnswer: z.string().nullable(),
  /** The listings that were searched for that batch: complete, read after the settle delay, without this payout. */
  listings: z.array(
    z.object({ listedAt: Instant, fromDate: BusinessDate, toDate: BusinessDate, payoutsListed: z.int() }),
  ),
  /** The open proposal; null: none. */
  proposal: ParkedDecisionView.nullable(),
});

export const listParkedPayouts = endpoint({
  method: 'GET',
  path: '/parked-payouts',
  summary: 'Payouts that wait for people, with the evidence for and against their having been made.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({ sellerId: SellerKey.optional(), runId: z.uuid().optional(), ...paging }),
  success: { status: 200, body: page(ParkedPayoutView) },
  errors: may(),
});

export const getParkedPayout = endpoint({
  method: 'GET',
  path: '/parked-payouts/{payoutId}',
  summary: 'A payout that waits for people, with its evidence.',
  security: 'bearer',
  scope: 'payouts:read',
  params: z.object({ payoutId: z.uuid() }),
  success: { status: 200, body: ParkedPayoutView },
  errors: may('PAYOUT_NOT_FOUND', 'PAYOUT_NOT_PARKED'),
});

export const proposeParkedDecision = endpoint({
  method: 'POST',
  path: '/parked-payouts/{payoutId}/decisions',
  summary: 'Propose what becomes of a parked payout. Nothing moves before a second person approves.',
  security: 'bearer',
  scope: 'payouts:operate',
  params: z.object({ payoutId: z.uuid() }),
  body: z
    .object({
      kind: z.enum(parkedDecisionKinds),
      /** Required with MADE, otherwise forbidden: the payout at the provider that this payout is. */
      providerPayoutId: PayoutId.optional(),
      reason: DecisionReason,
    })
    .refine((d) => (d.kind === 'MADE') === (d.providerPayoutId !== undefined), {
      message: 'MADE names a providerPayoutId, the others do not',
      path: ['providerPayoutId'],
    }),
  success: { status: 201, body: ParkedDecisionView },
  errors: may('PAYOUT_NOT_FOUND', 'PAYOUT_NOT_PARKED', 'PARKED_DECISION_OPEN'),
});

const OfDecision = z.object({ decisionId: z.uuid() });

export const approveParkedDecision = endpoint({
  method: 'POST',
  path: '/parked-decisions/{decisionId}/approve',
  summary: "Approve a proposed decision; the proposer may not. The provider's listing is read once more before.",
  security: 'bearer',
  scope: 'payouts:approve',
  params: OfDecision,
  success: { status: 200, body: ParkedDecisionView },
  errors: may(
    'PARKED_DECISION_NOT_FOUND',
    'PARKED_DECISION_STATE',
    'PARKED_SECOND_PERSON_REQUIRED',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
    'PAYOUT_NOT_PARKED',
    'PARKED_PROVIDER_PAYOUT',
    'PARKED_PAYOUT_LISTED',
    'PARKED_PROVIDER_AWAY',
  ),
});

export const rejectParkedDecision = endpoint({
  method: 'POST',
  path: '/parked-decisions/{decisionId}/reject',
  summary: 'Do not decide so: the payout stays parked.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: OfDecision,
  success: { status: 200, body: ParkedDecisionView },
  errors: may('PARKED_DECISION_NOT_FOUND', 'PARKED_DECISION_STATE'),
});

export const parkedPayoutsContract = {
  listParkedPayouts,
  getParkedPayout,
  proposeParkedDecision,
  approveParkedDecision,
  rejectParkedDecision,
} as const;
