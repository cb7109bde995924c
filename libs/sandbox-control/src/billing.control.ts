import { endpoint, Instant } from '@jeongsan/http-contract';
import { AuthKey, BillingKey } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { control, Done } from './control-endpoint.js';

const Registration = z.union([
  z.object({
    customerKey: z.string().min(1).max(300),
    method: z.literal('카드'),
    cardNumber: z.string().max(20),
  }),
  z.object({
    customerKey: z.string().min(1).max(300),
    /** Registration of accounts, available from version 2024-06-01. */
    method: z.literal('계좌이체'),
    bank: z.string().max(20),
    accountNumber: z.string().regex(/^\d{1,20}$/),
  }),
]);

export const billingControl = {
  registerBillingMethod: endpoint({
    ...control,
    method: 'POST',
    path: '/control/billing/registrations',
    summary: 'A buyer registers a card or an account in the window, and returns to the merchant with an authKey.',
    body: Registration,
    success: { status: 201, body: z.object({ customerKey: z.string(), authKey: AuthKey, expiresAt: Instant }) },
  }),
  removeBillingKey: endpoint({
    ...control,
    method: 'POST',
    path: '/control/billing/{billingKey}/remove',
    summary: 'The provider itself removes a billing key, and says why.',
    params: z.object({ billingKey: BillingKey }),
    body: z.object({ reason: z.string().min(1).max(200) }),
    success: { status: 200, body: Done },
  }),
} as const;
