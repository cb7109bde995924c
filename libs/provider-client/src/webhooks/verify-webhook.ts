import { isSignedEvent, webhookHeaders } from '@jeongsan/provider-contract';
import { checkedSecurityKeys } from '../client-settings.js';
import {
  isRaw,
  type MalformedWebhook,
  NOT_RAW,
  parseWebhook,
  type UnknownWebhookEvent,
  type UnsignedWebhookEvent,
  type WebhookEvent,
} from './parse-webhook.js';
import { webhookTimeOf } from './webhook-fields.js';
import { headerOf, isGenuineWebhook, type WebhookHeaders } from './webhook-signature.js';

export type VerifyWebhookOptions = Readonly<{
  /** 64 hex characters each; two during a rotation. */
  securityKeys: readonly string[];
  /** Default: the time of the machine. */
  now?: () => Date;
  /** The oldest age of a signed webhook, in milliseconds. Default: 96 hours; the provider's last retry comes after 91. */
  maxAgeMs?: number;
}>;

/**
 * - `genuine`: a key of the provider signed these bytes.
 * - `unsigned`: the provider does not sign events of this type. Read the object at the provider before acting.
 * - `unknown`: an event that this version cannot read, genuine if `isSigned`. Answer 200, or the provider sends it again.
 * - `refused`: not from the provider, altered, too old, or no event. Answer 4xx.
 */
export type VerifiedWebhook =
  | Readonly<{ outcome: 'genuine'; event: WebhookEvent }>
  | Readonly<{ outcome: 'unsigned'; event: UnsignedWebhookEvent }>
  | Readonly<{ outcome: 'unknown'; isSigned: boolean; event: UnknownWebhookEvent }>
  | Readonly<{ outcome: 'refused'; code: 'SIGNATURE_MISSING' | 'SIGNATURE_WRONG' | 'TOO_OLD'; detail: string }>
  | MalformedWebhook;

const MAX_AGE_MS = 96 * 3_600_000;

/**
 * Verifies and reads a webhook (HMAC-SHA256 of `<raw body>:<transmission time>`; document 2 section 6). Pass the bytes as
 * received: JSON that was parsed and printed again has another signature. Throws TypeError for unusable security keys only.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  { securityKeys, now = () => new Date(), maxAgeMs = MAX_AGE_MS }: VerifyWebhookOptions,
): VerifiedWebhook {
  const keys = checkedSecurityKeys(securityKeys);
  if (keys.length === 0) throw new TypeError('securityKeys: needs at least one key');
  if (!isRaw(rawBody)) return NOT_RAW;
  const isSigned = headerOf(headers, webhookHeaders.signature) !== undefined;
  if (isSigned && !isGenuineWebhook(rawBody, headers, keys))
    return refused('SIGNATURE_WRONG', 'No key of securityKeys signed these bytes with this transmission time');
  const sentAt = headerOf(headers, webhookHeaders.transmissionTime) ?? '';
  if (isSigned && webhookTimeOf(sentAt) < now().getTime() - maxAgeMs)
    return refused('TOO_OLD', `The webhook was sent at ${sentAt}`);
  const reading = parseWebhook(rawBody);
  if (reading.outcome === 'refused') return reading;
  const { eventType } = reading.event;
  if (!isSigned && isSignedEvent(eventType))
    return refused('SIGNATURE_MISSING', `The provider signs events of type ${eventType}`);
  if (reading.outcome === 'unknown') return { ...reading, isSigned };
  return isSigned
    ? { outcome: 'genuine', event: reading.event }
    : { outcome: 'unsigned', event: reading.event as UnsignedWebhookEvent };
}

const refused = <C extends string>(code: C, detail: string) => ({ outcome: 'refused', code, detail }) as const;
