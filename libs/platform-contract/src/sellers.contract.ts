import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { AccountIn, businessTypes } from '@jeongsan/provider-contract';
import { accountChangeMachine, sellerMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { ErasureAsked, ErasureView } from './erasure.contract.js';
import { may } from './refusals.js';
import { DecisionReason, filters, SellerKey } from './values.js';
import { Waiting } from './waiting.js';

const Phone = z.string().regex(/^\d{8,15}$/);

export const SellerApplication = z
  .object({
    sellerId: SellerKey,
    businessType: z.enum(businessTypes),
    /** The name of the company or the person. */
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
  /** True while the bank and the provider check a new account: nothing is paid until they have answered. */
  accountChanging: z.boolean(),
  /** What keeps the seller from being paid, and until when; null: nothing. */
  waiting: Waiting.nullable(),
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
  summary:
    'Replace the account a seller is paid to; it is checked like the first one, and not paid before another person has confirmed it or the waiting time is over.',
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
  summary: 'Sellers by id: in a state, of a business type, applied on some days, with a part of an id.',
  security: 'bearer',
  scope: 'sellers:read',
  query: z.object({
    state: z.enum(sellerMachine.states).optional(),
    businessType: z.enum(businessTypes).optional(),
    /** Whether a new account is being checked. */
    accountChanging: z.enum(['true', 'false']).optional(),
    /** Days on which sellers applied. */
    ...filters.days,
    /** Part of the seller's id, here or at the provider. */
    ...filters.text,
    after: SellerKey.optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(SellerView) },
  errors: may(),
});

export const eraseSeller = endpoint({
  method: 'POST',
  path: '/sellers/{sellerId}/erasure',
  summary: 'Erase what is kept of a seller that is refused or closed. Amounts and ids stay.',
  security: 'bearer',
  scope: 'personal-data:erase',
  params: z.object({ sellerId: SellerKey }),
  body: ErasureAsked,
  success: { status: 200, body: ErasureView },
  errors: may('SELLER_NOT_FOUND', 'SELLER_STATE'),
});

export const AccountChangeView = z.object({
  changeId: z.uuid(),
  sellerId: SellerKey,
  /**
   * asked: the bank and the provider check the account; waiting: nothing is paid to the account yet; trusted: no waiting time
   * applies; replaced: a later change replaced this one.
   */
  state: z.enum(accountChangeMachine.states),
  bankCode: z.string(),
  accountNumber: z.string(), // masked, as every account here
  previousBankCode: z.string(),
  previousAccountNumber: z.string(),
  askedBy: z.string(),
  askedAt: Instant,
  refusalCode: z.string().nullable(),
  takenAt: Instant.nullable(),
  /** When the account can be paid without a person's confirmation; null: only a person can end the wait. */
  payableFrom: Instant.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  reason: z.string().nullable(),
});

export const listAccountChanges = endpoint({
  method: 'GET',
  path: '/account-changes',
  summary: 'Changes of the accounts that sellers are paid to, in the order they were asked for.',
  security: 'bearer',
  scope: 'sellers:read',
  query: z.object({
    sellerId: SellerKey.optional(),
    /** Only changes that a person may still confirm or reject. */
    open: z.enum(['true', 'false']).optional(),
    state: z.enum(accountChangeMachine.states).optional(),
    /** Days on which changes were asked for. */
    ...filters.days,
    after: IntText.optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(AccountChangeView) },
  errors: may(),
});

const OfChange = z.object({ changeId: z.uuid() });

export const getAccountChange = endpoint({
  method: 'GET',
  path: '/account-changes/{changeId}',
  summary: 'One change of the account that a seller is paid to.',
  security: 'bearer',
  scope: 'sellers:read',
  params: OfChange,
  success: { status: 200, body: AccountChangeView },
  errors: may('ACCOUNT_CHANGE_NOT_FOUND'),
});

const WithReason = z.object({ reason: DecisionReason });

export const confirmAccountChange = endpoint({
  method: 'POST',
  path: '/account-changes/{changeId}/confirm',
  summary: 'Let a seller be paid to its changed account, as another person than who changed it.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: OfChange,
  body: WithReason,
  success: { status: 200, body: AccountChangeView },
  errors: may(
    'ACCOUNT_CHANGE_NOT_FOUND',
    'ACCOUNT_CHANGE_STATE',
    'ACCOUNT_SECOND_PERSON_REQUIRED',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
  ),
});

export const rejectAccountChange = endpoint({
  method: 'POST',
  path: '/account-changes/{changeId}/reject',
  summary: 'Do not pay to a changed account: the seller is held until it has another one.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: OfChange,
  body: WithReason,
  success: { status: 200, body: AccountChangeView },
  errors: may('ACCOUNT_CHANGE_NOT_FOUND', 'ACCOUNT_CHANGE_STATE'),
});

export const onboardingContract = {
  applySeller,
  changeSellerAccount,
  listAccountChanges,
  getAccountChange,
  confirmAccountChange,
  rejectAccountChange,
  listSellerViews,
  getSellerView,
  eraseSeller,
} as const;
