import { SeoulInstant } from '@jeongsan/http-contract';
import { z } from 'zod';
import { decisive } from './reading.js';

export const BillingKey = z.string().min(1).max(200);
/** Issued by the registration window; valid for one use (document 1 section 4). */
export const AuthKey = z.string().min(1).max(300);
/**
 * A customer key (document 1 section 2.5). Invalid keys are refused with an error code of their own, so the schema accepts any
 * text.
 */
export const CUSTOMER_KEY = /^[A-Za-z0-9\-_=.@]{2,300}$/;

export const BillingCard = z.object({
  issuerCode: z.string(),
  acquirerCode: z.string().nullable(),
  number: z.string().max(20),
  cardType: z.enum(['신용', '체크', '기프트', '미확인']),
  ownerType: z.enum(['개인', '법인', '미확인']),
});

/** A billing key (document 1 section 2.5). From version 2024-06-01, of an account instead of a card. */
export const Billing = decisive(
  z.object({
    mId: z.string().max(14),
    customerKey: z.string(),
    authenticatedAt: SeoulInstant,
    method: z.enum(['카드', '계좌이체']),
    billingKey: BillingKey,
    card: BillingCard.nullable(),
    /** Deprecated from version 2024-06-01: the issuer's code and the masked card number. */
    cardCompany: z.string().nullable().optional(),
    cardNumber: z.string().max(20).nullable().optional(),
    transfers: z
      .array(z.object({ bankName: z.string(), bankAccountNumber: z.string().max(20) }))
      .nullable()
      .optional(),
  }),
  ['customerKey', 'billingKey'],
);
