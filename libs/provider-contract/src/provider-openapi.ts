import { type ApiStyle, type Endpoint, type HeaderParameter, toOpenApi } from '@jeongsan/http-contract';
import { z } from 'zod';
import { V1Error, V2Error } from './error-envelopes.js';
import { providerErrors, type ProviderErrorCode } from './errors.js';
import { Cancel, Payment, PaymentCard, VirtualAccount } from './payment.objects.js';
import { Payout } from './payouts.contract.js';
import { providerContract } from './provider.contract.js';
import { Settlement, Transaction } from './records.contract.js';
import { SECURITY_MODE_ENCRYPTION, SECURITY_MODE_HEADER, TEST_CODE_HEADER } from './security.js';
import { Seller } from './sellers.contract.js';

/** Schemas that have a name in the documents: written once as components, and referred to. */
const named = {
  Payment,
  Cancel,
  PaymentCard,
  VirtualAccount,
  Transaction,
  Settlement,
  Seller,
  Payout,
  V1Error,
  V2Error,
};
for (const [id, schema] of Object.entries(named)) z.globalRegistry.add(schema, { id });

const acceptLanguage: HeaderParameter = {
  name: 'Accept-Language',
  description: 'en-US: messages in English. Korean otherwise.',
  schema: z.string().optional(),
};
const idempotencyKey: HeaderParameter = {
  name: 'Idempotency-Key',
  description: 'For 15 days, the same key at the same URL is given the first answer again, and nothing is done twice.',
  schema: z.string().max(300).optional(),
};
const securityMode: HeaderParameter = {
  name: SECURITY_MODE_HEADER,
  description: 'The body is a compact JWE, and so is the answer.',
  required: true,
  schema: z.literal(SECURITY_MODE_ENCRYPTION),
};
const testCode: HeaderParameter = {
  name: TEST_CODE_HEADER,
  description: 'With a test key: answer with the error of this code.',
  schema: z.string().optional(),
};

/** Headers of all operations, and the error envelope of each API (/v1 and /v2). */
export const providerApiStyle: ApiStyle = {
  headers: ({ method, sealed }: Endpoint) => [
    acceptLanguage,
    ...(method === 'POST' ? [idempotencyKey] : []),
    ...(sealed ? [securityMode] : []),
    testCode,
  ],
  errorBody: ({ path }) => (path.startsWith('/v2') ? V2Error : V1Error),
  errorStatus: (code) => providerErrors[code as ProviderErrorCode].status,
};

/** The OpenAPI 3.1 document of the provider's whole API. */
export const providerOpenApi = () => toOpenApi('Provider', '1', providerContract, providerApiStyle);
