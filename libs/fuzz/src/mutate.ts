import type { Random } from './random.js';

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Odd values as JSON text: some of them cannot be printed from a JavaScript value. */
const nasty: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '0.5', '1e308', '1e400', '-1e-400', '1e21', '9007199254740993'],
  ...['""', '" "', '"0x10"', '"-0"', '"1e5"', '"١٢٣"', '"５０００"', '"NaN"', '"null"', '"true"'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '"\\u202e\\ufeff"', '"👩‍👩‍👧‍👦"', '"\' or 1=1 --"', '"%s%n$1"'],
  ...['[]', '{}', '[null]', '[[]]', '{"value":1}', '{"__proto__":{"admin":true}}', '{"constructor":null}', '{"":""}'],
  ...['"2026-02-30"', '"0000-00-00"', '"9999-12-31T23:59:60+99:99"', '"1969-12-31"', '"+275760-09-13"'],
  ...[
    `"${'x'.repeat(5_000)}"`,
    `"${'가'.repeat(301)}"`,
    '1'.repeat(400),
    `-${'9'.repeat(30)}`,
    `"${'1'.repeat(20)}"`,
    deep(50),
  ],
];

/** The body as text, with one thing wrong. */
export function mutatedText(body: unknown, random: Random): string {
  let text = JSON.stringify(body);
  for (let times = random.int(1, 3); times > 0; times -= 1) text = mutatedOnce(text, random);
  return random.chance(0.1) ? brokenText(text, random) : text;
}

/** Replaces one member by a marker, and the marker by an odd value. */
function mutatedOnce(text: string, random: Random): string {
  const body = parsed(text);
  if (body === undefined) return text;
  const places = placesIn(body);
  const kind = random.int(1, 10);
  if (places.length === 0 || kind === 1) return random.pick(nasty);
  const { owner, key } = random.pick(places);
  if (kind === 2) {
    delete owner[key];
    return JSON.stringify(body);
  }
  if (kind === 3) {
    const extra = random.pick(['__proto__', 'constructor', 'toString', 'extra', '']);
    return JSON.stringify(owner === body ? body : { ...body, marker: MARKER }).replace(
      `"${MARKER}"`,
      `{"${extra}":${random.pick(nasty)}}`,
    );
  }
  if (kind === 4) owner[key] = Array.from({ length: random.pick([0, 1, 2, 101]) }, () => owner[key]);
  else if (kind === 5) owner[key] = otherType(owner[key]);
  else if (kind === 6) owner[key] = { [key]: owner[key] };
  else owner[key] = MARKER;
  return JSON.stringify(body).replace(`"${MARKER}"`, () => random.pick(nasty));
}
const MARKER = '@@here@@';

function otherType(value: unknown): unknown {
  if (typeof value === 'string')
    return Number.isFinite(Number(value)) && value !== '' ? Number(value) : value.split('');
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Y' : 0;
  return JSON.stringify(value);
}

type Owner = Record<string, unknown>;

function placesIn(value: unknown): { owner: Owner; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const owner = value as Owner;
  return Object.keys(owner).flatMap((key) => [{ owner, key }, ...placesIn(owner[key])]);
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Texts that are not JSON, or only almost. */
function brokenText(text: string, random: Random): string {
  return random.pick([
    () => text.slice(0, random.int(0, text.length)),
    () => `\ufeff${text}`,
    () => `${text}${text}`,
    () => text.replace(/}$/, ',}'),
    () => text.replace('"', "'"),
    () => `/* */${text}`,
    () => text.replaceAll('"', '"\n'),
    () => deep(20_000),
    () => '',
  ])();
}
