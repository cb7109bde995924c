import { CallError, type Send, type WireReply, type WireRequest } from '@jeongsan/http-contract';
import { JweError, open, seal, type SecurityKey } from '@jeongsan/jwe';
import { SECURITY_MODE_ENCRYPTION, SECURITY_MODE_HEADER } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { providerTraceId } from './trace-id.js';

export type SealedSendOptions = Readonly<{
  /**
   * Newest first: the first key encrypts, all keys decrypt, so that keys can rotate. Without a key, encrypted calls are
   * `rejected` as NO_SECURITY_KEY.
   */
  keys: readonly SecurityKey[];
  now: () => Date;
}>;

const REPLY_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Wraps a Send: encrypts the body of sealed endpoints and decrypts the reply (document 2 section 5). Only an encrypted reply is
 * certain to come from the provider; any other reply leaves the outcome unknown, since a proxy could have written it.
 */
export function sealedSend(send: Send, { keys, now }: SealedSendOptions): Send {
  return async (request) => {
    if (!request.endpoint.sealed || typeof request.body !== 'string') return send(request);
    const [newest] = keys;
    if (!newest) throw noSecurityKey(request);
    const sealed = await seal(request.body, newest, { now });
    return openReply(await send(sealedRequest(request, sealed)), keys);
  };
}

const noSecurityKey = ({ method, endpoint }: WireRequest): CallError =>
  new CallError(
    'rejected',
    0,
    'NO_SECURITY_KEY',
    `${method} ${endpoint.path} is encrypted: the client needs securityKeys`,
  );

const sealedRequest = (request: WireRequest, body: string): WireRequest => ({
  ...request,
  body,
  headers: { ...request.headers, 'content-type': 'text/plain', [SECURITY_MODE_HEADER]: SECURITY_MODE_ENCRYPTION },
});

async function openReply(reply: WireReply, keys: readonly SecurityKey[]): Promise<WireReply> {
  const body = reply.body.trim();
  if (!looksSealed(body)) return unprovenReply(reply);
  try {
    const { text } = await open(body, keys, { maxBytes: REPLY_BYTES_MAX });
    // Without the bytes as they arrived: those are the sealed ones.
    return { status: reply.status, headers: reply.headers, body: text };
  } catch (error) {
    if (!(error instanceof JweError)) throw error;
    throw new CallError('unknown', reply.status, 'UNREADABLE_REPLY', `The reply does not open (${error.code})`, {
      cause: error,
      traceId: providerTraceId(reply),
    });
  }
}

// The form of a compact JWE: header, empty key, IV, text, tag. JSON never has this form.
const looksSealed = (body: string): boolean => /^[\w-]+\.\.[\w-]+\.[\w-]*\.[\w-]+$/.test(body);

const PlainError = z.union([
  z.object({ code: z.string(), message: z.string().default('') }),
  z.object({ error: z.object({ code: z.string(), message: z.string().default('') }) }).transform(({ error }) => error),
]);

/**
 * Exception: the provider rejects bad credentials before it decrypts anything, so that error is plain and accepted as final.
 */
function unprovenReply(reply: WireReply): WireReply {
  if (reply.status === 401 || reply.status === 403) return reply;
  const { code, message } = plainError(reply.body) ?? { code: 'NOT_SEALED', message: 'The reply came unencrypted' };
  throw new CallError('unknown', reply.status, code, message, { traceId: providerTraceId(reply) });
}

function plainError(body: string): z.output<typeof PlainError> | undefined {
  try {
    return PlainError.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
