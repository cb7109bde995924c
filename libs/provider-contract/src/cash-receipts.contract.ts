import { endpoint, IntText, SeoulInstant } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { codes } from './errors.js';
import { receiptStatuses } from './lifecycles.js';
import { CashReceiptType, Failure, OrderId } from './payment.objects.js';
import { IdentityNumber } from './virtual-accounts.contract.js';
import { decisive } from './reading.js';

const ReceiptKey = z.string().min(1).max(200);

/** Document 1 section 2.8: one issue, or one cancel of an issue. */
export const CashReceipt = decisive(
  z.object({
    receiptKey: ReceiptKey,
    issueNumber: z.string().max(9),
    issueStatus: z.enum(receiptStatuses),
    amount: WonNumber,
    taxFreeAmount: WonNumber,
    orderId: z.string().max(64),
    orderName: z.string().max(100),
    type: CashReceiptType,
    // ASSUMED: what the tax office adds, its number and the time, is null until it has answered.
    approvalNumber: z.string().max(9).nullable(),
    transactionType: z.enum(['CONFIRM', 'CANCEL']),
    businessNumber: z.string().max(10),
    customerIdentityNumber: z.string().max(30),
    failure: Failure.nullable(),
    requestedAt: SeoulInstant,
    approvedAt: SeoulInstant.nullable(),
    canceledAt: SeoulInstant.nullable(),
    receiptUrl: z.string(),
  }),
  ['receiptKey', 'amount'],
);

export const issueCashReceipt = endpoint({
  method: 'POST',
  path: '/v1/cash-receipts',
  summary: 'Issue a cash receipt, also for a payment made elsewhere.',
  security: 'basic',
  body: z
    .object({
      amount: WonNumber.refine((amount) => amount > 0n, 'At least 1 won'),
      orderId: OrderId,
      orderName: z.string().min(1).max(100),
      type: CashReceiptType,
      // ASSUMED: the documents mark both names of this number as required, versions before 2022-07-27 know one and later ones the other; either is enough.
      customerIdentityNumber: IdentityNumber.optional(),
      registrationNumber: IdentityNumber.optional(),
      taxFreeAmount: WonNumber.optional(),
    })
    .refine((body) => (body.customerIdentityNumber ?? body.registrationNumber) !== undefined, {
      message: 'A receipt needs the number of whom it is for',
      path: ['customerIdentityNumber'],
    })
    .refine(({ amount, taxFreeAmount = 0n }) => taxFreeAmount <= amount, {
      message: 'No more than the amount is free of tax',
      path: ['taxFreeAmount'],
    }),
  success: { status: 200, body: CashReceipt },
  errors: codes(
    'INVALID_CASH_RECEIPT_INFO',
    'INVALID_REGISTRATION_NUMBER_TYPE',
    'DUPLICATED_CASH_RECEIPT',
    'NTS_ERROR',
  ),
});

export const cancelCashReceipt = endpoint({
  method: 'POST',
  path: '/v1/cash-receipts/{receiptKey}/cancel',
  summary: 'Cancel a cash receipt, wholly or in part.',
  security: 'basic',
  params: z.object({ receiptKey: ReceiptKey }),
  /** Optional: clients that cancel the whole receipt send no body. */
  body: z.object({ amount: WonNumber.refine((amount) => amount > 0n, 'At least 1 won').optional() }).optional(),
  success: { status: 200, body: CashReceipt },
  errors: codes('FORBIDDEN_REQUEST', 'NOT_FOUND_RECEIPT', 'FAILED_INTERNAL_SYSTEM_PROCESSING'),
});

export const CASH_RECEIPTS_LIMIT_MAX = 10_000;

/** Present from version 2022-07-27 on. */
export const listCashReceipts = endpoint({
  method: 'GET',
  path: '/v1/cash-receipts',
  summary: 'Cash receipts, and cancels of them, requested on a day.',
  security: 'basic',
  timeoutMs: 60_000,
  query: z.object({
    requestDate: z.iso.date(),
    /** The lastCursor of the previous page. */
    cursor: IntText.optional(),
    limit: IntText.refine((limit) => limit >= 1 && limit <= CASH_RECEIPTS_LIMIT_MAX, '1 to 10000').optional(),
    // A listing by period is not supported: requests for one are refused instead of ignoring the period.
    startDate: z.never().optional(),
    endDate: z.never().optional(),
  }),
  success: {
    status: 200,
    body: decisive(z.object({ hasNext: z.boolean(), lastCursor: z.int(), data: z.array(CashReceipt) }), ['data']),
  },
  errors: codes(
    'API_VERSION_UPDATE_NEEDED',
    'INVALID_BUSINESS_NUMBER',
    'INVALID_REQUIRED_PARAM',
    'NOT_FOUND_MERCHANT_BUSINESS_NUMBER',
    'TOO_MANY_REQUESTS',
  ),
});

export const cashReceiptOperations = { issueCashReceipt, cancelCashReceipt, listCashReceipts } as const;
