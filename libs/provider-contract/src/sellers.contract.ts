import { endpoint, IntText } from '@jeongsan/http-contract';
import { z } from 'zod';
import { codes } from './errors.js';
import { sellerStatuses } from './lifecycles.js';
import { metadata } from './payment.objects.js';
import { deletedEntity, entity, entityList } from './v2-envelope.js';
import { decisive } from './reading.js';

export const businessTypes = ['INDIVIDUAL', 'INDIVIDUAL_BUSINESS', 'CORPORATE'] as const;
export type BusinessType = (typeof businessTypes)[number];

export const SellerId = z.string().min(1).max(35);
// ASSUMED: at most fifteen digits, as phone numbers have; only the least number of them is stated.
const PhoneDigits = z.string().regex(/^\d{8,15}$/);
const Email = z.email().max(100);

/** Document 2 section 2.8. */
export const Seller = decisive(
  z.object({
    id: SellerId,
    refSellerId: z.string().nullable(),
    businessType: z.enum(businessTypes),
    company: z
      .object({
        name: z.string(),
        representativeName: z.string(),
        businessRegistrationNumber: z.string(),
        email: z.string(),
        phone: z.string(),
      })
      .nullable(),
    individual: z.object({ name: z.string(), email: z.string(), phone: z.string() }).nullable(),
    status: z.enum(sellerStatuses),
    account: z.object({ bankCode: z.string(), accountNumber: z.string(), holderName: z.string() }),
    metadata: metadata(2000).nullable(),
  }),
  ['id', 'status'],
  ['refSellerId'],
);

const HOLDER_NAME_WIDTH_MAX = 60;

/** Two or three digits; the number 20 is accepted for "20". */
export const BankCode = z.codec(z.union([z.string(), z.int()]), z.string().regex(/^[0-9A-Z]{2,3}$/), {
  decode: (code) => (typeof code === 'number' ? String(code).padStart(2, '0') : code),
  encode: (code) => code,
});
/** 30 Korean or 60 English characters (document 2 section 8): characters beyond Latin-1 count twice. */
const HolderName = z
  .string()
  .min(1)
  .max(HOLDER_NAME_WIDTH_MAX)
  .refine((name) => widthOf(name) <= HOLDER_NAME_WIDTH_MAX, 'Up to 30 Korean or 60 English characters');
const widthOf = (text: string): number =>
  [...text].reduce((width, character) => width + (character > '\u00ff' ? 2 : 1), 0);

export const AccountIn = z.object({
  bankCode: BankCode,
  accountNumber: z.string().regex(/^\d{1,14}$/),
  holderName: HolderName,
});
const CompanyIn = z.object({
  name: z.string().min(1).max(60),
  representativeName: z.string().min(1).max(40),
  businessRegistrationNumber: z.string().regex(/^\d{10}$/),
  email: Email,
  phone: PhoneDigits,
});
const IndividualIn = z.object({ name: z.string().min(1).max(60), email: Email, phone: PhoneDigits });

const accountErrors = [
  'INVALID_BANK',
  'INVALID_ACCOUNT_NUMBER',
  'NOT_MATCH_HOLDER_NAME',
  'INVALID_ENCRYPTION',
] as const;

export const createSeller = endpoint({
  method: 'POST',
  path: '/v2/sellers',
  summary: 'Register a seller; its business number and account are validated.',
  security: 'basic',
  sealed: true,
  body: z.object({
    refSellerId: z.string().min(7).max(20),
    businessType: z.enum(businessTypes),
    company: CompanyIn.nullish(),
    individual: IndividualIn.nullish(),
    account: AccountIn,
    metadata: metadata(2000).nullish(),
  }),
  success: { status: 200, body: entity('seller', Seller) },
  errors: codes('DUPLICATED_REF_SELLER_ID', 'INVALID_BUSINESS_NUMBER', 'FORBIDDEN_REQUEST', ...accountErrors),
});

export const updateSeller = endpoint({
  method: 'POST',
  path: '/v2/sellers/{id}',
  summary: 'Change a seller: only what is sent changes, null deletes what was optional.',
  security: 'basic',
  sealed: true,
  params: z.object({ id: SellerId }),
  body: z.object({
    company: CompanyIn.partial().nullish(),
    individual: IndividualIn.partial().nullish(),
    account: AccountIn.partial().nullish(),
    metadata: metadata(2000).nullish(),
  }),
  success: { status: 200, body: entity('seller', Seller) },
  errors: codes('NOT_FOUND_SELLER', 'FORBIDDEN_REQUEST', ...accountErrors),
});

export const deleteSeller = endpoint({
  method: 'DELETE',
  path: '/v2/sellers/{id}',
  summary: 'Delete a seller; its id is never issued again.',
  security: 'basic',
  params: z.object({ id: SellerId }),
  success: {
    status: 200,
    body: deletedEntity(z.object({ id: SellerId, refSellerId: z.string().nullable() })),
  },
  errors: codes('NOT_FOUND_SELLER', 'FORBIDDEN_REQUEST'),
});

export const getSeller = endpoint({
  method: 'GET',
  path: '/v2/sellers/{id}',
  summary: 'Read a seller.',
  security: 'basic',
  params: z.object({ id: SellerId }),
  success: { status: 200, body: entity('seller', Seller) },
  errors: codes('NOT_FOUND_SELLER', 'FORBIDDEN_REQUEST'),
});

export const listSellers = endpoint({
  method: 'GET',
  path: '/v2/sellers',
  summary: 'Sellers in the order they were registered.',
  security: 'basic',
  query: z.object({ limit: IntText.optional(), startingAfter: SellerId.optional() }),
  success: { status: 200, body: entityList('seller', Seller) },
  errors: codes('EXCEED_MAX_QUERY_LIMIT', 'NOT_FOUND_SELLER', 'FORBIDDEN_REQUEST', 'TOO_MANY_REQUESTS'),
});

export const sellerOperations = { createSeller, updateSeller, deleteSeller, getSeller, listSellers } as const;
