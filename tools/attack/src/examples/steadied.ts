import { createHash } from 'node:crypto';
import type { Example } from '@jeongsan/http-contract';

type Examples = Readonly<Record<string, Example>>;
/** Where the story's events went, and when it began by the machine's own clock. */
type Steady = Readonly<{ eventsUrl: string; startedAt: Date }>;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const INSTANT = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** Stands for the moments that are measured by the machine's own clock, which is far ahead of the story's. */
const LATER = '2026-05-28T00:00:01.000Z';
const HASH = /\b[0-9a-f]{64}\b/g;
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const PAYMENT_KEY = /\bjeongsan\d{14}\w+/g;

/** The examples with what differs from run to run replaced: ids and hashes by the number of their first use, times by their minute. */
export function steadied(examples: Examples, { eventsUrl, startedAt }: Steady): Examples {
  const text = JSON.stringify(examples)
    .replaceAll(eventsUrl, 'https://hangawi-market.example/jeongsan-events')
    .replace(/whsec_[\w+/=-]+/g, 'whsec_SHOWN_ONCE')
    .replace(TOKEN, 'eyJhbGciOiJIUzI1NiJ9.SHOWN.ONCE')
    .replace(INSTANT, (found) => (new Date(found) < startedAt ? found : LATER))
    .replace(/(T\d\d:\d\d):\d\d\.\d+(Z|\+00:00)/g, '$1:00.000$2')
    .replace(/\bid: [\w-]{16}(?=\\n)/g, 'id: k3vX0bT2mQ9dLr7A');
  return JSON.parse(
    replaced(
      replaced(replaced(text, UUID, idOf), HASH, digestOf),
      PAYMENT_KEY,
      (count, key) => `${key.slice(0, 'jeongsan'.length + 14)}${digestOf(count).slice(0, 5)}`,
    ),
  ) as Examples;
}

/** The text with each different match replaced by what `make` makes of its number. */
function replaced(text: string, pattern: RegExp, make: (count: number, found: string) => string): string {
  const known = new Map<string, string>();
  return text.replace(pattern, (found) => {
    const made = known.get(found) ?? make(known.size, found);
    known.set(found, made);
    return made;
  });
}

/** A hash that looks like one, and is the same in every run. */
const digestOf = (count: number): string => createHash('sha256').update(`example ${count}`).digest('hex');

/** A UUID that looks like one, and is the same in every run. */
function idOf(count: number): string {
  const hex = digestOf(count);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The request of an example without the values that an answer of the run gave it. */
export function requestOf({ params, query, body }: Example): unknown {
  const isMade = (name: string, value: string) => name === 'content' || (name === 'id' && /^\d+$/.test(value));
  const text = JSON.stringify({ params, query, body }, (name: string, value: unknown) =>
    typeof value === 'string' && isMade(name, value) ? 'MADE' : value,
  );
  return JSON.parse(text.replace(UUID, 'ID').replace(HASH, 'HASH').replace(PAYMENT_KEY, 'PAYMENT-KEY'));
}
