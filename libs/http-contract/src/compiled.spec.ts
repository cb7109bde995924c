import { SignedWonNumber, WonNumber } from '@jeongsan/money';
import fc from 'fast-check';
import { z } from 'zod';
import { encoderOf } from './compiled.js';
import { compiled, encode, Instant, IntText, SeoulInstant } from './index.js';

/** The result of a parse: the value, or every problem by name. */
function outcome(work: () => unknown): unknown {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof z.ZodError) return { issues: error.issues };
    throw error;
  }
}

const at = new Date('2026-05-04T01:02:03.456Z');
const Amount = z.object({ amount: WonNumber, at: SeoulInstant });

// prettier-ignore
const kinds: readonly (readonly [string, z.ZodType, readonly unknown[]])[] = [
  ['an amount',            WonNumber,                             [5_000n, 0n, -1n, 2n ** 60n, 5_000, '5000', null, undefined]],
  ['a time',               SeoulInstant,                          [at, new Date(Number.NaN), '2026-05-04', 0]],
  ['an object',            Amount,                                [{ amount: 1n, at }, { amount: 1n, at, extra: 1 }, { at }, { amount: 1n, at: undefined }, [], null]],
  ['what may be absent',   z.object({ a: WonNumber.optional(), b: z.string().optional() }), [{}, { a: undefined, b: undefined }, { a: 1n }, { a: null }, { b: 1 }]],
  ['exactly optional',     z.object({ a: WonNumber.exactOptional() }), [{}, { a: undefined }, { a: 1n }]],
  ['what may be null',     z.object({ a: Amount.nullable() }),    [{ a: null }, { a: { amount: 1n, at } }, {}, { a: { amount: 1, at } }]],
  ['a list',               z.array(Amount),                       [[], [{ amount: 1n, at }], [{ amount: 1n, at }, 1], {}, 'list']],
  ['a list that is checked', z.array(Amount).min(1),              [[], [{ amount: 1n, at }]]],
  ['a choice',             z.union([WonNumber, Amount, z.string()]), [1n, -1n, 'text', { amount: 1n, at }, { amount: 1n }, 1]],
  ['a choice by a member', z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), a: WonNumber }), z.object({ kind: z.literal('b') })]), [{ kind: 'a', a: 1n }, { kind: 'b' }, { kind: 'c' }, { kind: 'a' }]],
  ['a choice of one',      z.xor([WonNumber, z.bigint(), Amount]),  [-1n, 1n, { amount: 1n, at }]],
  ['pairs',                z.record(z.string().max(3), z.string()), [{ a: 'b' }, { abcd: 'b' }, { a: 1 }, {}]],
  ['pairs that are checked', z.record(z.string(), z.string()).refine((pairs) => Object.keys(pairs).length < 2), [{ a: 'b' }, { a: 'b', c: 'd' }]],
  ['pairs of amounts',     z.record(z.string(), WonNumber),       [{ a: 1n }, { a: 1 }]],
  ['a checked object',     Amount.refine(({ amount }) => amount !== 7n), [{ amount: 1n, at }, { amount: 7n, at }]],
  ['a checked amount',     WonNumber.refine((amount) => amount !== 7n), [1n, 7n]],
  ['a strict object',      z.strictObject({ a: WonNumber }),      [{ a: 1n }, { a: 1n, b: 1 }]],
  ['a loose object',       z.looseObject({ a: WonNumber }),       [{ a: 1n }, { a: 1n, b: at }]],
  ['a default',            z.object({ a: z.string().default('x'), b: WonNumber }), [{ a: 'y', b: 1n }, { b: 1n }]],
  ['a codec in a codec',   z.codec(z.object({ value: SignedWonNumber }), z.bigint(), { decode: ({ value }) => value, encode: (value) => ({ value }) }), [-5n, 5, 2n ** 60n]],
  ['a codec that throws',  z.codec(z.string(), z.date(), { decode: (text) => new Date(text), encode: (date) => date.toISOString() }), [at, 'no date']],
  ['nothing',              z.void(),                              [undefined, null, 0]],
  ['anything',             z.object({ a: z.unknown() }),          [{ a: 1n }, { a: undefined }, {}]],
  ['text of a form',       z.string().regex(/^a/g).max(3),        ['abc', 'abc', 'b', 'abcd', 1]],
  ['text that is trimmed', z.string().trim(),                     [' a ', 1]],
];

test.each(kinds)('%s is encoded and refused as Zod does it', (_, schema, values) => {
  for (const value of values) {
    expect(outcome(() => encode(schema, value))).toEqual(outcome(() => z.encode(schema, value)));
  }
});

test('the kinds that contracts are made of have an encoder, which is not left for Zod where the value fits', () => {
  const answer = z.object({
    amount: WonNumber.nullable(),
    list: z.array(z.object({ at: SeoulInstant.optional(), pairs: z.record(z.string(), z.string()).nullable() })),
    choice: z.union([Instant, z.enum(['none'])]),
  });
  const value = { amount: 5n, list: [{ at, pairs: { a: 'b' } }, { pairs: null }], choice: at };
  expect(encoderOf(answer)?.safeParse(value)).toEqual({ success: true, data: z.encode(answer, value) });
});

test('members stay in their order, and their names are no matter', () => {
  const schema = z.object({ b: WonNumber, a: Instant, constructor: z.string().optional(), 'x-y': IntText });
  const value = { a: at, 'x-y': 7, b: 1n } as z.output<typeof schema>;
  // A plain object inherits `constructor`: Zod sees a member with that name that is not text.
  expect(outcome(() => encode(schema, value))).toEqual(outcome(() => z.encode(schema, value)));
  const named = { ...value, constructor: 'text' };
  expect(JSON.stringify(encode(schema, named))).toBe(JSON.stringify(z.encode(schema, named)));
});

test('what comes from the wire is read and refused as Zod does it', () => {
  const wire = fc.record(
    {
      amount: fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constantFrom('5000', '5000.0', '-1', null)),
      at: fc.oneof(fc.constant('2026-05-04T10:00:00+09:00'), fc.string()),
      limit: fc.oneof(fc.nat().map(String), fc.string()),
    },
    { requiredKeys: [] },
  );
  const schema = z.object({ amount: WonNumber.optional(), at: Instant.nullable(), limit: IntText });
  fc.assert(
    fc.property(fc.oneof(wire, fc.anything()), (value) => {
      expect(outcome(() => compiled(schema).parse(value))).toEqual(outcome(() => schema.parse(value)));
    }),
  );
});
