import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallError, type Send, type WireReply, type WireRequest } from '@jeongsan/http-contract';
import { TEST_CODE_HEADER } from '@jeongsan/provider-contract';
import type { FaultOrder } from '@jeongsan/sandbox-control';
import type { Sandbox } from '@jeongsan/testing';
import type { PayoutWorld } from './payout-world.js';

/**
 * A way in which the request of a batch can go wrong: a fault of the sandbox, wrong keys, or a wrapper that disturbs
 * the request.
 */
export type Trouble = Readonly<{
  fault?: Omit<FaultOrder, 'operation' | 'times'>;
  strike?: (send: Send, request: WireRequest) => Promise<WireReply>;
  keys?: (sandbox: Sandbox) => readonly string[];
  /** The listing shows the payouts late. */
  isListedLate?: true;
  /** The provider refuses for now, and the money is sent on the next business day. */
  waitsForTomorrow?: true;
}>;

const isBatch = ({ method, url }: WireRequest): boolean => method === 'POST' && url.endsWith('/v2/payouts');

/** Disturbs the first `times` batches only. */
export function striking(times: number, strike: NonNullable<Trouble['strike']>): (send: Send) => Send {
  let left = times;
  return (send) => (request) => {
    if (!isBatch(request) || left === 0) return send(request);
    left -= 1;
    return strike(send, request);
  };
}

const withHeader = (request: WireRequest, name: string, value: string): WireRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

/** The first answer, an error, is bound to the idempotency key and lost; the second request gets the stored error. */
const replayed =
  (code: string): NonNullable<Trouble['strike']> =>
  async (send, request) => {
    await send(withHeader(request, TEST_CODE_HEADER, code));
    return send(request);
  };

/** The batch is accepted under another key first, so our request is refused as a duplicate. */
const takenBefore: NonNullable<Trouble['strike']> = async (send, request) => {
  await send(withHeader(request, 'idempotency-key', randomBytes(16).toString('hex')));
  return send(request);
};

/** Sends the request twice at once with one key, and returns the answer of the one that came too early. */
const twiceAtOnce: NonNullable<Trouble['strike']> = async (send, request) => {
  const replies = await Promise.all([send(request), send(request)]);
  return replies.find(({ status }) => status === 409) ?? replies[1];
};

let lastReply: WireReply | undefined;
/** Returns the answer of an earlier batch, as after a mix-up of sockets. */
const answerOfAnother: NonNullable<Trouble['strike']> = async (send, request) => {
  const reply = await send(request);
  const earlier = lastReply ?? { ...reply, body: '' };
  lastReply = reply;
  return earlier;
};

/** Milliseconds: longer than the sandbox needs, shorter than a slow answer. */
const IMPATIENT_MS = 400;
const impatient: NonNullable<Trouble['strike']> = (send, request) => send({ ...request, timeoutMs: IMPATIENT_MS });

const neverSent: NonNullable<Trouble['strike']> = async () => {
  await sleep(1);
  throw new Error('connect ECONNREFUSED');
};

const error = (status: number, code?: string): Trouble => ({ fault: { kind: 'error', status, ...(code && { code }) } });
const mangled = (variant: NonNullable<FaultOrder['variant']>): Trouble => ({ fault: { kind: 'mangle', variant } });

