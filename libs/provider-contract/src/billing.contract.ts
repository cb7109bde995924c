import { endpoint, NoBody } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { AuthKey, Billing, BillingKey } from './billing.objects.js';
import { codes } from './errors.js';
import { OrderId, Payment } from './payment.objects.js';

const issueErrors = codes(
  'INVALID_CARD_NUMBER',
  'NOT_SUPPORTED_CARD_TYPE',
  'INVALID_CARD_PASSWORD',
  'INVALID_CARD_EXPIRATION',
  'INVALID_CARD_IDENTITY',
  'INVALID_REJECT_CARD',
  'INVALID_STOPPED_CARD',
  'INVALID_BIRTH_DAY_FORMAT',
  'NOT_REGISTERED_CARD_COMPANY',
  'INVALID_EMAIL',
  'NOT_SUPPORTED_METHOD',
  'INVALID_CUSTOMER_KEY',
  'INVALID_BILLING_AUTH',
  'EXCEED_MAX_AUTH_COUNT',
  'REJECT_CARD_COMPANY',
  'REJECT_ACCOUNT_PAYMENT',
  'COMMON_ERROR',
  'FAILED_BILL_KEY_AUTH_CREATION',
  'FAILED_DB_PROCESSING',
);

const Vbv = z.object({
  cavv: z.string().min(1).max(200),
  xid: z.string().min(1).max(200),
  eci: z.string().min(1).max(10),
});

export const issueBillingKeyByCard = endpoint({
  method: 'POST',
  path: '/v1/billing/authorizations/card',
  summary: 'Issue a billing key from the data of a card.',
  security: 'basic',
  timeoutMs: 60_000,
  // Invalid card data (number, expiration, identity, password) is refused with error codes of its own, so the schema accepts
  // any text.
  body: z.object({
    customerKey: z.string(),
    cardNumber: z.string().max(20),
    cardExpirationYear: z.string(),
    cardExpirationMonth: z.string(),
    customerIdentityNumber: z.string(),
    // The documents call this member an object. It is the first two digits of the password, and clients send text.
    cardPassword: z.string().nullish(),
    customerName: z.string().max(100).nullish(),
    customerEmail: z.email().max(100).nullish(),
    // ASSUMED: cavv, xid and eci are text, though shown as objects, and all three come together.
    vbv: Vbv.nullish(),
  }),
  success: { status: 200, body: Billing },
  errors: issueErrors,
});

export const issueBillingKey = endpoint({
  method: 'POST',
  path: '/v1/billing/authorizations/issue',
  summary: 'Issue a billing key from the authKey of the registration window.',
  security: 'basic',
  timeoutMs: 60_000,
  body: z.object({ authKey: AuthKey, customerKey: z.string() }),
  success: { status: 200, body: Billing },
  errors: issueErrors,
});

export const issueBillingKeyByPath = endpoint({
  method: 'POST',
  path: '/v1/billing/authorizations/{authKey}',
  summary: 'The older form of /v1/billing/authorizations/issue, discouraged.',
  security: 'basic',
  timeoutMs: 60_000,
  params: z.object({ authKey: AuthKey }),
  body: z.object({ customerKey: z.string() }),
  success: { status: 200, body: Billing },
  errors: issueErrors,
});

export const chargeBilling = endpoint({
  method: 'POST',
  path: '/v1/billing/{billingKey}',
  summary: 'Approve a payment with a billing key. Takes up to 30 seconds.',
  security: 'basic',
  timeoutMs: 60_000,
  params: z.object({ billingKey: BillingKey }),
  body: z.object({
    amount: WonNumber,
    customerKey: z.string(),
    orderId: OrderId,
    orderName: z.string().min(1).max(100),
    cardInstallmentPlan: z.int().nullish(),
    customerEmail: z.string().max(100).nullish(),
    customerName: z.string().max(100).nullish(),
    taxFreeAmount: WonNumber.nullish(),
    taxExemptionAmount: WonNumber.nullish(),
  }),
  success: { status: 200, body: Payment },
  errors: codes(
    'INVALID_STOPPED_CARD',
    'INVALID_REJECT_CARD',
    'INVALID_CARD_EXPIRATION',
    'INVALID_CARD_NUMBER',
    'INVALID_BILL_KEY_REQUEST',
    'ALREADY_REMOVED_BILLING_KEY',
    'NOT_SUPPORTED_CARD_TYPE',
    'DUPLICATED_ORDER_ID',
    'NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT',
    'INVALID_CARD_INSTALLMENT_PLAN',
    'NOT_MATCHES_CUSTOMER_KEY',
    'BELOW_MINIMUM_AMOUNT',
    'NOT_REGISTERED_CARD_COMPANY',
    'NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN',
    'REJECT_CARD_PAYMENT',
    'REJECT_ACCOUNT_PAYMENT',
    'REJECT_CARD_COMPANY',
    'EXCEED_MAX_AUTH_COUNT',
    'NOT_FOUND_BILLING',
    'FAILED_INTERNAL_SYSTEM_PROCESSING',
    'FAILED_DB_PROCESSING',
    'FAILED_CARD_COMPANY_RESPONSE',
    'FAILED_BILLING_AUTO_CANCEL',
  ),
});

/** Not in the documents, but present in the real API. */
export const deleteBillingKey = endpoint({
  method: 'DELETE',
  path: '/v1/billing/{billingKey}',
  summary: 'Remove a billing key; it cannot be charged any more.',
  security: 'basic',
  params: z.object({ billingKey: BillingKey }),
  success: { status: 200, body: NoBody },
  errors: codes('NOT_FOUND_BILLING', 'ALREADY_REMOVED_BILLING_KEY'),
});

export const billingOperations = {
  issueBillingKeyByCard,
  issueBillingKey,
  issueBillingKeyByPath,
  chargeBilling,
  deleteBillingKey,
} as const;
