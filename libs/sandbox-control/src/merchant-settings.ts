import { apiVersions, PaymentMethod } from '@jeongsan/provider-contract';
import { z } from 'zod';

/** The merchant's contract with the provider. Rates in 1/100,000 of the amount, VAT included. */
export const MerchantSettings = z.object({
  // ASSUMED: fee rates by method are a matter of contract; these are typical ones.
  feeRates: z.partialRecord(PaymentMethod, z.int().min(0).max(100_000)),
  /** Fees in won, VAT included, of methods that cost the same whatever is paid; null: the method has a rate. */
  // ASSUMED: a virtual account costs a fixed fee for each deposit; its amount is a matter of contract.
  fixedFees: z.partialRecord(PaymentMethod, z.int().min(0).max(1_000_000).nullable()),
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
  /** Up to version 1.4 a deposit error cancels the payment; later versions make it wait for its deposit again. */
  depositErrorCancels: z.boolean(),
  /** Measured: an order id shorter than 6 characters, even a number, got its virtual account. Documented: 6 to 64. */
  shortOrderIdsGetAccounts: z.boolean(),
  /** As registered at the tax office; empty: not registered, and no receipt can be listed (measured with public test keys). */
  businessNumber: z.string().regex(/^(\d{10})?$/),
  /** Days until the tax office has approved a cash receipt, one or two; null: only when told. */
  receiptApprovalDays: z.int().min(0).max(30).nullable(),
  /** Measured: one order gets as many cash receipts as are asked for (false). A published code refuses the second (true). */
  refusesSecondReceipts: z.boolean(),
  /** Without it no billing key is issued: NOT_SUPPORTED_METHOD. */
  hasBillingContract: z.boolean(),
  /**
   * As measured on the real server: any character is accepted in a billing customerKey, and more than 300 of them answer 500
   * FAILED_DB_PROCESSING. Off: the rule of document 1 section 2.5, refused with INVALID_CUSTOMER_KEY.
   */
  measuredCustomerKeyChecks: z.boolean(),
  /** Legacy sub-malls are closed to new contracts; without an old one every operation of theirs is refused. */
  hasLegacyPayoutContract: z.boolean(),
  /** The extra contracts of document 2 sections 1 and 4: charging a wallet without its customer, and paying with card points. */
  walletAutomaticPayments: z.boolean(),
  walletCardPoints: z.boolean(),
  // ASSUMED: a payment link's order that is canceled in one piece puts its goods back on sale.
  canceledOrdersReturnStock: z.boolean(),
});
