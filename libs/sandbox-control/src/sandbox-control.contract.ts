import { endpoint } from '@jeongsan/http-contract';
import { SignedWonNumber, WonNumber } from '@jeongsan/money';
import {
  CashReceipt,
  payoutStatuses,
  OrderId,
  Payment,
  PaymentKey,
  PaymentMethod,
  TransactionKey,
  Payout,
  PayoutId,
  Seller,
  SellerId,
} from '@jeongsan/provider-contract';
import { z } from 'zod';
import { faultControl } from './faults.control.js';
import { webhookControl } from './webhooks.control.js';
import { worldControl } from './world.control.js';
import { bankAccountControl } from './bank-accounts.control.js';
import { billingControl } from './billing.control.js';
import { control } from './control-endpoint.js';
import { BuyerChoices, DepositorChoices } from './buyer-choices.js';
import { MerchantSettings } from './merchant-settings.js';
import { merchantControl } from './merchants.control.js';
import { promotionControl } from './promotions.control.js';
import { subMallControl } from './sub-malls.control.js';
import { walletControl } from './wallet.control.js';
import { linkControl } from './links.control.js';

/** The provider's own records, for proofs that must not rely on the API under test. */
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
 * NOT PART OF THE PROVIDER. The control API of the sandbox's simulated world: clock, buyers, reviewers, banks, faults. All
 * paths start with /control, need no key, and can be switched off together.
 */
export const sandboxControlContract = {
  ...worldControl,
  ...webhookControl,
  ...faultControl,
  ...bankAccountControl,
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
      /** The error code that confirm will answer instead of approving. */
      refuseWith: z.string().max(100).optional(),
      ...DepositorChoices.shape,
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
  depositIntoAccount: endpoint({
    ...control,
    method: 'POST',
    path: '/control/payments/{paymentKey}/deposit',
    summary:
      "The customer pays into the payment's virtual account; the bank takes the exact amount alone, and only in time.",
    params: z.object({ paymentKey: PaymentKey }),
    body: z.object({ amount: WonNumber.optional(), depositorName: z.string().min(1).max(100).optional() }),
    success: { status: 200, body: Payment },
  }),
  failDeposit: endpoint({
    ...control,
    method: 'POST',
    path: '/control/payments/{paymentKey}/deposit-error',
    summary: 'The bank takes a deposit back that it reported by mistake.',
    params: z.object({ paymentKey: PaymentKey }),
    success: { status: 200, body: Payment },
  }),
  finishRefund: endpoint({
    ...control,
    method: 'POST',
    path: '/control/payments/{paymentKey}/refunds/finish',
    summary:
      "A refund reaches the customer's account now; the oldest on its way, unless its cancel's transaction is named.",
    params: z.object({ paymentKey: PaymentKey }),
    body: z.object({ transactionKey: TransactionKey.optional() }),
    success: { status: 200, body: Payment },
  }),
  failRefund: endpoint({
    ...control,
    method: 'POST',
    path: '/control/payments/{paymentKey}/refunds/fail',
    summary: "The customer's bank does not take a refund.",
    params: z.object({ paymentKey: PaymentKey }),
    body: z.object({ transactionKey: TransactionKey.optional() }),
    success: { status: 200, body: Payment },
  }),
  completeCashReceipt: endpoint({
    ...control,
    method: 'POST',
    path: '/control/cash-receipts/{receiptKey}/complete',
    summary: 'The tax office approves a cash receipt, or a cancel of one.',
    params: z.object({ receiptKey: z.string().max(200) }),
    success: { status: 200, body: CashReceipt },
  }),
  failCashReceipt: endpoint({
    ...control,
    method: 'POST',
    path: '/control/cash-receipts/{receiptKey}/fail',
    summary: 'The tax office refuses a cash receipt, or a cancel of one.',
    params: z.object({ receiptKey: z.string().max(200) }),
    body: z.object({
      /** The refusal of the tax office. Defaults: NTS_ERROR with its own text. */
      code: z.string().max(100).optional(),
      message: z.string().max(510).optional(),
    }),
    success: { status: 200, body: CashReceipt },
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
    summary: 'A payout that has not started is rejected; its webhook says FAILED.',
    params: z.object({ id: PayoutId }),
    body: z.object({ code: z.string().max(100), message: z.string().max(510) }),
    success: { status: 200, body: Payout },
  }),
  removePayout: endpoint({
    ...control,
    method: 'POST',
    path: '/control/payouts/{id}/remove',
    summary: 'The request of a payout that has not started is deleted; no webhook is sent.',
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
  ...billingControl,
  ...promotionControl,
  ...subMallControl,
  ...walletControl,
  ...linkControl,
  ...merchantControl,
} as const;
