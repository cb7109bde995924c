import {
  type ApiStyle,
  type Endpoint,
  type HeaderParameter,
  readsResource,
  takesIdempotencyKey,
} from '@jeongsan/http-contract';
import { z } from 'zod';
import { dropInApiStyle, isDropIn } from '../drop-in-reference.js';
import { eventWebhooks } from '../event-schemas.contract.js';
import { type ApiCode, apiCodes, type CommonCode } from '../refusals.js';
import { API_PREFIX, serviceNames } from '../whole-api.js';
import { descriptionsOf } from './descriptions.js';
import { exampleOf } from './examples.js';
import { Problem } from './problem.js';
import { nameValues } from './values.js';
import { resourceOf, tags } from './resources.js';

nameValues();

const idempotencyKey: HeaderParameter = {
  name: 'Idempotency-Key',
  description:
    'A repeat with the same key gets the first answer, and nothing is done twice. The same key with another body is refused.',
  schema: z.string().min(1).max(300).optional(),
};
const ifNoneMatch: HeaderParameter = {
  name: 'If-None-Match',
  description: 'An ETag of an earlier answer: if these bytes are still the answer, it is 304 without them.',
  schema: z.string().optional(),
};
const entityTag: HeaderParameter = {
  name: 'ETag',
  description: 'Names these bytes, for If-None-Match.',
  schema: z.string(),
};
const lastEventId: HeaderParameter = {
  name: 'Last-Event-ID',
  description: 'The id of the last event before the connection was lost: its state is not sent again.',
  schema: z.string().optional(),
};
const requestId: HeaderParameter = {
  name: 'X-Request-Id',
  description: 'Names the request in logs and in the answer. Absent: the front door makes one.',
  schema: z
    .string()
    .regex(/^[\w.:-]{1,128}$/)
    .optional(),
};
const answeredRequestId: HeaderParameter = {
  name: 'X-Request-Id',
  description: 'The id of the request: give it to the operator with a question.',
  schema: z.string(),
};
const rateLimit: readonly HeaderParameter[] = [
  { name: 'RateLimit-Policy', description: 'Requests (q) of one key within w seconds.', schema: z.string() },
  {
    name: 'RateLimit',
    description: 'Requests that remain (r), and seconds until all are back (t).',
    schema: z.string(),
  },
];
const retryAfter: HeaderParameter = {
  name: 'Retry-After',
  description: 'Seconds to wait before the request is repeated.',
  schema: z.string(),
};
const replayed: HeaderParameter = {
  name: 'Idempotent-Replayed',
  description: '`true`: the answer of an earlier request with the same Idempotency-Key.',
  schema: z.literal('true'),
};
const RETRIED = [429, 503];

