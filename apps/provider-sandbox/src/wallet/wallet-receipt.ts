import type { WalletCashReceiptRequest } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import { Refused } from '../api/refused.js';
import { isIdentityOf } from '../cash-receipts/identity-number.js';
import { storeReceiptRequest } from '../cash-receipts/receipt-request.js';
import type { Sql } from '../database/sql.js';

type Asked = z.output<typeof WalletCashReceiptRequest>;

// ASSUMED: a phone number has 10 or 11 digits and a receipt card 13 to 19; a business is known by its ten digits.
const forms = { MOBILE: /^\d{10,11}$/, BUSINESS_REGISTRATION: /^\d{10}$/, CASH_RECEIPT_CARD: /^\d{13,19}$/ } as const;

/** Stores the receipt request of an account payment; the receipt is issued with the approval. 미발행 means no receipt. */
export async function askForReceipt(sql: Sql, paymentKey: string, asked: Asked | undefined): Promise<void> {
  if (asked === undefined || asked.type === '미발행') return;
  const { type, registrationNumberType: kind, registrationNumber = '' } = asked;
  // ASSUMED: proof of expenditure goes to a business, deduction of income to a person.
  const isOfType = (kind === 'BUSINESS_REGISTRATION') === (type === '지출증빙');
  if (kind === undefined || !isOfType) throw new Refused('INVALID_REGISTRATION_NUMBER_TYPE');
  const isNumber = forms[kind].test(registrationNumber) && isIdentityOf(type, registrationNumber);
  if (!isNumber) throw new Refused('INVALID_CASH_RECEIPT_INFO');
  await storeReceiptRequest(sql, paymentKey, { type, registrationNumber });
}
