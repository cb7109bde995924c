import { endpoint } from '@jeongsan/http-contract';
import { SignedWonNumber, WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { apiVersions } from './api-versions.js';
import { control } from './control/control-endpoint.js';
import { faultControl } from './control/faults.control.js';
import { webhookControl } from './control/webhooks.control.js';
import { worldControl } from './control/world.control.js';
import { payoutStatuses } from './lifecycles.js';
import { BuyerChoices } from './buyer-choices.js';
import { OrderId, Payment, PaymentKey, PaymentMethod, TransactionKey } from './payment.objects.js';
import { Payout, PayoutId } from './payouts.contract.js';
import { Seller, SellerId } from './sellers.contract.js';

/** The merchant's contract with the provider. Rates in 1/100,000 of the amount, VAT included. */
export const MerchantSettings = z.object({
  // ASSUMED: fee rates by method are a matter of contract; these are typical ones.
  feeRates: z.partialRecord(PaymentMethod, z.int().min(0).max(100_000)),
  // ASSUMED: what interest-free installments, points and other lines cost on top is a matter of contract too.
  /** For each month of an installment whose interest the merchant bears, of the card's amount. */
  installmentFeeRate: z.int().min(0).max(100_000),
  /** For an installment whose interest the card company bears, of the card's amount. */
  installmentDiscountFeeRate: z.int().min(0).max(100_000),
  /** For a payment with the card company's points, of the card's amount. */
  pointSavingFeeRate: z.int().min(0).max(100_000),
  /** For every payment. */
  etcFeeRate: z.int().min(0).max(100_000),
  /** The most months a buyer can pay in; 0: no installments by contract. */
  installmentMonthsMax: z.int().min(0).max(12),
  /** The contract for manual settlement: no card payment is settled until asked for. */
  manualSettlement: z.boolean(),
  /** Sandbox seconds until a cancel of overseas easy pay is done; null: only when told. */
  overseasCancelSeconds: z.int().min(0).nullable(),
  settlementCycle: z.enum(['DAILY', 'WEEKLY', 'MONTHLY']),
  /** Business days from soldDate to paidOutDate. */
  payoutLagBusinessDays: z.int().min(0).max(60),
  /** Real sandbox seconds an accepted payout takes to reach the bank; null: only when told. */
  payoutCompletionSeconds: z.int().min(0).nullable(),
  // ASSUMED: the documents say both "exceeds 10 million" (false) and "10 million or more" (true) of the weekly limit.
  weeklyLimitInclusive: z.boolean(),
  // ASSUMED: "a week" of the limit is the last seven days (ROLLING); CALENDAR counts from Monday.
  weeklyLimitWindow: z.enum(['ROLLING', 'CALENDAR']),
  /** Published diagrams let an EXPRESS payout go straight to IN_PROGRESS; published guides say REQUESTED first (false). */
  expressStartsAtOnce: z.boolean(),
  /** Whether answers mask a seller's account number as webhooks do; published samples show both. */
  maskAccountNumbers: z.boolean(),
  /** The contract that sellers, payouts and the balance need; without it they answer 403. */
  payoutContract: z.boolean(),
  /** As the provider's test environment: only companies can be registered as sellers. */
  onlyCorporateSellers: z.boolean(),
  // ASSUMED: a refPayoutId is used up by an accepted request; whether a rejected one burns it too is not shown.
  rejectedRequestsBurnRefPayoutIds: z.boolean(),
  /** The API version of keys that name none, and of webhooks; null: the one the sandbox was started with. */
  apiVersion: z.enum(apiVersions).nullable(),
  /** Requests of one operation and key in a minute; null: no limit. The provider's test environment allows 100. */
  requestsPerMinute: z.int().min(1).nullable(),
  /** How soon the same payment may be looked up again (FORBIDDEN_CONSECUTIVE_REQUEST); null: at once. */
  lookupGapMs: z.int().min(1).nullable(),
});

/** What the provider's own book says, for a proof that trusts nobody else's. */
export const Book = z.object({
  approved: WonNumber,
  canceled: WonNumber,
  settledAmount: SignedWonNumber,
  settledFees: SignedWonNumber,
  settledPayOut: SignedWonNumber,
  pending: SignedWonNumber,
  available: SignedWonNumber,
  payouts: z.array(z.object({ status: z.enum(payoutStatuses), count: z.int(), amount: WonNumber })),
  /** Completed payouts by destination, for a proof per seller. */
  paidBySeller: z.array(z.object({ sellerId: SellerId, refSellerId: z.string(), count: z.int(), amount: WonNumber })),
});

/**
 * NOT PART OF THE PROVIDER. How a person or a test moves the sandbox's world: its clock, its buyers, its reviewers, its banks,
 * its faults. Every path starts with /control, needs no key, and can be switched off as a whole.
 */
export const sandboxControlContract = {
  ...worldControl,
  ...webhookControl,
  ...faultControl,
  payAsBuyer: endpoint({
    ...control,
    method: 'POST',
    path: '/control/payments',
    summary: 'A buyer opens the payment window and authenticates: a payment ready to be confirmed.',
    body: z.object({
      method: PaymentMethod,
      amount: WonNumber,
      orderId: OrderId,
      orderName: z.string().min(1).max(100),
      taxFreeAmount: WonNumber.optional(),
      ...BuyerChoices.shape,
      /** What confirm will answer instead of approving, by error code. */
      refuseWith: z.string().max(100).optional(),
    }),
    success: { status: 201, body: Payment },
  }),
  authenticatePayment: endpoint({
    ...control,
    method: 'POST',
    path: '/control/payments/{paymentKey}/authenticate',
    summary: 'The buyer authenticates a payment created through the API.',
    params: z.object({ paymentKey: PaymentKey }),
    success: { status: 200, body: Payment },
  }),
  finishCancel: endpoint({
    ...control,
    method: 'POST',
    path: '/control/payments/{paymentKey}/cancels/{transactionKey}/finish',
    summary: 'The provider abroad answers a cancel that takes time (overseas easy pay).',
    params: z.object({ paymentKey: PaymentKey, transactionKey: TransactionKey }),
    body: z.object({ result: z.enum(['DONE', 'ABORTED']) }),
    success: { status: 200, body: Payment },
  }),
  finishIdentityCheck: endpoint({
    ...control,
    method: 'POST',
    path: '/control/sellers/{id}/identity-check',
    summary: 'The seller finishes its identity check.',
    params: z.object({ id: SellerId }),
    success: { status: 200, body: Seller },
  }),
  finishKyc: endpoint({
    ...control,
    method: 'POST',
    path: '/control/sellers/{id}/kyc',
    summary: 'KYC review is completed; a seller under the limit is reviewed early.',
    params: z.object({ id: SellerId }),
    success: { status: 200, body: Seller },
  }),
  reviewSellerAgain: endpoint({
    ...control,
    method: 'POST',
    path: '/control/sellers/{id}/review-again',
    summary: 'One or three years have passed: an approved seller is under KYC review again.',
    params: z.object({ id: SellerId }),
    success: { status: 200, body: Seller },
  }),
  rejectPayout: endpoint({
    ...control,
    method: 'POST',
    path: '/control/payouts/{id}/reject',
    summary: 'A payout that has not started is rejected; the merchant is told that it failed.',
    params: z.object({ id: PayoutId }),
    body: z.object({ code: z.string().max(100), message: z.string().max(510) }),
    success: { status: 200, body: Payout },
  }),
  removePayout: endpoint({
    ...control,
    method: 'POST',
    path: '/control/payouts/{id}/remove',
    summary: 'The request of a payout that has not started is deleted; the merchant is told nothing.',
    params: z.object({ id: PayoutId }),
    success: { status: 200, body: Payout },
  }),
  completePayout: endpoint({
    ...control,
    method: 'POST',
    path: '/control/payouts/{id}/complete',
    summary: 'The bank takes the money.',
    params: z.object({ id: PayoutId }),
    success: { status: 200, body: Payout },
  }),
  failPayout: endpoint({
    ...control,
    method: 'POST',
    path: '/control/payouts/{id}/fail',
    summary: 'The bank refuses the money; it returns to the balance.',
    params: z.object({ id: PayoutId }),
    body: z.object({ code: z.string().max(100), message: z.string().max(510) }),
    success: { status: 200, body: Payout },
  }),
  readSettings: endpoint({
    ...control,
    method: 'GET',
    path: '/control/settings',
    summary: "The merchant's contract.",
    success: { status: 200, body: MerchantSettings },
  }),
  changeSettings: endpoint({
    ...control,
    method: 'PUT',
    path: '/control/settings',
    summary: "Change the merchant's contract for what happens from now on.",
    body: MerchantSettings.partial(),
    success: { status: 200, body: MerchantSettings },
  }),
  readBook: endpoint({
    ...control,
    method: 'GET',
    path: '/control/book',
    summary: "The provider's book, summed.",
    success: { status: 200, body: Book },
  }),
} as const;
