import { apiVersions, PaymentMethod } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { AnswerVariants } from './answer-variants.js';

/** How a merchant's goods are taxed: all of them, none, or some (then requests name the tax-free part). */
export const taxTypes = ['TAXABLE', 'TAX_FREE', 'MIXED'] as const;
export type TaxType = (typeof taxTypes)[number];

/** The merchant's contract with the provider. Rates are in 1/100,000 of the amount, VAT included. */
export const MerchantSettings = z.object({
  // ASSUMED: fee rates by method are a matter of contract; these are typical ones.
  feeRates: z.partialRecord(PaymentMethod, z.int().min(0).max(100_000)),
  /** Fixed fees in won, VAT included, by method; null: the method has a rate instead. */
  // ASSUMED: a virtual account costs a fixed fee for each deposit; its amount is a matter of contract.
  fixedFees: z.partialRecord(PaymentMethod, z.int().min(0).max(1_000_000).nullable()),
  // ASSUMED: the extra cost of interest-free installments, points and other lines is a matter of contract too.
  /** Rate per month of an installment whose interest the merchant pays. */
  installmentFeeRate: z.int().min(0).max(100_000),
  /** Rate of an installment whose interest the card company pays. */
  installmentDiscountFeeRate: z.int().min(0).max(100_000),
  /** Rate of a payment with the card company's points. */
  pointSavingFeeRate: z.int().min(0).max(100_000),
  /** Rate of every payment. */
  etcFeeRate: z.int().min(0).max(100_000),
  /** The most months of an installment; 0: no installments by contract. */
  installmentMonthsMax: z.int().min(0).max(12),
  /** The contract for manual settlement: card payments are settled only on request. */
  manualSettlement: z.boolean(),
  /** Sandbox seconds until a cancel of foreign easy pay is done; null: only on a control request. */
  overseasCancelSeconds: z.int().min(0).nullable(),
  settlementCycle: z.enum(['DAILY', 'WEEKLY', 'MONTHLY']),
  /** Business days from soldDate to paidOutDate. */
  payoutLagBusinessDays: z.int().min(0).max(60),
  /** Sandbox seconds until an accepted payout reaches the bank; null: only on a control request. */
  payoutCompletionSeconds: z.int().min(0).nullable(),
  // ASSUMED: the documents say both "exceeds 10 million" (false) and "10 million or more" (true) of the weekly limit.
  weeklyLimitInclusive: z.boolean(),
  // ASSUMED: "a week" of the limit is the last seven days (ROLLING); CALENDAR counts from Monday.
  weeklyLimitWindow: z.enum(['ROLLING', 'CALENDAR']),
  /**
   * Published diagrams let an EXPRESS payout go straight to IN_PROGRESS (true); published guides say REQUESTED first (false).
   */
  expressStartsAtOnce: z.boolean(),
  /** Whether answers mask a seller's account number as webhooks do; published samples show both. */
  maskAccountNumbers: z.boolean(),
  /** The contract for sellers, payouts and the balance; without it these operations answer 403. */
  payoutContract: z.boolean(),
  /** As in the provider's test environment: only companies can be registered as sellers. */
  onlyCorporateSellers: z.boolean(),
  // ASSUMED: a refPayoutId is used up by an accepted request; whether a rejected one burns it too is not shown.
  rejectedRequestsBurnRefPayoutIds: z.boolean(),
  /** The API version of keys without one, and of webhooks; null: the version that the sandbox was started with. */
  apiVersion: z.enum(apiVersions).nullable(),
  /** Null: the tax type that the sandbox was started with. */
  taxType: z.enum(taxTypes).nullable(),
  // ASSUMED: "applied only for tax-free or mixed-tax merchants" says ignored; refused is the other reading.
  /** Whether a taxable merchant's taxFreeAmount is refused (true) or ignored (false). */
  refusesTaxFreeOfTaxable: z.boolean(),
  /** The documented variants that answers and webhooks are given in; null: those that the sandbox was started with. */
  answerVariants: AnswerVariants.nullable(),
  /** Requests per minute, operation and key; null: no limit. The provider's test environment allows 100. */
  requestsPerMinute: z.int().min(1).nullable(),
  /** Minimum pause between two reads of the same payment (FORBIDDEN_CONSECUTIVE_REQUEST); null: none. */
  lookupGapMs: z.int().min(1).nullable(),
  /**
   * True (up to version 1.4): a deposit error cancels the payment. False (later versions): the payment waits for its deposit
   * again. Null: as the merchant's API version has it.
   */
  depositErrorCancels: z.boolean().nullable(),
  /**
   * Measured (true): the server accepted an order id shorter than 6 characters, even a number, for a virtual account.
   * Documented (false): 6 to 64 characters.
   */
  shortOrderIdsGetAccounts: z.boolean(),
  /**
   * The business registration number at the tax office; empty: not registered, and receipts cannot be listed (measured with
   * public test keys).
   */
  businessNumber: z.string().regex(/^(\d{10})?$/),
  /** Days until the tax office approves a cash receipt, one or two; null: only on a control request. */
  receiptApprovalDays: z.int().min(0).max(30).nullable(),
  /**
   * Measured (false): one order gets as many cash receipts as requested. A published error code refuses the second one (true).
   */
  refusesSecondReceipts: z.boolean(),
  /** The contract for billing; without it no billing key is issued (NOT_SUPPORTED_METHOD). */
  hasBillingContract: z.boolean(),
  /**
   * True, as measured on the real server: a billing customerKey may have any characters, and more than 300 of them answer 500
   * FAILED_DB_PROCESSING. False: the rule of document 1 section 2.5, refused with INVALID_CUSTOMER_KEY.
   */
  measuredCustomerKeyChecks: z.boolean(),
  /** The contract for legacy sub-malls, closed to new merchants; without it all their operations are refused. */
  hasLegacyPayoutContract: z.boolean(),
  /**
   * The extra contracts of document 2 sections 1 and 4: charging a wallet without its customer, and paying with card points.
   */
  walletAutomaticPayments: z.boolean(),
  walletCardPoints: z.boolean(),
  // ASSUMED: a payment link's order that is canceled in one piece puts its goods back on sale.
  canceledOrdersReturnStock: z.boolean(),
  /**
   * DESCRIBED: mock data, as in the provider's test environment: an account that `PUT /control/bank-accounts` never
   * described is held by any name and number. FIRST_NAMED: such an account belongs to the first name and number with which
   * the account was looked up, verified or registered.
   */
  accountHolders: z.enum(['DESCRIBED', 'FIRST_NAMED']),
  /** Three-digit codes of the institutions that check no identity number: a wrong one is valid, too (document 2 section 4). */
  indirectLookupBanks: z.array(z.string().regex(/^\d{3}$/)),
});
