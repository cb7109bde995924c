import {
  type Read,
  readable,
  toMinorUnits,
  type SignedEventType,
  webhookEvents,
  type WebhookEventType,
} from '@jeongsan/provider-contract';
import { z } from 'zod';
import { webhookTypeOf } from './webhook-fields.js';

type Bodies = { [N in WebhookEventType]: Read<(typeof webhookEvents)[N]['body']> };
type EventOf<N extends WebhookEventType> = { [K in N]: Bodies[K] & Readonly<{ eventType: K }> }[N];

/** Every event of the provider, distinguished by `eventType`. The bytes of DEPOSIT_CALLBACK have no `eventType`: reading adds the member. */
export type WebhookEvent = EventOf<WebhookEventType>;
/** Events whose bytes the provider signs. */
export type SignedWebhookEvent = EventOf<SignedEventType>;
/**
 * Events that the provider does not sign: everybody who knows the address can send them. Take the id of the object, read the
 * object at the provider (`getPayment`), and act upon that answer only.
 */
export type UnsignedWebhookEvent = EventOf<Exclude<WebhookEventType, SignedEventType>>;
/** An event of a type, or with a body, that this version does not know. The provider adds both without notice. */
export type UnknownWebhookEvent = Readonly<{ eventType: string; json: Readonly<Record<string, unknown>> }>;

/** A body that is no event at all. */
export type MalformedWebhook = Readonly<{ outcome: 'refused'; code: 'NOT_RAW' | 'MALFORMED'; detail: string }>;
export type WebhookReading =
  | Readonly<{ outcome: 'read'; event: WebhookEvent }>
  | Readonly<{ outcome: 'unknown'; event: UnknownWebhookEvent }>
  | MalformedWebhook;

const schemas = new Map<string, z.ZodType>(
  Object.entries(webhookEvents).map(([name, { body }]) => [name, readable(body as z.ZodType)]),
);
const JsonObject = z.record(z.string(), z.unknown());

/**
 * Reads the bytes of a webhook; says nothing about the sender (`verifyWebhook` does). Never throws. Amounts and instants are
 * values as in the answers of the client.
 */
export function parseWebhook(rawBody: string | Uint8Array): WebhookReading {
  if (!isRaw(rawBody)) return NOT_RAW;
  const json = JsonObject.safeParse(jsonOf(rawBody)).data;
  if (!json) return malformed('The body is not a JSON object');
  const eventType = webhookTypeOf(json);
  if (eventType === undefined) return malformed('The body has no eventType');
  const schema = schemas.get(eventType);
  const body = schema && bodyOf(schema, json);
  if (!body) return { outcome: 'unknown', event: { eventType, json } };
  return { outcome: 'read', event: { ...body, eventType } as WebhookEvent };
}

/** The values of a body; undefined: the schema does not read it. */
function bodyOf(schema: z.ZodType, json: unknown): object | undefined {
  try {
    return schema.parse(toMinorUnits(schema, json)) as object;
  } catch {
    return undefined;
  }
}

const malformed = (detail: string): MalformedWebhook => ({ outcome: 'refused', code: 'MALFORMED', detail });

export const NOT_RAW: MalformedWebhook = {
  outcome: 'refused',
  code: 'NOT_RAW',
  detail: 'The body must be the text or the bytes as received, not parsed JSON',
};

/** A web framework may hand over parsed JSON, which programs without types pass on. */
export const isRaw = (rawBody: unknown): rawBody is string | Uint8Array =>
  typeof rawBody === 'string' || rawBody instanceof Uint8Array;

function jsonOf(rawBody: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString());
  } catch {
    return undefined;
  }
}
