import { endpoint, IntText, SeoulInstant } from '@jeongsan/http-contract';
import { SignedWonNumber, WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { codes } from './errors.js';
import { paymentStatuses } from './lifecycles.js';
import {
  AnsweredOrderId,
  Cancel,
  CurrencyCode,
  EasyPay,
  GiftCertificate,
  MobilePhone,
  PaymentCard,
  PaymentKey,
  PaymentMethod,
  TransactionKey,
  Transfer,
  VirtualAccount,
} from './payment.objects.js';
import { decisive } from './reading.js';

/** Document 1 section 2.6: each approval or cancellation is one transaction. */
export const Transaction = decisive(
  z.object({
    mId: z.string().max(14),
    transactionKey: TransactionKey,
    paymentKey: PaymentKey,
    orderId: AnsweredOrderId,
    method: PaymentMethod,
    customerKey: z.string().nullable(),
    useEscrow: z.boolean(),
    receiptUrl: z.string().nullable(),
    status: z.enum(paymentStatuses),
    transactionAt: SeoulInstant,
    currency: CurrencyCode,
    amount: WonNumber,
  }),
  ['transactionKey', 'paymentKey', 'orderId', 'status', 'transactionAt', 'currency'],
);

// ASSUMED: the list is ascending by transactionAt, startingAfter excludes the named key, and the amount of a cancel's row is the canceled amount, positive.
export const listTransactions = endpoint({
  method: 'GET',
  path: '/v1/transactions',
  summary: 'Transactions of a period, readable from the moment they occur.',
  security: 'basic',
  timeoutMs: 60_000,
  query: z.object({
    /** yyyy-MM-dd'T'HH:mm:ss or a date alone, in Asia/Seoul. */
    startDate: z.string(),
    endDate: z.string(),
    startingAfter: TransactionKey.optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: z.array(Transaction) },
  errors: codes(
    'INVALID_DATE',
    'INVALID_TRANSACTION_KEY',
    'INVALID_PAGING_KEY',
    'EXCEED_MAX_QUERY_LIMIT',
    'TOO_MANY_REQUESTS',
  ),
});

export const feeTypes = ['BASE', 'INSTALLMENT_DISCOUNT', 'INSTALLMENT', 'POINT_SAVING', 'ETC'] as const;

/** One fee of a transaction. */
export const FeeLine = decisive(z.object({ type: z.enum(feeTypes), fee: SignedWonNumber }), ['fee']);

/** Document 1 section 2.7. Every amount of a cancel's row is negative. */
export const Settlement = decisive(
  z.object({
    mId: z.string().max(14),
    paymentKey: PaymentKey,
    transactionKey: TransactionKey,
    orderId: AnsweredOrderId,
    currency: CurrencyCode,
    method: PaymentMethod,
    amount: SignedWonNumber,
    interestFee: SignedWonNumber,
    fee: SignedWonNumber,
    fees: z.array(FeeLine),
    supplyAmount: SignedWonNumber,
    vat: SignedWonNumber,
    payOutAmount: SignedWonNumber,
    approvedAt: SeoulInstant,
    soldDate: z.iso.date(),
    paidOutDate: z.iso.date(),
    card: PaymentCard.nullable(),
    easyPay: EasyPay.nullable(),
    giftCertificate: GiftCertificate.nullable(),
    mobilePhone: MobilePhone.nullable(),
    transfer: Transfer.nullable(),
    virtualAccount: VirtualAccount.nullable(),
    // ASSUMED: "except transferDiscountAmount and cancelStatus and cancelRequestId" leaves open whether the last two are
    // excepted as well, so both readings are accepted.
    cancel: Cancel.omit({ transferDiscountAmount: true })
      .partial({ cancelStatus: true, cancelRequestId: true })
      .nullable(),
  }),
  ['paymentKey', 'transactionKey', 'orderId', 'currency', 'soldDate', 'paidOutDate'],
  ['cancel'],
);

export const listSettlements = endpoint({
  method: 'GET',
  path: '/v1/settlements',
  summary: 'Settlement records of a period, available from the day after the payment.',
  security: 'basic',
  timeoutMs: 60_000,
  query: z.object({
    startDate: z.iso.date(),
    endDate: z.iso.date(),
    dateType: z.enum(['soldDate', 'paidOutDate']).optional(),
    page: IntText.optional(),
    size: IntText.optional(),
  }),
  success: { status: 200, body: z.array(Settlement) },
  errors: codes('INVALID_DATE', 'TOO_MANY_REQUESTS', 'COMMON_ERROR'),
});

/** Requires an extra contract (document 1 section 4), under which payments are settled only on request. */
export const requestSettlement = endpoint({
  method: 'POST',
  path: '/v1/settlements',
  summary: 'Ask the card company for the money of one card payment.',
  security: 'basic',
  timeoutMs: 60_000,
  body: z.object({ paymentKey: PaymentKey }),
  success: { status: 200, body: decisive(z.object({ result: z.literal(true) }), ['result']) },
  errors: codes(
    'FORBIDDEN_REQUEST',
    'NOT_FOUND_PAYMENT',
    'NOT_FOUND',
    'NOT_FOUND_METHOD',
    'ALREADY_REQUESTED_SETTLEMENT',
  ),
});

export const recordOperations = { listTransactions, listSettlements, requestSettlement } as const;
