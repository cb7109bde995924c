import { SeoulInstant } from '@jeongsan/http-contract';
import { z } from 'zod';

export const BillingKey = z.string().min(1).max(200);
/** From the registration window; good for one use (document 1 section 4). */
export const AuthKey = z.string().min(1).max(300);
/** Document 1 section 2.5. What is wrong with one is answered with a code of its own, so a request may bring any text. */
export const CUSTOMER_KEY = /^[A-Za-z0-9\-_=.@]{2,300}$/;

export const BillingCard = z.object({
  issuerCode: z.string(),
  acquirerCode: z.string().nullable(),
  number: z.string().max(20),
  cardType: z.enum(['신용', '체크', '기프트', '미확인']),
  ownerType: z.enum(['개인', '법인', '미확인']),
});

/** Document 1 section 2.5; an account can stand in the card's place from version 2024-06-01. */
export const Billing = z.object({
  mId: z.string().max(14),
  customerKey: z.string(),
  authenticatedAt: SeoulInstant,
  method: z.enum(['카드', '계좌이체']),
  billingKey: BillingKey,
  card: BillingCard.nullable(),
  /** Deprecated from version 2024-06-01: the issuer's code and the masked number. */
  cardCompany: z.string().nullable().optional(),
  cardNumber: z.string().max(20).nullable().optional(),
  transfers: z
    .array(z.object({ bankName: z.string(), bankAccountNumber: z.string().max(20) }))
    .nullable()
    .optional(),
});
