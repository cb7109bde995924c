import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { decodeInput, endpoint, type Endpoint } from './endpoint.js';
import { compiled, toOpenApi } from './index.js';
import { namedFieldsOnly } from './named-fields.js';

const Line = z.object({ lineId: z.string(), amount: WonNumber });
/** The unknown members that a schema names for a value, as paths; undefined where the value is accepted. */
const refused = (schema: z.ZodType, value: unknown): unknown => {
  const { error } = compiled(namedFieldsOnly(schema)).safeParse(value);
  return error?.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [issue.code],
  );
};

// prettier-ignore
test.each<[string, z.ZodType, unknown, unknown]>([
  ['an object',              Line,                                         { lineId: 'a', amount: 1, amuont: 2 },                   ['amuont']],
  ['nothing unknown',        Line,                                         { lineId: 'a', amount: 1 },                              undefined],
  ['two at once',            Line,                                         { lineId: 'a', amount: 1, x: 1, y: 2 },                  ['x', 'y']],
  ['a list',                 z.object({ lines: z.array(Line).min(1) }),    { lines: [{ lineId: 'a', amount: 1 }, { lineId: 'b', amount: 1, z: 0 }] }, ['lines.1.z']],
  ['a list that is checked', z.array(Line).min(2),                         [{ lineId: 'a', amount: 1 }],                            ['too_small']],
  ['what may be absent',     z.object({ line: Line.optional() }),          { line: { lineId: 'a', amount: 1, x: 1 } },              ['line.x']],
  ['what may be null',       z.object({ line: Line.nullable() }),          { line: { lineId: 'a', amount: 1, x: 1 } },              ['line.x']],
  ['a default',              z.object({ line: Line.default({ lineId: 'a', amount: 1n }) }), { line: { lineId: 'a', amount: 1, x: 1 } }, ['line.x']],
  ['an absent default',      z.object({ line: Line.default({ lineId: 'a', amount: 1n }) }), {},                                     undefined],
  ['pairs',                  z.record(z.string(), Line),                   { any: { lineId: 'a', amount: 1, x: 1 } },               ['any.x']],
  ['a choice by a member',   z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), a: z.int() }), z.object({ kind: z.literal('b') })]), { kind: 'b', a: 1 }, ['a']],
  ['a check of the whole',   Line.refine(({ amount }) => amount !== 7n),   { lineId: 'a', amount: 7 },                              ['custom']],
  ['a codec',                z.codec(z.object({ a: z.int() }), z.bigint(), { decode: ({ a }) => BigInt(a), encode: (a) => ({ a: Number(a) }) }), { a: 1, b: 2 }, ['b']],
  ['a loose object',         z.looseObject({ a: z.int() }),                { a: 1, b: 2 },                                          undefined],
  ['no object at all',       z.string(),                                   'text',                                                  undefined],
])('%s: members without a name in the schema are refused', (_, schema, value, expected) => {
  expect(refused(schema, value)).toEqual(expected);
});

const own = endpoint({
  method: 'POST',
  path: '/lines',
  summary: '',
  security: 'bearer',
  scope: 'orders:write',
  query: z.object({ open: z.string().optional() }),
  body: Line,
  success: { status: 200, body: z.object({ a: z.string() }) },
  errors: [],
});
const { scope: _, ...theirs } = own;
const line = { lineId: 'a', amount: 1 };

test('an own endpoint refuses unknown fields of query and body, and says so in its OpenAPI; answers stay open', () => {
  expect(decodeInput(own, { query: { open: 'x' }, body: line })).toEqual({
    query: { open: 'x' },
    body: { lineId: 'a', amount: 1n },
  });
  expect(() => decodeInput(own, { query: { oepn: 'x' }, body: line })).toThrow('oepn');
  expect(() => decodeInput(own, { query: {}, body: { ...line, x: 1 } })).toThrow('"x"');
  const { query: __, ...unfiltered } = own;
  expect(() => decodeInput(unfiltered, { query: { open: 'x' }, body: line })).toThrow('open');
  const { post } = toOpenApi('t', '1', { own }).paths['/lines'] as Record<string, object>;
  const closed = {
    'application/json': { schema: expect.objectContaining({ additionalProperties: false }) as unknown },
  };
  expect(post).toMatchObject({ requestBody: { content: closed } });
  expect(JSON.stringify(post).match(/additionalProperties/g)).toHaveLength(1);
});

test.each<[string, Endpoint]>([
  ["the provider's endpoint", theirs],
  ['an own endpoint in the shape of one', { ...own, unknownFields: 'ignored' }],
])('%s ignores unknown fields', (__, e) => {
  const read = decodeInput(e, { query: { oepn: 'x' }, body: { ...line, x: 1 } });
  expect(read).toEqual({ query: {}, body: { lineId: 'a', amount: 1n } });
});
