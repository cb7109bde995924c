import { eventHeaders } from '@jeongsan/platform-contract';
import { type JeongsanEvent, readEvent, type UnknownJeongsanEvent } from './events.js';

/** Headers of a request: those of `fetch`, or Node's. */
export type WebhookHeaders =
  | Readonly<{ get: (name: string) => string | null }>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyWebhookOptions = Readonly<{
  /** The endpoint's secret, `whsec_…`; several while the receiver changes its secret. */
  secret: string | readonly string[];
  /** Default: the time of the machine. */
  now?: () => Date;
  /** How far the time of sending may be from now, before or after. Default: 300, as in every library of the standard. */
  toleranceSeconds?: number;
}>;

/**
 * - `genuine`: signed with the secret. `event` is typed; `eventType` tells the events apart.
 * - `unknown`: signed with the secret, but this version cannot read the event. Answer 2xx, or it is sent again.
 * - `refused`: not signed with the secret, altered, too old, or no event. Answer 4xx.
 */
export type VerifiedWebhook =
  | Readonly<{ outcome: 'genuine'; event: JeongsanEvent }>
  | Readonly<{ outcome: 'unknown'; event: UnknownJeongsanEvent }>
  | Readonly<{ outcome: 'refused'; code: WebhookRefusalCode }>;
export type WebhookRefusalCode =
  | 'HEADERS_MISSING'
  | 'TIMESTAMP_REFUSED'
  | 'SIGNATURE_WRONG'
  | 'NOT_RAW'
  | 'NOT_AN_EVENT';

const TOLERANCE_SECONDS = 300;
/** An endpoint signs with two secrets at most; the header comes from strangers. */
const SIGNATURES_MAX = 8;
const PREFIX = 'whsec_';

/**
 * Verifies and reads an event (Standard Webhooks 1.0: HMAC-SHA256 of `{id}.{timestamp}.{body}`). Pass the bytes as received: JSON
 * that was parsed and printed again has another signature. Throws TypeError for an unusable secret only.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  { secret, now = () => new Date(), toleranceSeconds = TOLERANCE_SECONDS }: VerifyWebhookOptions,
): Promise<VerifiedWebhook> {
  const keys = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(keyOf));
  if (keys.length === 0) throw new TypeError('secret: needs at least one');
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) return refused('NOT_RAW');
  const [id, timestamp, signatures] = [eventHeaders.id, eventHeaders.timestamp, eventHeaders.signature].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) return refused('HEADERS_MISSING');
  if (!isNear(timestamp, now(), toleranceSeconds)) return refused('TIMESTAMP_REFUSED');
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSigned(signed, signaturesOf(signatures), keys))) return refused('SIGNATURE_WRONG');
  const reading = readEvent(new TextDecoder().decode(body));
  if (!reading) return refused('NOT_AN_EVENT');
  return reading.outcome === 'known' ? { outcome: 'genuine', event: reading.event } : reading;
}

const refused = (code: WebhookRefusalCode) => ({ outcome: 'refused', code }) as const;

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

async function keyOf(secret: string) {
  const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : undefined;
  if (!bytes?.length) throw new TypeError(`secret: needs the form ${PREFIX} and base64`);
  return globalThis.crypto.subtle.importKey('raw', bytes, HMAC, false, ['verify']);
}
type Key = Awaited<ReturnType<typeof keyOf>>;

/** `crypto.subtle.verify` compares in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  keys: readonly Key[],
): Promise<boolean> {
  const pairs = keys.flatMap((key) => signatures.map((signature) => [key, signature] as const));
  const verdicts = await Promise.all(
    pairs.map(([key, signature]) => globalThis.crypto.subtle.verify(HMAC, key, signature, signed)),
  );
  return verdicts.includes(true);
}

/** The signatures of version 1 in a header such as `v1,aaaa v1,bbbb v1a,cccc`. */
const signaturesOf = (header: string): Uint8Array<ArrayBuffer>[] =>
  header
    .split(' ')
    .slice(0, SIGNATURES_MAX)
    .flatMap((part) => (part.startsWith('v1,') ? (bytesOf(part.slice('v1,'.length)) ?? []) : []));

/** Whether a time in whole seconds is near enough: a copy of an old webhook is refused. */
function isNear(timestamp: string, now: Date, toleranceSeconds: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(Math.floor(now.getTime() / 1_000) - Number(timestamp)) <= toleranceSeconds;
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const found = Object.entries<unknown>(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  // Node gives a header that came twice as a list or joined: no such header is signed by us.
  return typeof found === 'string' ? found : undefined;
}

/** The bytes of a base64 text; undefined: it is none. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}
