import { seoulIso } from '@jeongsan/calendar';
import { type SecurityKey, signWebhook } from '@jeongsan/jwe';
import { WEBHOOK_TIMEOUT_MS, webhookHeaders } from '@jeongsan/provider-contract';
import http from 'node:http';
import https from 'node:https';

export type Transmission = Readonly<{ id: string; eventType: string; body: string; attempts: number; at: Date }>;
export type SendWebhook = (url: string, transmission: Transmission) => Promise<number | null>;

/** Sends over sockets that stay open. Answers the status of the reply; null when none came in time. */
export function webhookSender(keys: readonly SecurityKey[], socketsMax: number): SendWebhook & { close: () => void } {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: socketsMax }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: socketsMax }),
  };
  const send: SendWebhook = async (url, transmission) => {
    const target = new URL(url);
    const headers = headersOf(transmission, keys);
    const isSecure = target.protocol === 'https:';
    const agent = isSecure ? agents['https:'] : agents['http:'];
    return exchange(isSecure ? https : http, target, { method: 'POST', agent, headers }, transmission.body);
  };
  return Object.assign(send, { close: () => Object.values(agents).forEach((agent) => agent.destroy()) });
}

/** The two v2 events are signed, with every key that is valid; payment webhooks are not. */
const signedEvents: readonly string[] = ['payout.changed', 'seller.changed'];

function headersOf({ id, eventType, body, attempts, at }: Transmission, keys: readonly SecurityKey[]) {
  const time = seoulIso(at);
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    [webhookHeaders.transmissionTime]: time,
    [webhookHeaders.retriedCount]: String(attempts),
    // ASSUMED: the id names the webhook, not the attempt: it stays the same over retries.
    [webhookHeaders.transmissionId]: id,
    ...(signedEvents.includes(eventType) && { [webhookHeaders.signature]: signWebhook(body, time, keys) }),
  };
}

function exchange(
  transport: typeof http | typeof https,
  target: URL,
  options: http.RequestOptions,
  body: string,
): Promise<number | null> {
  return new Promise((resolve) => {
    const request = transport.request(target, options, (reply) => {
      // Only the status counts; the rest is read so that the socket can be used again.
      reply.resume();
      reply.on('close', () => {
        clearTimeout(deadline);
        resolve(reply.statusCode ?? null);
      });
    });
    const deadline = setTimeout(() => request.destroy(new Error('No reply in time')), WEBHOOK_TIMEOUT_MS);
    request.on('error', () => {
      clearTimeout(deadline);
      resolve(null);
    });
    request.end(body);
  });
}
