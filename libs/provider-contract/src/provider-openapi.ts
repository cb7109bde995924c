import {
  type ApiStyle,
  type Endpoint,
  type HeaderParameter,
  toOpenApi,
  type WebhookDescription,
} from '@jeongsan/http-contract';
import { z } from 'zod';
import { V1Error, V2Error } from './error-envelopes.js';
import { providerErrors, type ProviderErrorCode } from './errors.js';
import { Cancel, Payment, PaymentCard, VirtualAccount } from './payment.objects.js';
import { Payout } from './payouts.contract.js';
import { providerContract } from './provider.contract.js';
import { Settlement, Transaction } from './records.contract.js';
import { SECURITY_MODE_ENCRYPTION, SECURITY_MODE_HEADER, TEST_CODE_HEADER } from './security.js';
import { Seller } from './sellers.contract.js';
import { webhookEvents } from './webhook-events.js';
import { WEBHOOK_TIMEOUT_MS, webhookHeaders, webhookRetryMinutes } from './webhooks.js';

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

const webhookTime: HeaderParameter = {
  name: webhookHeaders.transmissionTime,
  description: 'The time of sending, for example 2024-09-05T12:19:21+09:00.',
  required: true,
  schema: z.string(),
};
const retriedCount: HeaderParameter = {
  name: webhookHeaders.retriedCount,
  description: 'The number of attempts before this one.',
  required: true,
  schema: z.string().regex(/^\d+$/),
};
const transmissionId: HeaderParameter = {
  name: webhookHeaders.transmissionId,
  description: 'Identifies the transmission.',
  required: true,
  schema: z.string(),
};
const signature: HeaderParameter = {
  name: webhookHeaders.signature,
  description:
    'One `v1:<base64>` for each security key, separated by commas: HMAC-SHA256 of `<raw body>:<transmission time>`. Valid if any is.',
  required: true,
  schema: z.string(),
};

const RECEIVED =
  `Received. With any other status, or none within ${WEBHOOK_TIMEOUT_MS / 1000} seconds, the webhook is sent again, ` +
  `after ${webhookRetryMinutes.join(', ')} minutes.`;

const webhooks = Object.fromEntries(
  Object.entries(webhookEvents).map(([eventType, { summary, isSigned, body }]): [string, WebhookDescription] => [
    eventType,
    {
      summary: isSigned ? summary : `${summary}. Not signed: read the object before acting`,
      headers: [webhookTime, retriedCount, transmissionId, ...(isSigned ? [signature] : [])],
      body,
      received: RECEIVED,
    },
  ]),
);

/** Webhooks, headers of all operations, and the error envelope of each API (/v1 and /v2). */
export const providerApiStyle: ApiStyle = {
  headers: ({ method, sealed }: Endpoint) => [
    acceptLanguage,
    ...(method === 'POST' ? [idempotencyKey] : []),
    ...(sealed ? [securityMode] : []),
    testCode,
  ],
  errorBody: ({ path }) => (path.startsWith('/v2') ? V2Error : V1Error),
  webhooks,
  errorStatus: (code) => providerErrors[code as ProviderErrorCode].status,
};

/** The OpenAPI 3.1 document of the provider's whole API. */
export const providerOpenApi = () => toOpenApi('Provider', '1', providerContract, providerApiStyle);
