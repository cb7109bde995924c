import { createHash } from 'node:crypto';
import type { Example } from '@jeongsan/http-contract';

type Examples = Readonly<Record<string, Example>>;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The examples with what differs from run to run replaced: ids by the number of their first use, times by their minute. */
export function steadied(examples: Examples, eventsUrl: string): Examples {
  const text = JSON.stringify(examples)
    .replaceAll(eventsUrl, 'https://hangawi-market.example/jeongsan-events')
    .replace(/whsec_[\w+/=-]+/g, 'whsec_SHOWN_ONCE')
    .replace(/(T\d\d:\d\d):\d\d\.\d{3}Z/g, '$1:00.000Z');
  const ids = new Map<string, string>();
  const numbered = text.replace(UUID, (id) => {
    const known = ids.get(id);
    if (known !== undefined) return known;
    const made = idNumber(ids.size);
    ids.set(id, made);
    return made;
  });
  return JSON.parse(numbered) as Examples;
}

/** A UUID that looks like one, and is the same in every run. */
function idNumber(count: number): string {
  const hex = createHash('sha256').update(`example ${count}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The request of an example without the values that an answer of the run gave it. */
export function requestOf({ params, query, body }: Example): unknown {
  const isMade = (name: string, value: string) => name === 'content' || (name === 'id' && /^\d+$/.test(value));
  const text = JSON.stringify({ params, query, body }, (name: string, value: unknown) =>
    typeof value === 'string' && isMade(name, value) ? 'MADE' : value,
  );
  return JSON.parse(
    text
      .replace(UUID, 'ID')
      .replace(/[0-9a-f]{64}/g, 'HASH')
      .replace(/"jeongsan\d{14}\w+"/g, '"PAYMENT-KEY"'),
  );
}