// prettier-ignore
/** The ways in which the request of a batch can go wrong. */
export const troubles = {
  'a time-out before the act':          { fault: { kind: 'drop-before-commit' } },
  'a time-out after the act':           { fault: { kind: 'drop-after-commit' } },
  'a refused connection':               { strike: neverSent },
  'a listing that lags behind':         { fault: { kind: 'drop-after-commit' }, isListedLate: true },
  'duplicates after the act':           { strike: takenBefore },
  'an old error repeated':              { strike: replayed('PROVIDER_ERROR') },
  'an old failure repeated':            { strike: replayed('FAILED_INTERNAL_SYSTEM_PROCESSING') },
  'an old shortage repeated':           { strike: replayed('NOT_ENOUGH_AMOUNT'), waitsForTomorrow: true },
  'another of the key under way':       { strike: twiceAtOnce },
  '409 before the act':                 error(409, 'IDEMPOTENT_REQUEST_PROCESSING'),
  'a page before the act':              { fault: { kind: 'error', status: 502, variant: 'html' } },
  'a page after the act':               { fault: { kind: 'mangle', status: 500, variant: 'html' } },
  'no body before the act':             { fault: { kind: 'error', status: 503, variant: 'empty' } },
  'no body after the act':              mangled('empty'),
  'half of a token':                    mangled('truncated'),
  'noise':                              { fault: { kind: 'garbage' } },
  'plain: no such seller':              error(400, 'NOT_FOUND_SELLER'),
  'plain: no money':                    error(400, 'NOT_ENOUGH_AMOUNT'),
  'plain: bad request':                 error(400, 'INVALID_REQUEST'),
  'plain: no such key':                 { ...error(401, 'UNAUTHORIZED_KEY'), waitsForTomorrow: true },
  '429':                                error(429),
  '429 with Retry-After':               { fault: { kind: 'error', status: 429, retryAfterSeconds: 30 } },
  'a byte at a time':                   { fault: { kind: 'drip', delayMs: 20 }, strike: impatient },
  'items missing':                      mangled('missing-items'),
  'items reordered':                    mangled('reordered-items'),
  'amounts like 5000.0':                mangled('decimal-amounts'),
  'amounts as text':                    mangled('text-amounts'),
  'an unknown status':                  mangled('unknown-status'),
  'no status':                          mangled('missing-status'),
  'an unknown field':                   mangled('unknown-field'),
  'another content type':               mangled('wrong-content-type'),
  'the answer of another request':      { strike: answerOfAnother },
  'the key before the rotation':        { keys: ({ securityKey, oldSecurityKey }) => [oldSecurityKey, securityKey] },
  'a key that is not theirs any more':  { keys: () => [randomBytes(32).toString('hex')] },
} as const satisfies Record<string, Trouble>;

const everyNow = (seed: number, order: Omit<FaultOrder, 'times' | 'seed'>): FaultOrder => ({
  ...order,
  times: 1_000_000,
  probability: 0.06,
  seed,
});

/** Random faults of read requests. */
export const readTroubles = (seed: number): FaultOrder[] => [
  everyNow(seed + 1, { operation: 'listPayouts', kind: 'error', status: 429, retryAfterSeconds: 30 }),
  everyNow(seed + 2, { operation: 'listPayouts', kind: 'error', status: 429 }),
  everyNow(seed + 3, { operation: 'listPayouts', kind: 'mangle', variant: 'html', status: 500 }),
  everyNow(seed + 4, { operation: 'listPayouts', kind: 'mangle', variant: 'truncated' }),
  everyNow(seed + 5, { operation: 'listPayouts', kind: 'mangle', variant: 'text-amounts' }),
  everyNow(seed + 6, { operation: 'listPayouts', kind: 'mangle', variant: 'unknown-status' }),
  everyNow(seed + 7, { operation: 'listPayouts', kind: 'mangle', variant: 'unknown-field' }),
  everyNow(seed + 8, { operation: 'listPayouts', kind: 'mangle', variant: 'missing-items' }),
  everyNow(seed + 9, { operation: 'listPayouts', kind: 'mangle', variant: 'reordered-items' }),
  everyNow(seed + 10, { operation: 'listPayouts', kind: 'drop-after-commit' }),
  everyNow(seed + 11, { operation: 'getBalance', kind: 'mangle', variant: 'html', status: 502 }),
  everyNow(seed + 12, { operation: 'getBalance', kind: 'mangle', variant: 'text-amounts' }),
  everyNow(seed + 13, { operation: 'getPayout', kind: 'error', status: 429, retryAfterSeconds: 30 }),
  everyNow(seed + 14, { operation: 'getPayout', kind: 'mangle', variant: 'unknown-status' }),
  everyNow(seed + 15, { operation: 'getPayout', kind: 'mangle', variant: 'truncated' }),
  everyNow(seed + 17, { operation: 'listPayouts', kind: 'mangle', variant: 'no-cursor' }),
  everyNow(seed + 18, { operation: 'listPayouts', kind: 'mangle', variant: 'stuck-cursor' }),
  everyNow(seed + 19, { operation: 'listPayouts', kind: 'mangle', variant: 'repeated-page' }),
  everyNow(seed + 16, { operation: 'getPayout', kind: 'garbage' }),
];

/** Makes the provider refuse the next requests with a sealed, listed error that the sandbox itself would not return. */
export function refuseNext(world: PayoutWorld, code: string, times: number, detail = ''): void {
  let left = times;
  world.providerOf = async () => {
    const provider = world.provider();
    if (left === 0) return provider;
    left -= 1;
    const createPayouts = () => Promise.reject(new CallError('rejected', 400, code, detail));
    return { api: provider.api, fenced: (mayWrite) => ({ ...provider.fenced(mayWrite), createPayouts }) };
  };
}
