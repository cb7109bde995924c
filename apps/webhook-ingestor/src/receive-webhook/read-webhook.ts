import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { JobData, JobName } from '@jeongsan/messaging';
import { refuse } from '@jeongsan/platform-contract';
import { webhookTimeOf, webhookTypeOf } from '@jeongsan/provider-client';
import { webhookHeaders, type WebhookEventType } from '@jeongsan/provider-contract';

/**
 * A parsed webhook that may be stored: its bytes, and the job (nudge) that reads the changed object at the provider.
 */
export type Webhook = Readonly<{
  dedupeKey: string;
  transmissionId: string | undefined;
  eventType: string;
  signature: 'valid' | 'absent';
  retriedCount: number | null;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  nudge: Nudge | undefined;
  leftAlone: 'too-old' | 'not-for-us' | undefined;
}>;

type NudgeOf<N extends JobName> = Readonly<{ job: N; data: JobData<N>; subject: string; dedupeKey: string }>;
/** The jobs that a webhook can cause. */
export type Look =
  | 'payment.observe'
  | 'payment-order.observe'
  | 'payment-cancel.find'
  | 'link-order.observe'
  | 'ars-reservation.observe'
  | 'payout.observe'
  | 'seller.observe';
export type Nudge = { [N in Look]: NudgeOf<N> }[Look];

/**
 * The time now and the oldest age of a signed webhook that is acted upon; undefined for a webhook without a valid
 * signature.
 */
export type Signed = Readonly<{ now: Date; hoursMax: number }> | undefined;

type Json = Readonly<Record<string, unknown>>;
/** How an event type is read; `leftAlone`: the event is stored and no job follows, because no money depends on it. */
type Rule = 'leftAlone' | Readonly<{ isSigned: boolean; nudge: (event: Json) => Nudge | undefined }>;

// prettier-ignore
/**
 * The job of each event type in the provider's documents (documents 1 to 3, sections on webhooks). Each job reads the changed
 * object at the provider; nothing is booked from a webhook itself.
 */
const rules = {
  PAYMENT_STATUS_CHANGED:       { isSigned: false, nudge: observePayment },
  DEPOSIT_CALLBACK:             { isSigned: false, nudge: observeOrder },
  CANCEL_STATUS_CHANGED:        { isSigned: false, nudge: findCancel },
  ORDER_PAYMENT_STATUS_CHANGED: { isSigned: false, nudge: observeLinkOrder },
  'ars-reservation.changed':    { isSigned: false, nudge: observeReservation },
  'payout.changed':             { isSigned: true,  nudge: observePayout },
  'seller.changed':             { isSigned: true,  nudge: observeSeller },
  BILLING_DELETED:              'leftAlone',
  METHOD_UPDATED:               'leftAlone',
  CUSTOMER_STATUS_CHANGED:      'leftAlone',
  // Legacy payouts and their sub-malls: this platform pays by the newer interface only.
  PAYOUT_STATUS_CHANGED:        'leftAlone',
  SUBMALL_STATUS_CHANGED:       'leftAlone',
} satisfies Record<WebhookEventType, Rule>;

// A Map, because an invented type may be the name of a property that every object has.
const known = new Map<string, Rule>(Object.entries(rules));

/** The rule of an event type that leads to a job. */
function lookRuleOf(eventType: string): Exclude<Rule, 'leftAlone'> | undefined {
  const rule = known.get(eventType);
  return rule === 'leftAlone' ? undefined : rule;
}

/** The webhook's label in metrics: its type if the documents list the type, `other` for all other types. */
export const labelOf = (eventType: string): string => (known.has(eventType) ? eventType : 'other');

/** Whether the provider's documents list an event type. Any other type may be invented by a third party. */
export const isPublished = (eventType: string): boolean => known.has(eventType);

/**
 * Reads a webhook and trusts nothing in it. Uses no zod, because every webhook passes here. Throws
 * WEBHOOK_SIGNATURE_INVALID or WEBHOOK_MALFORMED.
 */
export function readWebhook(body: Buffer, headers: IncomingHttpHeaders, signed: Signed): Webhook {
  const event = parse(body);
  const eventType = eventTypeOf(event);
  const rule = lookRuleOf(eventType);
  // The signature is checked before the content, so that an unauthorised sender learns nothing about the expected
  // shape.
  if (rule?.isSigned && !signed) {
    throw refuse('WEBHOOK_SIGNATURE_INVALID', `A webhook of type ${eventType} needs a valid signature`);
  }
  const nudge = rule?.nudge(event);
  if (rule && !nudge) throw malformed(`A webhook of type ${eventType} does not say what changed`);
  const transmissionId = printable(headers[webhookHeaders.transmissionId], 200);
  const isTooOld =
    signed !== undefined && isOlder(signed, [headers[webhookHeaders.transmissionTime], event['createdAt']]);
  return {
    // An unsigned webhook is identified by its id and its bytes: by its id alone, a third party who knows an id could
    // send another body first and have the real webhook dropped as a repeat. A signed webhook is identified by its
    // bytes.
    dedupeKey: signed ? `signed/${sha256(body)}` : `unsigned/${sha256(`${transmissionId ?? ''}\n`, body)}`,
    transmissionId,
    eventType,
    signature: signed ? 'valid' : 'absent',
    retriedCount: retriedCountOf(headers),
    headers: keptHeaders(headers),
    body,
    nudge,
    leftAlone: isTooOld ? 'too-old' : nudge ? undefined : 'not-for-us',
  };
}