/** The codes with which an endpoint can answer: those of its contract, and those of its form. */
function codesOf(e: Endpoint, isAtDoor: boolean): readonly string[] {
  const isKeyed = takesIdempotencyKey(e);
  const common: readonly CommonCode[] = [
    ...(e.body ? (['MALFORMED_JSON', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(isKeyed ? (['INVALID_IDEMPOTENCY_KEY', 'IDEMPOTENT_REQUEST_PROCESSING'] as const) : []),
    ...(['INTERNAL', 'UNAVAILABLE'] as const),
  ];
  const isPossible = (code: string) =>
    (isKeyed || code !== 'IDEMPOTENCY_KEY_REUSED') &&
    (e.security !== 'none' || !['UNAUTHENTICATED', 'FORBIDDEN'].includes(code));
  const form: readonly ApiCode[] = [
    ...(e.body ? (['PAYLOAD_TOO_LARGE'] as const) : []),
    ...(isAtDoor ? (['RATE_LIMITED'] as const) : []),
  ];
  return [...e.errors.filter(isPossible), ...form, ...common];
}

const isApiCode = (code: string): code is ApiCode => Object.hasOwn(apiCodes, code);

/** The path of an endpoint as its service has it. */
const bare = (path: string): string => {
  const inApi = path.startsWith(`${API_PREFIX}/`) ? path.slice(API_PREFIX.length) : path;
  const owner = serviceNames.find((service) => inApi.startsWith(`/${service}/`));
  return owner === undefined ? inApi : inApi.slice(owner.length + 1);
};

const about = (isAtDoor: boolean): string =>
  [
    'Pays the sellers of an open market on their settlement cycle: exactly once, to the won, every won explained.',
    '**Access.** `Authorization: Bearer` with an API key or an operator token. Each endpoint names its scope (`x-scope`); a role has scopes.',
    '**Money** is whole won. **Rates** are in 1/100,000. **Instants** are ISO 8601 with an offset, **dates** are those of Asia/Seoul.',
    '**Repeats.** A POST takes an `Idempotency-Key`: a repeat within 15 days gets the first answer. Only links to the seller page are new each time.',
    '**Lists** come in pages: `nextCursor` of one page is `after` of the next, and is null on the last page. `Accept: text/csv` gets all pages as one CSV.',
    '**Errors** are `application/problem+json` with a stable `code`. A 4xx means that nothing was changed; after a 5xx the outcome is unknown until the request is repeated.',
    ...(isAtDoor ? ['**Limits.** Each answer says how many requests remain (`RateLimit`).'] : []),
  ].join('\n\n');

/**
 * Everything that the reference of our own API says beside the contracts. `at`: the front door, or a service by itself, which
 * counts no requests. Operations at the provider's paths keep the provider's headers and errors.
 */
export function apiStyle(at: 'door' | 'service'): ApiStyle {
  const isAtDoor = at === 'door';
  return {
    ...(isAtDoor && { title: 'Jeongsan' }),
    about: about(isAtDoor),
    servers: isAtDoor
      ? [{ url: '/', description: 'The front door: every service at one address' }]
      : [{ url: '/', description: 'This service by itself' }],
    tags,
    tag: (e) => (isDropIn(e) ? 'Provider' : resourceOf(bare(e.path))),
    ...(isAtDoor && { webhooks: eventWebhooks }),
    headers: (e) =>
      isDropIn(e)
        ? (dropInApiStyle.headers?.(e) ?? [])
        : [
            ...(takesIdempotencyKey(e) ? [idempotencyKey] : []),
            ...(readsResource(e) ? [ifNoneMatch] : []),
            ...(e.answersEvents ? [lastEventId] : []),
            ...(isAtDoor ? [requestId] : []),
          ],
    answerHeaders: (e, status) => [
      ...(isAtDoor ? [answeredRequestId, ...rateLimit] : []),
      ...(readsResource(e) && status === 200 ? [entityTag] : []),
      ...(RETRIED.includes(status) ? [retryAfter] : []),
      ...(!isDropIn(e) && takesIdempotencyKey(e) && status < 400 ? [replayed] : []),
    ],
    sharesErrors: (e) => !isDropIn(e),
    errorBody: (e) => (isDropIn(e) ? dropInApiStyle.errorBody?.(e) : Problem),
    errorType: (e) => (isDropIn(e) ? 'application/json' : 'application/problem+json'),
    errorCodes: (e) => (isDropIn(e) ? e.errors : codesOf(e, isAtDoor)),
    errorStatus: (code, e) =>
      !isDropIn(e) && isApiCode(code) ? apiCodes[code][0] : (dropInApiStyle.errorStatus?.(code, e) ?? 0),
    errorMeaning: (code, e) =>
      !isDropIn(e) && isApiCode(code) ? apiCodes[code][1] : dropInApiStyle.errorMeaning?.(code, e),
    note: (e) => (e.scope === undefined ? undefined : `Scope \`${e.scope}\`.`),
    example: (operationId, e) => (isDropIn(e) ? undefined : exampleOf(operationId)),
    descriptions: (operationId, e) => (isDropIn(e) ? {} : descriptionsOf(operationId)),
    extensions: (e) => dropInApiStyle.extensions?.(e) ?? {},
  };
}
