import { endpoint } from '@jeongsan/http-contract';
import { z } from 'zod';
import { codes } from './errors.js';
import { subMallStatuses } from './lifecycles.js';
import { legacy, sized, SubMallIdText, SubMallMetadata } from './sub-mall.values.js';
import { acknowledged, decisive } from './reading.js';

const mallErrors = ['INVALID_SUBMALL_ID', 'FORBIDDEN_REQUEST'] as const;

export const SubMallAccount = z.object({
  /** The bank's short code, as in payments. */
  bankCode: z.string(),
  accountNumber: z.string().max(20),
  holderName: z.string().max(60).nullable(),
});

export const SubMall = decisive(
  z.object({
    subMallId: z.string().max(20),
    type: z.enum(['CORPORATE', 'INDIVIDUAL']),
    companyName: z.string().max(60).nullable(),
    representativeName: z.string().max(40).nullable(),
    businessNumber: z.string().length(10).nullable(),
    account: SubMallAccount,
    email: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    metadata: SubMallMetadata.nullable(),
    // ASSUMED: the status is a field of the object; it is published, and the object of document 1 does not show where.
    status: z.enum(subMallStatuses),
  }),
  ['subMallId'],
);

const AccountIn = z.object({
  bank: z.string().min(1).max(40),
  // An invalid account number is refused with an error code of its own, so the schema accepts any text.
  accountNumber: z.string().max(100),
  holderName: sized(60).nullish(),
});
const phoneNumber = z.string().regex(/^\d{8,11}$/);
const email = z.email();
const companyFields = {
  companyName: sized(60).nullish(),
  representativeName: sized(40).nullish(),
  businessNumber: z.string().max(100).nullish(),
};
const params = z.object({ subMallId: SubMallIdText });
const accountErrors = ['ACCOUNT_OWNER_CHECK_FAILED', 'NOT_MATCH_PAYEE_NAME', 'INVALID_ACCOUNT_NUMBER'] as const;

export const createSubMall = endpoint({
  ...legacy,
  method: 'POST',
  path: '/v1/payouts/sub-malls',
  summary: 'Register a sub-mall.',
  body: z.object({
    subMallId: SubMallIdText,
    type: z.enum(['CORPORATE', 'INDIVIDUAL']),
    account: AccountIn,
    ...companyFields,
    email,
    phoneNumber,
    metadata: SubMallMetadata.nullish(),
  }),
  success: { status: 200, body: SubMall },
  errors: codes('ALREADY_EXIST_SUBMALL', 'INVALID_BUSINESS_NUMBER', 'INVALID_BANK', ...accountErrors, ...mallErrors),
});

export const listSubMalls = endpoint({
  ...legacy,
  method: 'GET',
  path: '/v1/payouts/sub-malls',
  summary: 'Every sub-mall, in the order they were registered.',
  success: { status: 200, body: z.array(SubMall) },
  errors: codes('FORBIDDEN_REQUEST'),
});

export const getSubMall = endpoint({
  ...legacy,
  method: 'GET',
  path: '/v1/payouts/sub-malls/{subMallId}',
  summary: 'Read a sub-mall.',
  params,
  success: { status: 200, body: SubMall },
  errors: codes('NOT_FOUND_SUBMALL', ...mallErrors),
});

export const updateSubMall = endpoint({
  ...legacy,
  method: 'POST',
  path: '/v1/payouts/sub-malls/{subMallId}',
  summary: 'Change a sub-mall: its account, and of the rest only what is sent.',
  params,
  body: z.object({
    account: AccountIn,
    ...companyFields,
    email: email.nullish(),
    phoneNumber: phoneNumber.nullish(),
    metadata: SubMallMetadata.nullish(),
  }),
  success: { status: 200, body: SubMall },
  errors: codes('NOT_FOUND_SUBMALL', 'INVALID_BUSINESS_NUMBER', 'INVALID_BANK', ...accountErrors, ...mallErrors),
});

export const deleteSubMall = endpoint({
  ...legacy,
  method: 'POST',
  path: '/v1/payouts/sub-malls/{subMallId}/delete',
  summary: 'Delete a sub-mall; its id is never taken again.',
  params,
  success: { status: 200, body: acknowledged(z.string()) },
  errors: codes('NOT_FOUND_SUBMALL', ...mallErrors),
});

export const subMallOperations = {
  createSubMall,
  listSubMalls,
  getSubMall,
  updateSubMall,
  deleteSubMall,
} as const;
