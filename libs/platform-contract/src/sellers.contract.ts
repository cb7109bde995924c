import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { AccountIn, businessTypes } from '@jeongsan/provider-contract';
import { sellerMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { may } from './refusals.js';
import { SellerKey } from './values.js';

const Phone = z.string().regex(/^\d{8,15}$/);

export const SellerApplication = z
  .object({
    sellerId: SellerKey,
    businessType: z.enum(businessTypes),
    /** The company's name, or the person's. */
    name: z.string().min(1).max(60),
    representativeName: z.string().min(1).max(40).optional(),
    businessRegistrationNumber: z
      .string()
      .regex(/^\d{10}$/)
      .optional(),
    email: z.email().max(100),
    phone: Phone,
    account: AccountIn,
  })
  .refine((s) => s.businessType === 'INDIVIDUAL' || (s.representativeName && s.businessRegistrationNumber), {
    message: 'A business needs representativeName and businessRegistrationNumber',
    path: ['businessRegistrationNumber'],
  });

export const SellerView = z.object({
  sellerId: SellerKey,
  businessType: z.enum(businessTypes),
  state: z.enum(sellerMachine.states),
  refusalCode: z.string().nullable(),
  providerSellerId: z.string().nullable(),
  bankCode: z.string(),
  accountNumber: z.string(), // masked
  createdAt: Instant,
  updatedAt: Instant,
});

export const applySeller = endpoint({
  method: 'POST',
  path: '/sellers',
  summary:
    'A seller applies: its account is checked and it is registered with the provider. Repeating it changes nothing.',
  security: 'bearer',
  scope: 'sellers:write',
  body: SellerApplication,
  success: { status: 202, body: SellerView },
  errors: may('SELLER_CONFLICT'),
});

export const changeSellerAccount = endpoint({
  method: 'POST',
  path: '/sellers/{sellerId}/account',
  summary: 'Replace the account a seller is paid to; it is checked like the first one.',
  security: 'bearer',
  scope: 'sellers:write',
  params: z.object({ sellerId: SellerKey }),
  body: AccountIn,
  success: { status: 202, body: SellerView },
  errors: may('SELLER_NOT_FOUND', 'SELLER_STATE'),
});

export const getSellerView = endpoint({
  method: 'GET',
  path: '/sellers/{sellerId}',
  summary: 'A seller and whether it can be paid.',
  security: 'bearer',
  scope: 'sellers:read',
  params: z.object({ sellerId: SellerKey }),
  success: { status: 200, body: SellerView },
  errors: may('SELLER_NOT_FOUND'),
});

export const listSellerViews = endpoint({
  method: 'GET',
  path: '/sellers',
  summary: 'Sellers by id.',
  security: 'bearer',
  scope: 'sellers:read',
  query: z.object({ after: SellerKey.optional(), limit: IntText.optional() }),
  success: { status: 200, body: page(SellerView) },
  errors: may(),
});

export const onboardingContract = { applySeller, changeSellerAccount, listSellerViews, getSellerView } as const;
