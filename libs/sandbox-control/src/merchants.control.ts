import { endpoint } from '@jeongsan/http-contract';
import { z } from 'zod';
import { control } from './control-endpoint.js';

/**
 * The request header that names the merchant a control operation acts on; without it, the first merchant: the one whose
 * keys are settings of the process.
 */
export const MERCHANT_HEADER = 'x-sandbox-merchant';

const MId = z.string().regex(/^[A-Za-z0-9_]{1,14}$/);
const SecretKeys = z
  .array(z.string().regex(/^(test|live)_(g?sk|ak)_\w{4,80}$/))
  .min(1)
  .max(5);
/** 64 hex characters each, newest first: webhooks are signed with all of them. */
const SecurityKeys = z
  .array(z.string().regex(/^[0-9a-fA-F]{64}$/))
  .min(1)
  .max(5);
/** Free words, such as `billing`: the sandbox only returns them. */
const Purposes = z.array(z.string().min(1).max(40)).max(20);
const Merchant = z.object({ mId: MId, purposes: Purposes, secretKeys: SecretKeys, securityKeys: SecurityKeys });

/** Further merchants, each with keys, books, webhooks and a contract of its own. */
export const merchantControl = {
  addMerchant: endpoint({
    ...control,
    method: 'POST',
    path: '/control/merchants',
    summary: 'Add a merchant with an empty book; the answer holds its keys.',
    body: Merchant.partial().required({ mId: true }),
    success: { status: 201, body: Merchant },
  }),
  listMerchants: endpoint({
    ...control,
    method: 'GET',
    path: '/control/merchants',
    summary: 'The merchants, the first one first; without their keys.',
    success: { status: 200, body: z.object({ items: z.array(Merchant.pick({ mId: true, purposes: true })) }) },
  }),
  changeMerchantKeys: endpoint({
    ...control,
    method: 'PUT',
    path: '/control/merchants/{mId}/keys',
    summary: 'Replace keys of a merchant that was added here, as in a rotation.',
    params: z.object({ mId: MId }),
    body: Merchant.pick({ secretKeys: true, securityKeys: true }).partial(),
    success: { status: 200, body: Merchant },
  }),
} as const;
