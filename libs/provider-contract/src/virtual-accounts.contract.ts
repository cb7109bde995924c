import { endpoint } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { codes } from './errors.js';
import { cashReceiptTypes, Payment } from './payment.objects.js';

/** A bank by code, short code, Korean or English name; the number 20 is accepted for "20". */
export const BankName = z.codec(z.union([z.string(), z.int()]), z.string().min(1).max(50), {
  decode: String,
  encode: (name) => name,
});

/** The key of a customer's permanent account; the number 7 is accepted for "7", as clients keep such keys as numbers. */
const AccountKey = z.codec(z.union([z.string(), z.int().min(0)]), z.string().min(1).max(13), {
  decode: String,
  encode: (key) => key,
});

/** A whole number, also accepted as text, as clients send both. */
const WholeNumber = z.codec(z.union([z.int(), z.string().regex(/^\d{1,9}$/)]), z.int(), {
  decode: Number,
  encode: (value) => value,
});

/** The member that identifies the receipt's recipient has two names; either is accepted. */
export const IdentityNumber = z.string().min(1).max(30);

/** The kind of receipt to issue after the deposit; 미발행: none. */
export const ReceiptRequest = z
  .object({ type: z.enum([...cashReceiptTypes, '미발행']), registrationNumber: IdentityNumber.optional() })
  .refine(({ type, registrationNumber }) => type === '미발행' || registrationNumber !== undefined, {
    message: 'A receipt needs the number of whom it is for',
    path: ['registrationNumber'],
  });

const EscrowProduct = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  code: z.string().min(1),
  unitPrice: WonNumber,
  quantity: WholeNumber.refine((quantity) => quantity > 0, 'At least one'),
});

export const VALID_HOURS_MAX = 2160;
export const VALID_HOURS_DEFAULT = 168;

/**
 * Issues a virtual account (document 1 section 4). Invalid dates, banks and account types have error codes of their own, see
 * the errors.
 */
export const issueVirtualAccount = endpoint({
  method: 'POST',
  path: '/v1/virtual-accounts',
  summary: 'Issue an account at a bank that waits for the deposit of one order.',
  security: 'basic',
  timeoutMs: 60_000,
  body: z
    .object({
      amount: WonNumber.refine((amount) => amount > 0n, 'At least 1 won'),
      /** Validated as an order id, unless the merchant's settings allow shorter ones. */
      orderId: z.codec(z.union([z.string(), z.int()]), z.string().min(1).max(64), {
        decode: String,
        encode: (id) => id,
      }),
      orderName: z.string().min(1).max(100),
      customerName: z.string().min(1).max(100),
      bank: BankName,
      validHours: WholeNumber.optional(),
      /** yyyy-MM-dd'T'HH:mm:ss in Asia/Seoul. */
      dueDate: z.string().optional(),
      /** 일반: an account for one payment. 고정: a permanent account of the customer, identified by accountKey. */
      accountType: z.string().optional(),
      accountKey: AccountKey.optional(),
      customerEmail: z.string().max(100).optional(),
      customerMobilePhone: z
        .string()
        .regex(/^\d{8,15}$/, '8 to 15 digits')
        .optional(),
      taxFreeAmount: WonNumber.optional(),
      useEscrow: z.boolean().optional(),
      cashReceipt: ReceiptRequest.optional(),
      escrowProducts: z
        .array(EscrowProduct)
        .refine((products) => new Set(products.map(({ id }) => id)).size === products.length, 'Every id once')
        .optional(),
    })
    // ASSUMED: an account with escrow needs its products, and products without escrow are not looked at.
    .refine(({ useEscrow, escrowProducts = [] }) => useEscrow !== true || escrowProducts.length > 0, {
      message: 'Escrow needs the products',
      path: ['escrowProducts'],
    }),
  success: { status: 200, body: Payment },
  errors: codes(
    'DUPLICATED_ORDER_ID',
    'INVALID_REGISTRATION_NUMBER_TYPE',
    'INVALID_DATE',
    'INVALID_BANK',
    'EXCEED_MAX_DUE_DATE',
    'EXCEED_MAX_VALID_HOURS',
    'INVALID_VALID_HOURS_WITH_DUE_DATE_AND_SINGLE',
    'INVALID_VIRTUAL_ACCOUNT_TYPE',
    'REQUIRED_ACCOUNT_KEY',
    'FAILED_INTERNAL_SYSTEM_PROCESSING',
    'FAILED_DB_PROCESSING',
  ),
});

export const virtualAccountOperations = { issueVirtualAccount } as const;
