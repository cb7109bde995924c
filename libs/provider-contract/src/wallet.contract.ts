import { endpoint } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { codes, type ProviderErrorCode } from './errors.js';
import { Email, OrderId, Payment, PaymentKey, WalletOrderId } from './payment.objects.js';
import { confirmPayment } from './payments.contract.js';
import { DiscountCode } from './promotions.contract.js';
import {
  MethodKey,
  WalletBankAccount,
  WalletBankPromotion,
  WalletCard,
  WalletCardPromotion,
  WalletCustomerKey,
  WalletMethod,
  WalletScopes,
  WalletScopesText,
  WalletTerms,
  WalletToken,
} from './wallet.objects.js';
import { decisive } from './reading.js';

const bearerErrors = ['INVALID_ACCESS_TOKEN', 'EXPIRED_ACCESS_TOKEN'] as const;
// ASSUMED: which wallet operation answers which of its published codes is not shown; all that are about a customer list all of them.
const walletErrors = [
  'INVALID_CUSTOMER_KEY',
  'USER_ACCOUNT_ON_HOLD',
  'NOT_FOUND_METHOD',
  'NOT_FOUND_METHOD_OWNERSHIP',
  'NOT_FOUND_METHOD_IN_GROUP',
] as const;
const walletCodes = <const C extends readonly ProviderErrorCode[]>(...list: C) => codes(...walletErrors, ...list);

/** The other error codes of confirm. */
const withConfirmErrors = <const C extends readonly ProviderErrorCode[]>(
  ...list: C
): readonly (C[number] | (typeof walletErrors)[number] | (typeof confirmPayment.errors)[number])[] => [
  ...new Set([...confirmPayment.errors, ...walletCodes(...list)]),
];

export const listWalletTerms = endpoint({
  method: 'GET',
  path: '/v1/wallet/terms',
  summary: 'The terms of a scope, and which of them the customer agreed to.',
  security: 'basic',
  query: z.object({ customerKey: WalletCustomerKey, scope: WalletScopesText }),
  success: { status: 200, body: z.array(WalletTerms) },
  errors: walletCodes(),
});

export const agreeWalletTerms = endpoint({
  method: 'POST',
  path: '/v1/wallet/terms/agree',
  summary: 'Agree to terms for a customer; the code answered makes an access token, once.',
  security: 'basic',
  body: z.object({
    customerKey: WalletCustomerKey,
    scope: WalletScopes,
    // ASSUMED: a customer who agreed to everything before may send no terms.
    termsId: z.array(z.int()).max(100).optional(),
  }),
  success: { status: 200, body: decisive(z.object({ code: z.string() }), ['code']) },
  errors: walletCodes('NOT_FOUND_TERMS', 'REQUIRED_TERMS_NOT_AGREED'),
});

/** These four members together are an identity verification; each is compared with the verification made by phone. */
const CustomerIdentity = z.object({
  ci: z.string().min(1).max(200).optional(),
  // ASSUMED: digits, 8 to 15 of them, as phone numbers elsewhere in the documents.
  mobilePhone: z
    .string()
    .regex(/^\d{8,15}$/)
    .optional(),
  name: z.string().min(1).max(100).optional(),
  /** Birth date and gender code. */
  rrn: z
    .string()
    .regex(/^\d{7}$/)
    .optional(),
});
const tokenRequest = { customerKey: WalletCustomerKey, customerIdentity: CustomerIdentity.optional() };
const credential = z.string().min(1).max(300);

export const issueWalletToken = endpoint({
  method: 'POST',
  path: '/v1/wallet/authorizations/access-token',
  summary: 'An access token for a new customer, a longer life for the one it has, or new tokens for a refresh token.',
  security: 'basic',
  body: z.discriminatedUnion('grantType', [
    z.object({
      ...tokenRequest,
      grantType: z.literal('AuthorizationCode'),
      code: credential,
      refreshToken: z.string().optional(),
    }),
    z.object({
      ...tokenRequest,
      grantType: z.literal('RefreshToken'),
      refreshToken: credential,
      code: z.string().optional(),
    }),
  ]),
  success: { status: 200, body: WalletToken },
  errors: walletCodes('INVALID_AUTHORIZATION_CODE', 'INVALID_REFRESH_TOKEN', 'NOT_FOUND_CUSTOMER'),
});

export const getWalletMethods = endpoint({
  method: 'GET',
  path: '/v1/wallet/payments/methods',
  summary: "The customer's cards and accounts.",
  security: 'bearer',
  success: { status: 200, body: WalletMethod },
  errors: walletCodes(...bearerErrors),
});

export const getWalletMethodsOf = endpoint({
  method: 'GET',
  path: '/v1/wallet/payments/methods/{customerKey}',
  summary: 'The cards and accounts of a customer.',
  security: 'basic',
  params: z.object({ customerKey: WalletCustomerKey }),
  success: { status: 200, body: WalletMethod },
  errors: walletCodes('NOT_FOUND_CUSTOMER'),
});

