import type { CashReceiptType } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import { isBusinessNumber } from '../sellers/business-number.js';

type ReceiptType = z.output<typeof CashReceiptType>;

// The tax office's number for anonymous customers, 010-000-1234, has ten digits: phone numbers have ten or eleven.
const PHONE = /^01[016789]\d{7,8}$/;
const RECEIPT_CARD = /^\d{13,19}$/;

/** Whether the number can stand on a receipt of the type: a person's phone or receipt card, or a business. */
export const isIdentityOf = (type: ReceiptType, number: string): boolean =>
  type === '소득공제' ? PHONE.test(number) || RECEIPT_CARD.test(number) : isBusinessNumber(number);
