import { compiled, encode, type Endpoint } from '@jeongsan/http-contract';
import { won } from '@jeongsan/money';
import { providerContract } from '@jeongsan/provider-contract';
import { sandboxControlContract } from '@jeongsan/sandbox-control';
import fc from 'fast-check';
import { z } from 'zod';

/*
 * Requests are decoded and answers encoded by parsers that are generated from the contract. For every endpoint the generated
 * parser must give the same result as Zod, for valid and for invalid values.
 */

type Side = 'wire' | 'memory';
const RUNS = 25;
const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries<Endpoint>({
  ...providerContract,
  ...sandboxControlContract,
});

/** The result of a parse: the value as text (the order of members is part of an answer), or every problem. */
function outcome(work: () => unknown): unknown {
  try {
    const value = work();
    return {
      value,
      text: JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner)),
    };
  } catch (error) {
    if (error instanceof z.ZodError) return { issues: error.issues };
    return { thrown: String(error) };
  }
}

/** Many endpoints have the same answer: each schema is tested once. */
const answers = [...new Map(endpoints.map(([name, { success }]) => [success.body, name]))];

test.each(answers.map(([body, name]) => [name, body] as const))('%s is answered as Zod encodes it', (_, body) => {
  fc.assert(
    fc.property(oneWrong(valueOf(body, 'memory')), (value) => {
      expect(outcome(() => encode(body, value))).toEqual(outcome(() => z.encode(body, value)));
    }),
    { numRuns: RUNS },
  );
});

test.each(endpoints)('a request of %s is read as Zod reads it', (_, { params, query, body }) => {
  const request = z.object({ ...(params && { params }), ...(query && { query }), ...(body && { body }) });
  fc.assert(
    fc.property(oneWrong(valueOf(request, 'wire')), (value) => {
      expect(outcome(() => compiled(request).parse(value))).toEqual(outcome(() => request.parse(value)));
    }),
    { numRuns: RUNS },
  );
});

test('most of the values that are made do fit', () => {
  const made = endpoints.flatMap(([, { success }]) =>
    fc
      .sample(valueOf(success.body, 'memory'), { numRuns: 20, seed: 1 })
      .map((value) => z.safeEncode(success.body, value).success),
  );
  expect(made.filter(Boolean).length / made.length).toBeGreaterThan(0.9);
});

/** Values that fit a schema's form; checks beyond the form may refuse them. */
function valueOf(schema: z.core.$ZodType, side: Side): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) return objectOf(schema, side);
  if (schema instanceof z.ZodArray) return fc.array(valueOf(schema.element, side), { maxLength: 3 });
  if (schema instanceof z.ZodNullable) return fc.option(valueOf(schema.unwrap(), side));
  if (schema instanceof z.ZodOptional) return valueOf(schema.unwrap(), side);
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((option) => valueOf(option, side)));
  if (schema instanceof z.ZodPipe) return valueOf(side === 'wire' ? schema.in : schema.out, side);
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(valueOf(schema.keyType, side) as fc.Arbitrary<string>, valueOf(schema.valueType, side), {
      maxKeys: 3,
    });
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textOf(schema);
  if (schema instanceof z.ZodDate)
    return fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true });
  if (schema instanceof z.ZodBigInt) return fc.bigInt({ min: 0n, max: 1_000_000n });
  if (schema instanceof z.ZodNumber) return integerOf(schema);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodVoid) return fc.constant(undefined);
  if (schema instanceof z.ZodCustom) return fc.constant(5_000n).map(won);
  const { values } = schema._zod;
  return values ? fc.constantFrom(...values) : fc.constantFrom(undefined, 1, 'x');
}

function objectOf({ shape }: z.ZodObject, side: Side): fc.Arbitrary<unknown> {
  const members = Object.entries(shape).map(([name, member]) => [name, valueOf(member as z.ZodType, side)] as const);
  const requiredKeys = Object.keys(shape).filter((name) => !(shape[name] instanceof z.ZodOptional));
  return fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true });
}

function textOf(schema: z.ZodString | z.ZodStringFormat): fc.Arbitrary<string> {
  if (schema instanceof z.ZodURL) return fc.webUrl();
  const pattern = patternOf(schema);
  if (pattern) return fc.stringMatching(new RegExp(pattern.source));
  const minLength = schema.minLength ?? 0;
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(schema.maxLength ?? 12, 12)) });
}

function integerOf({ minValue, maxValue }: z.ZodNumber): fc.Arbitrary<number> {
  const min = Math.max(0, Math.ceil(minValue ?? 0));
  return fc.integer({ min, max: Math.max(min, Math.min(Math.floor(maxValue ?? 1_000_000), 1_000_000)) });
}

/** The regular expression of a text: of its format, or of its first check that has one. */
const patternOf = ({ def }: z.ZodString | z.ZodStringFormat): RegExp | undefined =>
  [def, ...(def.checks ?? []).map((check) => check._zod.def)]
    .map((part) => ('pattern' in part ? part.pattern : undefined))
    .find((pattern) => pattern instanceof RegExp);

/** Each value is made when it is used: one that a test then changes would hold itself in a later test. */
const odd = fc
  .constantFrom<(() => unknown)[]>(
    () => undefined,
    () => null,
    () => '',
    () => 'x'.repeat(3_000),
    () => 0,
    () => -1,
    () => 0.5,
    () => Number.NaN,
    () => 1n,
    () => -1n,
    () => true,
    () => ({}),
    () => [],
    () => new Date(0),
    () => new Date(Number.NaN),
  )
  .map((make) => make());

/** The value, unchanged or with one change: a part at any depth replaced, or one added. */
const oneWrong = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(values, fc.option(fc.tuple(fc.nat({ max: 100 }), odd))).map(([value, change]) => {
    if (change === null) return value;
    const [place, wrong] = change;
    const places = placesIn(value);
    const found = places[place % (places.length + 1)];
    if (!found) return wrong;
    found.owner[found.key] = wrong;
    return value;
  });

type Owner = Record<string, unknown>;

/** Every member of a value, and for each object one member that it does not have. */
function placesIn(value: unknown): { owner: Owner; key: string }[] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  const owner = value as Owner;
  const own = Object.keys(owner).flatMap((key) => [{ owner, key }, ...placesIn(owner[key])]);
  return Array.isArray(value) ? own : [...own, { owner, key: 'unheardOf' }];
}