/** The job that a stored body causes by the rules of today; undefined if the body names nothing that is read at the provider. */
export function nudgeOf(body: Buffer): Nudge | undefined {
  try {
    const event = parse(body);
    return lookRuleOf(eventTypeOf(event))?.nudge(event);
  } catch {
    return undefined;
  }
}

/** The object that a stored body names, as `payment/{key}`; undefined if the body names none. */
export const subjectOf = (body: Buffer): string | undefined => nudgeOf(body)?.subject;

const malformed = (detail: string) => refuse('WEBHOOK_MALFORMED', detail);

function parse(body: Buffer): Json {
  try {
    const json: unknown = JSON.parse(body.toString());
    if (isObject(json)) return json;
  } catch {
    // A body that is not JSON is refused like JSON that is not an object.
  }
  throw malformed('A webhook is a JSON object');
}

function eventTypeOf(event: Json): string {
  const eventType = webhookTypeOf(event);
  if (eventType === undefined) throw malformed('A webhook has an eventType');
  return eventType;
}

/**
 * Whether one of a webhook's times is too old. An unreadable time does not count as old: the only effect of a webhook
 * is a look at the provider.
 */
function isOlder({ now, hoursMax }: NonNullable<Signed>, times: readonly unknown[]): boolean {
  const oldest = now.getTime() - hoursMax * 3_600_000;
  return times.some((time) => typeof time === 'string' && webhookTimeOf(time) < oldest);
}

function observePayment({ data, createdAt }: Json): Nudge | undefined {
  const paymentKey = isObject(data) ? printable(data['paymentKey'], 200) : undefined;
  if (paymentKey === undefined) return undefined;
  const dedupeKey = nudgeKey('payment', paymentKey, createdAt);
  return { job: 'payment.observe', data: { paymentKey }, subject: `payment/${paymentKey}`, dedupeKey };
}

/** A payment of a payment link. The order is read, because only the order says what was sold. */
function observeLinkOrder({ data, createdAt }: Json): Nudge | undefined {
  const orderKey = isObject(data) ? printable(data['orderKey'], 200) : undefined;
  if (orderKey === undefined) return undefined;
  const dedupeKey = nudgeKey('link-order', orderKey, createdAt);
  return { job: 'link-order.observe', data: { orderKey }, subject: `link/${orderKey}`, dedupeKey };
}

/** A change of a virtual account names the order only, never the payment key. */
function observeOrder(event: Json): Nudge | undefined {
  const orderId = printable(event['orderId'], 64);
  if (orderId === undefined) return undefined;
  const dedupeKey = nudgeKey('payment-order', orderId, event['createdAt']);
  return { job: 'payment-order.observe', data: { orderId }, subject: `order/${orderId}`, dedupeKey };
}

/** An asynchronous cancel names its transaction key only, never the payment. */
function findCancel({ data, createdAt }: Json): Nudge | undefined {
  const transactionKey = isObject(data) ? printable(data['transactionKey'], 64) : undefined;
  if (transactionKey === undefined) return undefined;
  const dedupeKey = nudgeKey('payment-cancel', transactionKey, createdAt);
  return { job: 'payment-cancel.find', data: { transactionKey }, subject: `cancel/${transactionKey}`, dedupeKey };
}

function observeReservation({ entityBody, eventId }: Json): Nudge | undefined {
  const reservationId = isObject(entityBody) ? printable(entityBody['arsReservationKey'], 64) : undefined;
  if (reservationId === undefined) return undefined;
  const dedupeKey = nudgeKey('ars-reservation', reservationId, eventId);
  return { job: 'ars-reservation.observe', data: { reservationId }, subject: `ars/${reservationId}`, dedupeKey };
}

function observePayout(event: Json): Nudge | undefined {
  const id = entityIdOf(event);
  if (id === undefined) return undefined;
  const dedupeKey = nudgeKey('payout', id, event['eventId']);
  return { job: 'payout.observe', data: { providerPayoutId: id }, subject: `payout/${id}`, dedupeKey };
}

function observeSeller(event: Json): Nudge | undefined {
  const id = entityIdOf(event);
  if (id === undefined) return undefined;
  const dedupeKey = nudgeKey('seller', id, event['eventId']);
  return { job: 'seller.observe', data: { providerSellerId: id }, subject: `seller/${id}`, dedupeKey };
}

/**
 * The deduplication key of the look for a signed event. It names the event, not only the payment or payout: a look
 * under way may have read the state before a later event, so that event needs its own look. The same event under
 * another transmission id has the same key. Looks for unsigned events are enqueued in storeUnsigned.
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

function sha256(...parts: readonly (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

function retriedCountOf(headers: IncomingHttpHeaders): number | null {
  const count = text(headers[webhookHeaders.retriedCount]);
  return count !== undefined && /^\d{1,4}$/.test(count) ? Number(count) : null;
}

const KEPT = [...Object.values(webhookHeaders), 'content-type', 'user-agent'];
const KEPT_CHARACTERS_MAX = 1_024;

/** The headers that a later dispute may need. Authorization and cookie headers are never kept. */
function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of KEPT) {
    const value = text(headers[name]);
    if (value !== undefined) kept[name] = value.slice(0, KEPT_CHARACTERS_MAX);
  }
  return kept;
}
