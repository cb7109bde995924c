import { bigint, date, jsonb, manyRows, oneRow, statement, text, type Executor } from './index.js';

const compiled = (sql: string): string => statement(sql).text;

// prettier-ignore
test.each([
  ['a name',                        'select :id',                                      'select $1'],
  ['two names',                     'select :b, :a',                                   'select $1, $2'],
  ['a name twice',                  'select :id, :name, :id',                          'select $1, $2, $1'],
  ['one name that begins another',  'select :id, :id_of_order',                        'select $1, $2'],
  ['names as in TypeScript',        'select :orderId, :at2',                           'select $1, $2'],
  ['a cast of a name',              'select :id::bigint',                              'select $1::bigint'],
  ['a cast of an array',            'select any(:ids::text[])',                        'select any($1::text[])'],
  ['two casts in a row',            'select :id::text::jsonb',                         'select $1::text::jsonb'],
  ['a cast of a column',            'select id::text, a.b::int[] from t',              'select id::text, a.b::int[] from t'],
  ['a cast of a string',            "select '{}'::jsonb",                              "select '{}'::jsonb"],
  ['a string',                      "select 'a:b', ':id', :id",                        "select 'a:b', ':id', $1"],
  ['a string with a quote',         "select 'it''s :a', :id",                          "select 'it''s :a', $1"],
  ['a string with an escape',       "select E'it\\'s :a', :id",                        "select E'it\\'s :a', $1"],
  ['a backslash without E',         "select 'c:\\', :id",                              "select 'c:\\', $1"],
  ['a time format',                 "select to_char(:at, 'HH24:MI:SS')",               "select to_char($1, 'HH24:MI:SS')"],
  ['a quoted name',                 'select x as "a:b", "it""s:c", :id',               'select x as "a:b", "it""s:c", $1'],
  ['a comment to the line end',     "select 1 -- it's :x\n, :id",                      "select 1 -- it's :x\n, $1"],
  ['a comment at the end',          'select :id --:x',                                 'select $1 --:x'],
  ['a comment in the line',         "select /* it's :x */ :id",                        "select /* it's :x */ $1"],
  ['dollar quotes',                 "select $$it's :x$$, :id",                         "select $$it's :x$$, $1"],
  ['dollar quotes with a tag',      'select $do$ $$ :x $$ $do$, :id',                  'select $do$ $$ :x $$ $do$, $1'],
  ['an argument by name',           'select f(a := :id)',                              'select f(a := $1)'],
  ['an array slice of numbers',     'select a[1:2], a[:2], a[1:], :id',                'select a[1:2], a[:2], a[1:], $1'],
  ['an array slice of columns',     'select a[x:y], a[f(x):y], a[b[1]:y], :id',        'select a[x:y], a[f(x):y], a[b[1]:y], $1'],
  ['an operator before',            'select x=:id, x||:a, -:b, (:c)',                  'select x=$1, x||$2, -$3, ($4)'],
  ['no name',                       'select 1',                                        'select 1'],
])('%s', (_, sql, expected) => {
  expect(compiled(sql)).toBe(expected);
});

test('values stand in the order of the names, each once', () => {
  const { values } = statement('select :b, :a, :b');
  expect(values({ a: 1, b: null })).toEqual([null, 1]);
  expect(values({ b: 2n, a: '' })).toEqual([2n, '']);
});

test('a name that is missing is told by name', () => {
  const { values } = statement('select :orderId, :at' as string);
  expect(() => values({ orderId: '1' })).toThrow('The parameter :at has no value');
  expect(() => values({ orderId: '1', at: new Date(0) })).not.toThrow();
  expect(() => values({ at: new Date(0) })).toThrow('The parameter :orderId has no value');
});

test('a name that the text lacks is told by name', () => {
  const { values } = statement('select :orderId' as string);
  expect(() => values({ orderId: '1', oderId: '1' })).toThrow('The statement has no parameter :oderId');
  expect(() => values({ orderId: '1', constructor: 1 })).toThrow('no parameter :constructor');
});

test('names and positions are not mixed', () => {
  expect(() => compiled('select :id, $2')).toThrow('$2 stands in a statement with named parameters');
  expect(() => compiled("select '$2', $$ $3 $$")).not.toThrow();
});

type Line = Readonly<{ lineId: string; net: bigint; note: string | null }>;
const lines: readonly Line[] = [
  { lineId: 'a', net: 1n, note: null },
  { lineId: 'b', net: 2n, note: 'x' },
];
const LINE = manyRows<Line>({
  line_id: text((line) => line.lineId),
  net: bigint((line) => line.net),
  note: text(({ note }) => note),
});

