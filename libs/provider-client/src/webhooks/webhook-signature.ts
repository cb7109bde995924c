import { type SecurityKey, verifyWebhook } from '@jeongsan/jwe';
import { webhookHeaders } from '@jeongsan/provider-contract';

/** The headers of a request: Node's `request.headers`, a plain object, or the `Headers` of fetch. */
export type WebhookHeaders =
  | Readonly<{ get: (name: string) => string | null }>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** One header; undefined: absent, or not a text. Plain objects may spell the name in any case. */
export function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const values = headers as Readonly<Record<string, unknown>>;
  const value = values[name] ?? values[Object.keys(values).find((key) => key.toLowerCase() === name) ?? name];
  return typeof value === 'string' ? value : undefined;
}

/** Whether the bytes were signed with one of the keys: the question to ask before any of the bytes is parsed. */
export function isGenuineWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  keys: readonly SecurityKey[],
): boolean {
  const time = headerOf(headers, webhookHeaders.transmissionTime);
  return verifyWebhook(rawBody, time, headerOf(headers, webhookHeaders.signature), keys);
}