export const removeWalletCard = endpoint({
  method: 'POST',
  path: '/v1/wallet/payments/methods/card/remove',
  summary: 'Remove a card of the customer.',
  security: 'bearer',
  body: z.object({ methodKey: MethodKey }),
  success: { status: 200, body: WalletCard },
  errors: walletCodes(...bearerErrors),
});

export const removeWalletAccount = endpoint({
  method: 'POST',
  path: '/v1/wallet/payments/methods/account/remove',
  summary: 'Remove an account of the customer.',
  security: 'bearer',
  body: z.object({ methodKey: MethodKey }),
  success: { status: 200, body: WalletBankAccount },
  errors: walletCodes(...bearerErrors),
});

export const confirmWalletPayment = endpoint({
  method: 'POST',
  path: '/v1/wallet/payments/confirm',
  summary: 'Approve the payment that the customer authenticated in the wallet.',
  security: 'basic',
  timeoutMs: 60_000,
  body: z.object({
    paymentKey: PaymentKey,
    amount: WonNumber,
    customerKey: WalletCustomerKey,
    orderId: OrderId,
  }),
  success: { status: 200, body: Payment },
  errors: withConfirmErrors('NOT_FOUND_CUSTOMER'),
});

/** Document 2 section 4. 미발행: no receipt is issued. */
export const WalletCashReceiptRequest = z
  .object({
    type: z.enum(['소득공제', '지출증빙', '미발행']),
    registrationNumberType: z.enum(['MOBILE', 'BUSINESS_REGISTRATION', 'CASH_RECEIPT_CARD']).optional(),
    registrationNumber: z
      .string()
      .regex(/^\d{1,30}$/)
      .optional(),
  })
  // ASSUMED: a receipt needs both: the kind of number, and the number.
  .refine(({ type, registrationNumberType: kind, registrationNumber: number }) =>
    type === '미발행' ? (kind === undefined) === (number === undefined) : kind !== undefined && number !== undefined,
  );

export const payByWallet = endpoint({
  method: 'POST',
  path: '/v1/wallet/payments',
  summary: 'Charge a registered method without its customer: an automatic payment (a contract of its own).',
  security: 'basic',
  timeoutMs: 60_000,
  body: z.object({
    customerKey: WalletCustomerKey,
    methodKey: MethodKey,
    amount: WonNumber,
    orderId: WalletOrderId,
    orderName: z.string().min(1).max(100),
    /** Months: 0 is a lump sum; 2 to 12 are allowed from 50,000 won on. */
    cardInstallmentPlan: z.int().optional(),
    cashReceipt: WalletCashReceiptRequest.optional(),
    cultureExpense: z.boolean().optional(),
    customerEmail: Email.optional(),
    discountCode: DiscountCode.optional(),
    taxFreeAmount: WonNumber.optional(),
    useCardPoint: z.boolean().optional(),
  }),
  success: { status: 200, body: Payment },
  errors: withConfirmErrors(
    'NOT_FOUND_CUSTOMER',
    'NOT_SUPPORTED_METHOD',
    'DUPLICATED_ORDER_ID',
    'BELOW_MINIMUM_AMOUNT',
    'INVALID_CARD_INSTALLMENT_PLAN',
    'EXCEED_MAX_CARD_INSTALLMENT_PLAN',
    'NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT',
    'NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN',
    'NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN_BELOW_AMOUNT',
    'NOT_ALLOWED_POINT_USE',
    'INVALID_CASH_RECEIPT_INFO',
    'INVALID_REGISTRATION_NUMBER_TYPE',
    'EXCEED_DISCOUNT_BUDGET',
  ),
});

export const removeWalletCustomer = endpoint({
  method: 'POST',
  path: '/v1/wallet/customers/remove',
  summary: 'Withdraw the customer, and remove all its methods with it.',
  security: 'bearer',
  success: {
    status: 200,
    body: decisive(z.object({ customerKey: WalletCustomerKey, success: z.boolean() }), ['success']),
  },
  errors: walletCodes(...bearerErrors),
});

export const listWalletCardPromotions = endpoint({
  method: 'GET',
  path: '/v1/wallet/promotions/card',
  summary: 'Discounts, interest-free installments and points of cards.',
  security: 'basic',
  success: { status: 200, body: WalletCardPromotion },
  errors: codes(),
});

export const listWalletBankPromotions = endpoint({
  method: 'GET',
  path: '/v1/wallet/promotions/bank',
  summary: 'Discounts of banks.',
  security: 'basic',
  success: { status: 200, body: WalletBankPromotion },
  errors: codes(),
});

export const walletOperations = {
  listWalletTerms,
  agreeWalletTerms,
  issueWalletToken,
  getWalletMethods,
  getWalletMethodsOf,
  removeWalletCard,
  removeWalletAccount,
  confirmWalletPayment,
  payByWallet,
  removeWalletCustomer,
  listWalletCardPromotions,
  listWalletBankPromotions,
} as const;
