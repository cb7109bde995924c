import fc from 'fast-check';
import { jsonItems, NoJsonList } from './json-items.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** What JSON.parse says of a text: its list, or that it is none. */
function parsed(text: string): unknown[] | 'no list' {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found : 'no list';
  } catch {
    return 'no list';
  }
}
function read(text: string, pieceBytes?: number): unknown[] | 'no list' {
  try {
    return [...jsonItems(bytesOf(text), pieceBytes)];
  } catch (error) {
    expect(error).toEqual(new NoJsonList());
    return 'no list';
  }
}

/** Texts with every sign that means something to JSON, inside of strings and outside. */
const sign = fc.constantFrom(...'[]{},:"\\ \t\n\r', '1', '-', 'a', '가', '😀', '\\u0022', '\\"', 'null', '"x"');
const lists = fc
  .tuple(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1, '\t'))
  .map(([value, indent]) => JSON.stringify(value, undefined, indent));

test('the items of every list are those that JSON.parse reads, in pieces of any size', () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 0, max: 99 }), (text, size) => expect(read(text, size)).toEqual(parsed(text))),
    { numRuns: 2_000, seed: 1 },
  );
});

test('a text that is damaged anywhere is a list if JSON.parse says so, and with the same items', () => {
  let refused = 0;
  const damage = fc.record({
    text: lists,
    put: fc.array(sign, { maxLength: 3 }),
    at: fc.nat(),
    length: fc.nat(3),
    size: fc.nat(20),
  });
  fc.assert(
    fc.property(damage, ({ text, put, at, length, size }) => {
      const place = at % (text.length + 1);
      const broken = text.slice(0, place) + put.join('') + text.slice(place + length);
      refused += parsed(broken) === 'no list' ? 1 : 0;
      // A half of a pair of surrogates has no bytes of its own.
      const sent = Buffer.from(broken).toString();
      expect(read(sent, size)).toEqual(parsed(sent));
    }),
    { numRuns: 5_000, seed: 1 },
  );
  expect(refused).toBeGreaterThan(1_000);
});

// prettier-ignore
test.each([
  ['nothing',                          ''],
  ['blanks',                           ' \n'],
  ['an object',                        '{"items":[]}'],
  ['two lists',                        '[1][2]'],
  ['a list that does not end',         '[{"a":"]"}'],
  ['a text that does not end',         '[{"a":"]'],
  ['a text that ends in a backslash',  '["a\\'],
  ['a comma after the last item',      '[{"a":1},]'],
  ['a comma before the first item',    '[,{"a":1}]'],
  ['two commas',                       '[{"a":1},,{"b":2}]'],
  ['brackets of two kinds',            '[{"a":1]}'],
  ['the end of another list',          '[1}'],
  ['a byte order mark',                '\uFEFF[1]'],
])('%s: no list, and no part of it in the error', (_, text) => {
  for (const size of [0, 1, undefined]) expect(read(text, size)).toBe('no list');
});

test('bytes that UTF-8 does not know cost the sign that they are in, and nothing else', () => {
  const bytes = Buffer.concat([Buffer.from('["a'), Buffer.from([0xff]), Buffer.from('","b"]')]);
  expect([...jsonItems(bytes, 1)]).toEqual(['a\uFFFD', 'b']);
});