test('many rows are one array a column', () => {
  const { text: sql, values } = statement(
    'insert into line (order_id, :line.columns, at) select :orderId, line.*, :at from :line.unnest as line(:line.columns)',
    { line: LINE },
  );
  expect(sql).toBe(
    'insert into line (order_id, line_id, net, note, at) select $4, line.*, $5 from ' +
      'unnest($1::text[], $2::bigint[], $3::text[]) as line(line_id, net, note)',
  );
  expect(values({ line: lines, orderId: 'o', at: '2026-01-01' })).toEqual([
    ...[
      ['a', 'b'],
      [1n, 2n],
      [null, 'x'],
    ],
    ...['o', '2026-01-01'],
  ]);
  expect(values({ line: [], orderId: 'o', at: 'x' })).toEqual([[], [], [], 'o', 'x']);
});

test('two sets of rows, and names between them', () => {
  const { text: sql, values } = statement('select :a, :x.unnest, :b, :y.unnest, :x.unnest, :a', {
    y: manyRows<string>({ day: date((day) => day) }),
    x: LINE,
  });
  expect(sql).toBe(
    'select $1, unnest($2::text[], $3::bigint[], $4::text[]), $5, unnest($6::date[]), unnest($2::text[], $3::bigint[], $4::text[]), $1',
  );
  expect(values({ a: 1, b: 2, x: lines.slice(1), y: ['2026-01-02'] })).toEqual([
    1,
    ['b'],
    [2n],
    ['x'],
    2,
    ['2026-01-02'],
  ]);
});

test('one row is one parameter a column', () => {
  const row = oneRow<{ id: string; document: object }>({ id: text((r) => r.id), document: jsonb((r) => r.document) });
  const { text: sql, values } = statement('insert into t (:row.columns, at) values (:row.values, :at)', { row });
  expect(sql).toBe('insert into t (id, document, at) values ($1, $2, $3)');
  expect(values({ row: { id: 'a', document: { b: 1 } }, at: 0 })).toEqual(['a', { b: 1 }, 0]);
});

// prettier-ignore
test.each([
  ['a part that the rows do not have', 'select :line.values',  ':line.values stands for nothing'],
  ['rows without a part',              'select :line',         ':line stands for nothing'],
  ['a part of a parameter',            'select :other.unnest', ':other.unnest stands for nothing'],
  ['rows in a string alone',           "select ':line.unnest'", 'The rows of line stand nowhere'],
])('%s is refused where the statement is declared', (_, sql, message) => {
  expect(() => statement(sql, { line: LINE })).toThrow(message);
});

describe('running', () => {
  const FIND = statement('select :id');
  const asked: unknown[] = [];
  const answering = (answer: unknown): Executor => ({
    query: <T>(...call: unknown[]) => {
      asked.push(call);
      return Promise.resolve(answer as T);
    },
  });

  // prettier-ignore
  test.each([
    ['what a select answers',            [{ id: 1 }, { id: 2 }],        [{ id: 1 }, { id: 2 }]],
    ['no row',                           [],                            []],
    ['what an update answers, counted',  [[{ id: 1 }, { id: 2 }], 2],   [{ id: 1 }, { id: 2 }]],
    ['an update of nothing',             [[], 0],                       []],
  ])('%s', async (_, answer, rows) => {
    asked.length = 0;
    expect(await FIND.rows(answering(answer), { id: 7 })).toEqual(rows);
    expect(asked).toEqual([['select $1', [7]]]);
  });

  test('a reader of rows is passed the same, and its own promise is returned', () => {
    const answer = Promise.resolve([]);
    const reader = { rows: (...call: unknown[]) => (asked.push(call), answer) };
    expect(FIND.rows(reader, { id: 8 })).toBe(answer);
    expect(asked.at(-1)).toEqual(['select $1', [8]]);
  });
});

test('the compiler knows the names of a text', () => {
  const { values } = statement(
    `select :orderId::text, :at, f(:share), ':no', 'HH:MI', "a" || :note from t where x=:x::int[] and y = any(:ids) and a[1:2] = :z`,
  );
  const given = { orderId: '1', at: 2, share: 3, note: 4, x: 5, ids: 6, z: 7 };
  expect(values(given)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => (n === 1 ? '1' : n)));
  // @ts-expect-error a name is missing
  expect(() => values({ ...given, z: undefined })).toThrow(':z has no value');
  // @ts-expect-error a name is unknown
  expect(() => statement('select :a').values({ a: 1, b: 2 })).toThrow(':b');
  // @ts-expect-error rows of another kind
  expect(() => statement('select :line.unnest', { line: LINE }).values({ line: [{ lineId: 1 }] })).not.toThrow();
});

test('a text with a part that only the program knows takes any name', () => {
  const part: string = 'b = :b';
  expect(statement(`select :a where ${part}`).values({ a: 1, b: 2 })).toEqual([1, 2]);
  const fixed = 'b = :b';
  // @ts-expect-error this part the compiler knows
  expect(() => statement(`select :a where ${fixed}`).values({ a: 1 })).toThrow(':b');
});
