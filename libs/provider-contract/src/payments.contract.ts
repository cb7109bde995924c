import { endpoint } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { codes } from './errors.js';
import { cancelCodes, confirmCodes, createCodes, keyInCodes } from './payments.codes.js';
import { englishMethods, type EnglishMethod } from './payment-words.js';
import {
  Email,
  HttpUrl,
  metadata,
  MobilePhoneNumber,
  OrderId,
  Payment,
  PaymentCurrency,
  PaymentKey,
  PaymentMethod,
  WalletOrderId,
} from './payment.objects.js';
import { DiscountCode } from './promotions.contract.js';
import { BankName } from './virtual-accounts.contract.js';

const OrderName = z.string().min(1).max(100);
/** A whole number. Values out of range are refused with error codes of their own. */
const Months = z.int().min(-1_000).max(1_000);
const customer = { customerEmail: Email.optional(), customerName: z.string().max(100).optional() } as const;
const tax = { taxFreeAmount: WonNumber.optional(), taxExemptionAmount: WonNumber.optional() } as const;

/**
 * Creates a payment on the server. Not in the documents, but real server clients use this operation to open the payment window.
 */
export const createPayment = endpoint({
  method: 'POST',
  path: '/v1/payments',
  summary: 'Create a payment that a buyer can authenticate (READY, with a checkout address).',
  security: 'basic',
  body: z.object({
    method: z.union([PaymentMethod, z.enum(Object.keys(englishMethods) as [EnglishMethod, ...EnglishMethod[]])]),
    amount: WonNumber,
    /** Default: KRW. */
    currency: PaymentCurrency.optional(),
    orderId: OrderId,
    orderName: OrderName,
    successUrl: HttpUrl,
    failUrl: HttpUrl,
    ...customer,
    ...tax,
    customerMobilePhone: MobilePhoneNumber.optional(),
    /** DEFAULT: the provider's window. DIRECT: the window of the named card company or easy-pay provider. */
    flowMode: z.enum(['DEFAULT', 'DIRECT']).optional(),
    cardCompany: z.string().max(30).optional(),
    easyPay: z.string().max(30).optional(),
    cardInstallmentPlan: Months.optional(),
    maxCardInstallmentPlan: Months.optional(),
    useCardPoint: z.boolean().optional(),
    useEscrow: z.boolean().optional(),
    cultureExpense: z.boolean().optional(),
    /** The code of a promotion (document 1 section 2.9). */
    discountCode: DiscountCode.optional(),
    metadata: metadata(500).optional(),
  }),
  success: { status: 200, body: Payment },
  errors: createCodes,
});

/** A payment by card number, approved at once. Not in the documents, but in the provider's list of operations. */
export const payByCardNumber = endpoint({
  method: 'POST',
  path: '/v1/payments/key-in',
  summary: 'Approve a card payment by the number the buyer told the merchant.',
  security: 'basic',
  timeoutMs: 60_000,
  body: z.object({
    amount: WonNumber,
    orderId: OrderId,
    orderName: OrderName,
    cardNumber: z.string().max(20),
    cardExpirationYear: z.string().max(4),
    cardExpirationMonth: z.string().max(4),
    customerIdentityNumber: z.string().max(20),
    cardPassword: z.string().max(10).optional(),
    cardInstallmentPlan: Months.optional(),
    useFreeInstallmentPlan: z.boolean().optional(),
    useCardPoint: z.boolean().optional(),
    ...customer,
    ...tax,
    metadata: metadata(500).optional(),
    /** 3-D Secure data of a foreign card. */
    vbv: z.object({ cavv: z.unknown(), xid: z.unknown(), eci: z.unknown() }).optional(),
  }),
  success: { status: 200, body: Payment },
  errors: keyInCodes,
});

/** Document 1 section 4. */
export const confirmPayment = endpoint({
  method: 'POST',
  path: '/v1/payments/confirm',
  summary: 'Validate and approve the payment that the buyer authenticated.',
  security: 'basic',
  timeoutMs: 60_000,
  body: z.object({ paymentKey: PaymentKey, orderId: OrderId, amount: WonNumber }),
  success: { status: 200, body: Payment },
  errors: confirmCodes,
});

/** The earlier form of confirm, which older clients call. */
export const confirmPaymentByKey = endpoint({
  method: 'POST',
  path: '/v1/payments/{paymentKey}',
  summary: 'Validate and approve the payment that the buyer authenticated (older form of confirm).',
  security: 'basic',
  timeoutMs: 60_000,
  params: z.object({ paymentKey: PaymentKey }),
  body: z.object({ orderId: OrderId, amount: WonNumber }),
  success: { status: 200, body: Payment },
  errors: confirmCodes,
});

const readCodes = codes(
  'FORBIDDEN_CONSECUTIVE_REQUEST',
  'NOT_FOUND_PAYMENT',
  'NOT_FOUND',
  'FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING',
);

export const getPayment = endpoint({
  method: 'GET',
  path: '/v1/payments/{paymentKey}',
  summary: 'Read a payment.',
  security: 'basic',
  params: z.object({ paymentKey: PaymentKey }),
  success: { status: 200, body: Payment },
  errors: readCodes,
});

export const getPaymentByOrder = endpoint({
  method: 'GET',
  path: '/v1/payments/orders/{orderId}',
  summary: "Read the latest payment of the merchant's order.",
  security: 'basic',
  params: z.object({ orderId: WalletOrderId }),
  success: { status: 200, body: Payment },
  errors: readCodes,
});

export const cancelPayment = endpoint({
  method: 'POST',
  path: '/v1/payments/{paymentKey}/cancel',
  summary: 'Cancel an approved payment, wholly or in part.',
  security: 'basic',
  timeoutMs: 60_000,
  params: z.object({ paymentKey: PaymentKey }),
  body: z.object({
    cancelReason: z.string().min(1).max(200),
    cancelAmount: WonNumber.optional(),
    /** The refund account; allowed only for a virtual account that has received its deposit. */
    refundReceiveAccount: z
      .object({
        bank: BankName,
        accountNumber: z.string().regex(/^\d{1,20}$/, 'At most 20 digits'),
        holderName: z.string().min(1).max(60),
      })
      .nullish(),
    ...tax,
    currency: PaymentCurrency.optional(),
    /** Deprecated; a wrong value refuses the cancel. */
    refundableAmount: WonNumber.optional(),
    /** The reference of an asynchronous cancel: required for such payments, forbidden for others. */
    cancelRequestId: z.string().min(6).max(64).optional(),
  }),
  success: { status: 200, body: Payment },
  errors: cancelCodes,
});

export const paymentOperations = {
  createPayment,
  payByCardNumber,
  confirmPayment,
  confirmPaymentByKey,
  getPayment,
  getPaymentByOrder,
  cancelPayment,
} as const;
