import { seoulIso } from '@jeongsan/calendar';
import { type SecurityKey, signWebhook } from '@jeongsan/jwe';
import { isSignedEvent, webhookHeaders } from '@jeongsan/provider-contract';
import http from 'node:http';
import https from 'node:https';

export type Transmission = Readonly<{ id: string; eventType: string; body: string; attempts: number; at: Date }>;

/** The result of one attempt. A null status means no complete reply in time; `problem` says why. */
export type Outcome = Readonly<{ status: number | null; problem: string | null; excerpt: string }>;

export type SendOptions = Readonly<{
  keys: readonly SecurityKey[];
  /** Milliseconds for the whole exchange, the reply's body included. */
  timeoutMs: number;
  socketsMax: number;
}>;
type Send = (url: string, transmission: Transmission, keys?: readonly SecurityKey[]) => Promise<Outcome>;

/** A sender with kept-alive sockets. Redirects are not followed. */
export function webhookSender({ keys, timeoutMs, socketsMax }: SendOptions): Send & { close: () => void } {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: socketsMax }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: socketsMax }),
  };
  const send: Send = async (url, transmission, signedWith = keys) => {
    const target = new URL(url);
    const headers = headersOf(transmission, signedWith);
    const isSecure = target.protocol === 'https:';
    const agent = isSecure ? agents['https:'] : agents['http:'];
    const request = { method: 'POST', agent, headers };
    return exchange(isSecure ? https : http, target, request, transmission.body, timeoutMs);
  };
  return Object.assign(send, { close: () => Object.values(agents).forEach((agent) => agent.destroy()) });
}

function headersOf({ id, eventType, body, attempts, at }: Transmission, keys: readonly SecurityKey[]) {
  const time = seoulIso(at);
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    [webhookHeaders.transmissionTime]: time,
    [webhookHeaders.retriedCount]: String(attempts),
    // ASSUMED: the transmission id identifies the webhook, not the attempt, so retries have the same id.
    [webhookHeaders.transmissionId]: id,
    ...(isSignedEvent(eventType) && { [webhookHeaders.signature]: signWebhook(body, time, keys) }),
  };
}

/** Bytes of a reply that are stored in the delivery log. */
const EXCERPT_BYTES_MAX = 500;

function exchange(
  transport: typeof http | typeof https,
  target: URL,
  options: http.RequestOptions,
  body: string,
  timeoutMs: number,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let excerpt = Buffer.alloc(0);
    const end = (status: number | null, problem: string | null): void => {
      clearTimeout(deadline);
      resolve({ status, problem, excerpt: textOf(excerpt) });
    };
    const request = transport.request(target, options, (reply) => {
      reply.on('data', (chunk: Buffer) => {
        const room = EXCERPT_BYTES_MAX - excerpt.length;
        if (room > 0) excerpt = Buffer.concat([excerpt, chunk.subarray(0, room)]);
      });
      // A reply that was cut short counts as no reply, whatever status it began with.
      reply.on('close', () =>
        reply.complete ? end(reply.statusCode ?? null, null) : end(null, 'The reply broke off'),
      );
      reply.on('error', () => undefined);
    });
    const deadline = setTimeout(() => {
      end(null, `No complete reply within ${timeoutMs} ms`);
      request.destroy();
    }, timeoutMs);
    request.on('error', (error: NodeJS.ErrnoException) => end(null, error.code ?? 'The connection failed'));
    request.end(body);
  });
}

/** Converts any bytes into a text that a column can store. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\u0000', '\ufffd');
