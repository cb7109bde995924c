import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { verifyWebhook, type SecurityKey } from '@jeongsan/jwe';
import type { JobData, JobName } from '@jeongsan/messaging';
import { refuse } from '@jeongsan/platform-contract';
import { webhookHeaders, type NudgeEventType } from '@jeongsan/provider-contract';

/** A webhook that may be stored: its bytes, and where it says one should go and look. */
export type Webhook = Readonly<{
  dedupeKey: string;
  eventType: string;
  signature: 'valid' | 'absent';
  retriedCount: number | null;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  nudge: Nudge | undefined;
}>;

type NudgeOf<N extends JobName> = Readonly<{ job: N; data: JobData<N>; dedupeKey: string }>;
export type Nudge = NudgeOf<'payment.observe'> | NudgeOf<'payout.observe'> | NudgeOf<'seller.observe'>;

type Json = Readonly<Record<string, unknown>>;
type Known = Readonly<{ isSigned: boolean; nudge: (event: Json) => Nudge | undefined }>;

// prettier-ignore
/** The events that mean something here (document 1 section 5, document 2 section 6). Any other is stored and left alone. */
const known = new Map<string, Known>([
  ['PAYMENT_STATUS_CHANGED', { isSigned: false, nudge: observePayment }],
  ['payout.changed',         { isSigned: true,  nudge: observePayout }],
  ['seller.changed',         { isSigned: true,  nudge: observeSeller }],
] satisfies [NudgeEventType, Known][]);

/** Label of a webhook in metrics: the types one expects, all others as one. */
export const labelOf = (eventType: string): string => (known.has(eventType) ? eventType : 'other');

/**
 * Reads a webhook once, trusting nothing in it: no zod, because this runs for every webhook there is. Throws
 * WEBHOOK_SIGNATURE_INVALID or WEBHOOK_MALFORMED.
 */
export function readWebhook(body: Buffer, headers: IncomingHttpHeaders, keys: readonly SecurityKey[]): Webhook {
  const event = parse(body);
  const eventType = eventTypeOf(event);
  const rule = known.get(eventType);
  // The signature comes first: who may not send this learns nothing about its shape.
  if (rule?.isSigned && !isGenuine(body, headers, keys)) {
    throw refuse('WEBHOOK_SIGNATURE_INVALID', `A webhook of type ${eventType} needs a valid signature`);
  }
  const nudge = rule?.nudge(event);
  if (rule && !nudge) throw malformed(`A webhook of type ${eventType} does not say what changed`);
  return {
    dedupeKey: printable(headers[webhookHeaders.transmissionId], 200) ?? `sha256:${sha256(body)}`,
    eventType,
    signature: rule?.isSigned ? 'valid' : 'absent',
    retriedCount: retriedCountOf(headers),
    headers: keptHeaders(headers),
    body,
    nudge,
  };
}

const malformed = (detail: string) => refuse('WEBHOOK_MALFORMED', detail);

function parse(body: Buffer): Json {
  try {
    const json: unknown = JSON.parse(body.toString());
    if (isObject(json)) return json;
  } catch {
    // Not JSON: the same answer as for JSON that is no object.
  }
  throw malformed('A webhook is a JSON object');
}

/** A deposit to a virtual account comes flat, without a type (document 1 section 5). */
function eventTypeOf(event: Json): string {
  if (typeof event['eventType'] === 'string' && /^[\w.-]{1,100}$/.test(event['eventType'])) return event['eventType'];
  const isDeposit = ['createdAt', 'status', 'transactionKey', 'orderId'].every(
    (name) => typeof event[name] === 'string',
  );
  if (isDeposit && event['eventType'] === undefined) return 'DEPOSIT_CALLBACK';
  throw malformed('A webhook has an eventType');
}

function isGenuine(body: Buffer, headers: IncomingHttpHeaders, keys: readonly SecurityKey[]): boolean {
  const { [webhookHeaders.transmissionTime]: time, [webhookHeaders.signature]: signature } = headers;
  return verifyWebhook(body, text(time), text(signature), keys);
}

function observePayment(event: Json): Nudge | undefined {
  const paymentKey = isObject(event['data']) ? printable(event['data']['paymentKey'], 200) : undefined;
  if (paymentKey === undefined) return undefined;
  return {
    job: 'payment.observe',
    data: { paymentKey },
    dedupeKey: nudgeKey('payment', paymentKey, event['createdAt']),
  };
}

function observePayout(event: Json): Nudge | undefined {
  const id = entityIdOf(event);
  if (id === undefined) return undefined;
  return { job: 'payout.observe', data: { providerPayoutId: id }, dedupeKey: nudgeKey('payout', id, event['eventId']) };
}

function observeSeller(event: Json): Nudge | undefined {
  const id = entityIdOf(event);
  if (id === undefined) return undefined;
  return { job: 'seller.observe', data: { providerSellerId: id }, dedupeKey: nudgeKey('seller', id, event['eventId']) };
}

/**
 * One open nudge per event, not per subject: while one look is under way, news that came after it must start another. The same
 * event under another transmission id is the same news.
 */
const nudgeKey = (kind: string, id: string, event: unknown): string =>
  `${kind}.nudge/${id}/${printable(event, 100) ?? ''}`;

const entityIdOf = ({ entityBody }: Json): string | undefined =>
  isObject(entityBody) ? printable(entityBody['id'], 35) : undefined;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text that is safe in a key, a log and a database: printable ASCII of bounded length. */
const printable = (value: unknown, charactersMax: number): string | undefined =>
  typeof value === 'string' && value.length <= charactersMax && /^[\x21-\x7e]+$/.test(value) ? value : undefined;

const text = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function retriedCountOf(headers: IncomingHttpHeaders): number | null {
  const count = text(headers[webhookHeaders.retriedCount]);
  return count !== undefined && /^\d{1,4}$/.test(count) ? Number(count) : null;
}

const KEPT = [...Object.values(webhookHeaders), 'content-type', 'user-agent'];
const KEPT_CHARACTERS_MAX = 1_024;

/** What a later dispute may need; never an authorization or a cookie that somebody sent along. */
function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of KEPT) {
    const value = text(headers[name]);
    if (value !== undefined) kept[name] = value.slice(0, KEPT_CHARACTERS_MAX);
  }
  return kept;
}
