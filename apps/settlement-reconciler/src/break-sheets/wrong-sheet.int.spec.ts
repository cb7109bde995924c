import { randomUUID } from 'node:crypto';
import { differenceOf, findAgain } from '../testing/found-break.js';
import { type ReconcilerWorld, reconcilerWorld } from '../testing/reconciler-world.js';
import { apply, bodyOf, encoded, preview, rowsOf } from '../testing/sheet-file.js';

jest.setTimeout(60_000);
let world: ReconcilerWorld;
let id: string;
beforeAll(async () => {
  world = await reconcilerWorld(new Date('2026-11-19T10:00:00+09:00'));
  id = await findAgain(world.db, differenceOf('TRANSACTION_AMOUNT'));
}, 120_000);
afterAll(() => world.close());

const post = (body: object) => world.call('kim', 'POST', '/reconciliation/break-sheets', body);
const explained = { id: '', version: '1', verb: 'explain', reason: 'a good reason' };

// prettier-ignore
test.each([
  ['no Base64',                     { content: 'not base64!' },                                   'INVALID_REQUEST'],
  ['a field of no meaning',         { content: 'aWQ=', format: 'xlsx' },                          'INVALID_REQUEST'],
  ['bytes of no text',              encoded(Buffer.from([0xff, 0xfe, 0xff, 0x81])),               'BREAK_SHEET_UNREADABLE'],
  ['a zero byte',                   encoded('id,version,verb\r\na,1,\u0000'),                     'BREAK_SHEET_UNREADABLE'],
  ['a quote that never ends',       encoded('id,version,verb\r\n"a,1,explain'),                   'BREAK_SHEET_UNREADABLE'],
  ['a column of no meaning',        bodyOf([{ ...explained, amuont: '5' }]),                      'BREAK_SHEET_COLUMNS'],
  ['a column twice',                encoded('id,version,verb,verb\r\na,1,explain,explain\r\n'),   'BREAK_SHEET_COLUMNS'],
  ['a column missing',              bodyOf([{ id: 'a', verb: 'explain' }]),                       'BREAK_SHEET_COLUMNS'],
  ['no header',                     encoded('\r\n'),                                              'BREAK_SHEET_COLUMNS'],
  ['nothing filled',                bodyOf([{ ...explained, verb: '', reason: '' }]),             'BREAK_SHEET_EMPTY'],
  ['too many bytes',                encoded(`id,version,verb\r\n${'a'.repeat(760_000)}`),         'BREAK_SHEET_UNREADABLE'],
  ['too many rows',                 bodyOf(Array.from({ length: 1_001 }, () => explained)),       'TOO_MANY_LINES'],
])('a file with %s is refused as a whole', async (_, body, code) => {
  expect((await post(body)).json).toMatchObject({ code });
});

test('an unknown column is named', async () => {
  const { json } = await post(bodyOf([{ ...explained, amuont: '5' }]));
  expect(json).toMatchObject({ columns: { unknown: ['amuont'], missing: [], twice: [] } });
});

test('each row that cannot be carried out says why, by its number, and the others stand', async () => {
  const none = randomUUID();
  const good = 'a good reason';
  // prettier-ignore
  const cases: [cells: Record<string, string>, code: string | null, detail?: RegExp][] = [
    [{ verb: 'explain', reason: 'x' },                                                       'BREAK_SHEET_ROW', /^reason: Too small/],
    [{ verb: 'Explain' },                                                                    'BREAK_SHEET_ROW', /^The verb "Explain" is not known: explain, adjust/],
    [{ verb: 'approve' },                                                                    'BREAK_SHEET_ROW', /not known/],
    [{ reason: 'a verb is missing' },                                                        'BREAK_SHEET_ROW', /^The row names no verb/],
    [{ verb: 'explain', reason: good, gain: '5' },                                           'BREAK_SHEET_ROW', /^gain: not for explain$/],
    [{ verb: 'adjust', reason: good, counterAccount: 'seller:shop:payable' },                'BREAK_SHEET_ROW', /^counterAccount: Invalid option/],
    [{ verb: 'adjust', reason: good, counterAccount: 'platform:bank', gain: '1,000.5' },     'BREAK_SHEET_ROW', /^gain: no whole number/],
    [{ verb: 'adjust', reason: good, counterAccount: 'platform:bank', gain: '9'.repeat(20) }, 'BREAK_SHEET_ROW', /^gain: /],
    [{ verb: 'assign', owner: 'system:robot' },                                              'BREAK_OWNER_INVALID'],
    [{ verb: 'explain', reason: good, version: '9' },                                        'BREAK_SHEET_ROW', /has version 1: the file says 9$/],
    [{ verb: 'explain', reason: good, version: 'one' },                                      'BREAK_SHEET_ROW', /"one" is no number$/],
    [{ verb: 'explain', reason: good, id: 'no-id' },                                         'BREAK_SHEET_ROW', /^id: Invalid UUID$/],
    [{ verb: 'explain', reason: good, id: none },                                            'BREAK_NOT_FOUND'],
    [{ verb: 'comment', remark: 'r'.repeat(2_001) },                                         'BREAK_SHEET_ROW', /^remark: Too big/],
    [{ verb: 'explain', reason: good },                                                      null],
  ];
  const empty = { id, version: '1', verb: '', reason: '', owner: '', remark: '', counterAccount: '', gain: '' };
  const { json } = await preview(
    world,
    'kim',
    cases.map(([cells]) => ({ ...empty, ...cells })),
  );
  const shown = await rowsOf(world, json['id']);
  expect(shown.map(({ row, preview: { code } }) => [row, code])).toEqual(
    cases.map(([, code], index) => [index + 2, code]),
  );
  for (const [index, [, , detail]] of cases.entries()) if (detail) expect(shown[index]?.preview.detail).toMatch(detail);
  expect(shown.at(-1)?.preview.outcome).toBe('settled');
  expect((await apply(world, 'kim', json['id'])).json['results']).toEqual({ settled: 1 });
});

test('a file in CP949, as a Korean spreadsheet saves it, is read', async () => {
  const other = await findAgain(world.db, differenceOf('TRANSACTION_AMOUNT'));
  // "확인함" in CP949.
  const file = Buffer.concat([
    Buffer.from(`id,version,verb,remark\r\n${other},1,comment,`),
    Buffer.from('c8aec0cec7d4', 'hex'),
  ]);
  const { json } = await post(encoded(file));
  expect(json['preview']).toEqual({ commented: 1 });
  await apply(world, 'kim', json['id']);
  const history = (await world.call('viewer', 'GET', `/reconciliation/breaks/${other}`)).json['history'];
  expect(history).toEqual(expect.arrayContaining([expect.objectContaining({ reason: '확인함' })]));
});

test('an unknown spreadsheet, and one that a key applies', async () => {
  expect((await apply(world, 'kim', randomUUID())).json['code']).toBe('BREAK_SHEET_NOT_FOUND');
  const unknown = await world.call('viewer', 'GET', `/reconciliation/break-sheets/${randomUUID()}/rows`);
  expect(unknown.json['code']).toBe('BREAK_SHEET_NOT_FOUND');
  const { json } = await preview(world, 'robot', [{ ...explained, id, version: '2' }]);
  expect((await rowsOf(world, json['id'])).map(({ preview: { code } }) => code)).toEqual([
    'BREAK_SECOND_PERSON_REQUIRED',
  ]);
});
