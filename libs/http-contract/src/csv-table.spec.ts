import { z } from 'zod';
import { csvRow, csvTable, endpoint, Instant, listPartOf, page, toOpenApi } from './index.js';

// prettier-ignore
test.each([
  ['an amount below zero',            '-500',              '"-500"'],
  ['a text of more than 2^53',        '-9007199254740993', '"-9007199254740993"'],
  ['a number',                        -1,                  '-1'],
  ['an amount in memory',             10n ** 20n,          '100000000000000000000'],
  ['yes or no',                       false,               'false'],
  ['a formula',                       '=1+1',              `"'=1+1"`],
  ['a formula after a sign',          '-1+cmd()',          `"'-1+cmd()"`],
  ['a formula of full-width letters', '＝1+1',             `"'＝1+1"`],
  ['a telephone number',              '+82-10',            `"'+82-10"`],
  ['nothing',                         null,                ''],
  ['a comma, a quote and a newline',  'a,"b"\n',           '"a,""b""\n"'],
])('%s in a cell', (_, value, cell) => {
  expect(csvRow([value, 1])).toBe(`${cell},1\r\n`);
});

const charge = z.union([
  z.object({ kind: z.literal('rate'), rate: z.int() }),
  z.object({ kind: z.literal('fixed'), amount: z.int() }),
]);
const Thing = z.object({
  id: z.string(),
  at: Instant.nullable(),
  cover: z.object({ free: z.int(), text: z.object({ ko: z.string() }).optional() }),
  charge: charge.default({ kind: 'rate', rate: 0 }),
  mixed: z.union([z.literal('none'), z.object({ most: z.int() })]),
  lines: z.array(z.object({ id: z.string() })),
  facts: z.record(z.string(), z.unknown()),
});
const columns = [
  ...[
    'id',
    'at',
    'cover.free',
    'cover.text.ko',
    'charge.kind',
    'charge.rate',
    'charge.amount',
    'mixed',
    'lines',
    'facts',
  ],
];

test('columns follow from the schema: paths of members, every alternative, lists and free names in one cell', () => {
  const { columns: found, head, rowOf } = csvTable(Thing);
  expect(found).toEqual(columns);
  expect(head).toBe(`${columns.map((name) => `"${name}"`).join(',')}\r\n`);
  const wire = { id: 'a', at: null, cover: { free: 5 }, charge: { kind: 'fixed', amount: 3 }, mixed: { most: 1 } };
  expect(rowOf({ ...wire, lines: [{ id: 'x' }], facts: { b: 1 } })).toBe(
    '"a",,5,,"fixed",,3,"{""most"":1}","[{""id"":""x""}]","{""b"":1}"\r\n',
  );
});

const paged = {
  query: z.object({ after: z.string().optional() }),
  success: { status: 200, body: page(Thing) },
} as const;
const own = { method: 'GET', path: '/things', summary: 's', security: 'bearer', scope: 'a:read', errors: [] } as const;
const body = (shape: z.core.$ZodLooseShape) => ({ success: { status: 200, body: z.object(shape) } }) as const;

// prettier-ignore
test.each([
  ['a list with pages',            { ...own, ...paged },                                         'items'],
  ['a list alone',                 { ...own, ...body({ days: z.array(Thing) }) },                'days'],
  ['a record with a list in it',   { ...own, ...body({ id: z.string(), items: z.array(Thing) }) }, undefined],
  ['a list of the provider',       { ...own, ...paged, scope: undefined },                       undefined],
  ['an answer to a POST',          { ...own, ...paged, method: 'POST' },                         undefined],
] as const)('%s', (_, e, member) => {
  expect(listPartOf(endpoint(e as typeof own & typeof paged))?.member).toBe(member);
});

test('OpenAPI names CSV as a second form of a list, with its columns', () => {
  const { paths } = toOpenApi('t', '1', { listThings: endpoint({ ...own, ...paged }) });
  const { responses } = paths['/things']?.['get'] as {
    responses: Record<string, { content: Record<string, unknown> }>;
  };
  const content = responses['200']?.content ?? {};
  expect(Object.keys(content)).toEqual(['application/json', 'text/csv']);
  expect(JSON.stringify(content['text/csv'])).toContain(columns.join(', '));
});
