import type { WalletCashReceiptRequest } from '@jeongsan/provider-contract';
import { randomDigits, randomText } from '../ids.js';
import { Refused } from '../api/refused.js';
import type { PaymentDetails } from '../payments/payment.js';
import type { Call } from '../world.js';
import type { z } from 'zod';

type Asked = z.output<typeof WalletCashReceiptRequest>;
type Receipts = Pick<PaymentDetails, 'cashReceipt' | 'cashReceipts'>;
type Order = Readonly<{ orderId: string; orderName: string; amount: bigint; taxFreeAmount: bigint }>;

// ASSUMED: a phone number has 10 or 11 digits and a receipt card 13 to 19; a business is known by its ten digits.
const forms = { MOBILE: /^\d{10,11}$/, BUSINESS_REGISTRATION: /^\d{10}$/, CASH_RECEIPT_CARD: /^\d{13,19}$/ } as const;

/** The receipt of an account payment: available with the approval (document 1 section 2.1). 미발행 means that there is none. */
export function receiptsOf(call: Call, asked: Asked | undefined, order: Order): Receipts {
  if (asked === undefined || asked.type === '미발행') return { cashReceipt: null, cashReceipts: null };
  const { type, registrationNumberType: kind, registrationNumber: number } = asked;
  const isWellFormed = kind !== undefined && number !== undefined && forms[kind].test(number);
  // ASSUMED: proof of expenditure goes to a business, deduction of income to a person.
  const isOfType = (kind === 'BUSINESS_REGISTRATION') === (type === '지출증빙');
  if (!isWellFormed || !isOfType) throw new Refused('INVALID_CASH_RECEIPT_INFO');
  const receipt = {
    type,
    receiptKey: randomText(RECEIPT_KEY_CHARACTERS),
    issueNumber: randomDigits(9),
    receiptUrl: 'https://sandbox.example/receipt/cash',
    amount: order.amount,
    taxFreeAmount: order.taxFreeAmount,
  };
  const issued = {
    ...receipt,
    orderId: order.orderId,
    orderName: order.orderName,
    // ASSUMED: the merchant's own business number is not part of this sandbox's settings.
    businessNumber: '',
    transactionType: 'CONFIRM' as const,
    issueStatus: 'COMPLETED' as const,
    failure: null,
    customerIdentityNumber: number,
    requestedAt: call.now,
  };
  return { cashReceipt: receipt, cashReceipts: [issued] };
}

const RECEIPT_KEY_CHARACTERS = 40;
