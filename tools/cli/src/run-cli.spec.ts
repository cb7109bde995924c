import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryOut } from './testing/try-out.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-cli-'));
});
afterEach(() => rm(folder, { recursive: true }));

const KEY = 'very-secret-key';
const url = 'http://jeongsan.test';
const settings = { url, key: KEY };
const me = {
  key: null,
  actor: 'key:ops',
  kind: 'key',
  roles: ['admin'],
  scopes: [],
  signedIn: null,
  approval: null,
};
const json =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }));
const refusal = (status: number, code: string) => json({ code, detail: `of ${KEY}` }, status);
const resume = ['dispatch', 'resume', '--reason', 'bank is back'];
const halt = ['dispatch', 'halt', '--reason', 'bank down'];

// prettier-ignore
test.each([
  ['an unknown option',           ['me', '--nope'],                     2, 'There is no option --nope'],
  ['an unknown command',          ['order', 'lst'],                     2, 'There is no command lst'],
  ['no command',                  [],                                   2, 'The command is missing'],
  ['a missing argument',          ['order', 'get'],                     2, 'The argument order-id is missing'],
  ['too many arguments',          ['me', 'too'],                        2, 'There are too many arguments'],
  ['a value out of the choices',  ['order', 'list', '--state', 'odd'],  2, "Not a possible value: --state"],
  ['a missing reason',            ['dispatch', 'halt'],                 2, 'The option --reason <reason> is required'],
  ['a date that is none',         ['order', 'list', '--from', 'May'],   2, 'INVALID_INPUT'],
  ['an id that is none',          ['run', 'show', '17'],                2, 'INVALID_INPUT'],
  ['a service that is none',      ['jobs', 'list', 'mail'],             2, 'Not a possible value: mail'],
  ['two ways to page',            ['order', 'list', '--all', '--limit', '5'], 2, '--all does not go with'],
  ['an operation that is none',   ['api', 'GET', '/nothing'],           2, 'NO_OPERATION'],
  ['a misspelt filter',           ['api', 'GET', '/orders?sellerID=a'], 2, 'sellerID'],
  ['a decision without --yes',    halt,                                 2, 'NOT_CONFIRMED'],
  ['one member of a decision',    [...halt, '--yes', '--only', 'state'], 2, '--only is for commands that read'],
])('%s is a wrong use, and nothing is sent', async (_, args, exit, said) => {
  const shown = await tryOut(args, { settings });
  expect(shown).toMatchObject({ exit, out: '' });
  expect(shown.err).toContain(said);
});

// prettier-ignore
test.each([
  ['a text',                 ['me', '--only', 'actor'],                'key:ops\n'],
  ['a list of texts',        ['me', '--only', 'roles'],                '["admin"]\n'],
  ['nothing',                ['me', '--only', 'signedIn'],             '\n'],
  ['of any operation',       ['api', 'GET', '/me', '--only', 'actor'], 'key:ops\n'],
])('--only prints one member: %s', async (_, args, out) => {
  expect(await tryOut(args, { settings, fetch: json(me) })).toMatchObject({ exit: 0, out, err: '' });
});

test('a member that the answer does not have is a wrong use, and the message names those that it has', async () => {
  const { exit, out, err } = await tryOut(['me', '--only', 'name'], { settings, fetch: json(me) });
  expect({ exit, out }).toEqual({ exit: 2, out: '' });
  expect(err).toContain('There is no member name. There are: actor, kind, ');
});

// prettier-ignore
test.each([
  ['a refusal by a rule',            resume, refusal(403, 'PERSON_REQUIRED'),   3],
  ['another refusal',                ['order', 'get', 'ORDER-1'], refusal(404, 'ORDER_NOT_FOUND'), 3],
  ['a key that is not known',        ['me'], refusal(401, 'UNAUTHENTICATED'),   4],
  ['a key that may not',             halt,   refusal(403, 'FORBIDDEN'),         4],
  ['a sign-in that is too old',      resume, refusal(403, 'DISPATCH_REAUTHENTICATION_REQUIRED'), 4],
  ['a service away while reading',   ['me'], refusal(503, 'UNAVAILABLE'),       1],
  ['a service away while deciding',  halt,   refusal(503, 'UNAVAILABLE'),       5],
  ['no reply while deciding',        halt,   () => Promise.reject(new Error(KEY)), 5],
  ['an unreadable answer',           ['me'], json({}),                          1],
])('%s has its exit code, and no output holds the key', async (_, args, fetch, exit) => {
  for (const more of [[], ['-o', 'json']]) {
    const shown = await tryOut([...args, '--yes', ...more], { settings, fetch });
    expect(shown).toMatchObject({ exit, out: '' });
    expect(shown.err).not.toContain(KEY);
    if (more.length > 0) expect(JSON.parse(shown.err)).toMatchObject({ exit, code: expect.any(String) as string });
  }
});

test('an unknown outcome names the key with which the repeat gets the first answer', async () => {
  const sent: (string | null)[] = [];
  const fetch = (_: unknown, init?: RequestInit) => {
    sent.push(new Headers(init?.headers).get('idempotency-key'));
    return refusal(503, 'UNAVAILABLE')();
  };
  const first = await tryOut([...halt, '--yes', '-o', 'json'], { settings, fetch });
  const { idempotencyKey } = JSON.parse(first.err) as { idempotencyKey: string };
  await tryOut([...halt, '--yes', '--idempotency-key', idempotencyKey], { settings, fetch });
  expect(sent).toEqual([idempotencyKey, idempotencyKey]);
});

// prettier-ignore
test.each([
  ['y',   1],
  ['네',  1],
  ['',    0],
  ['n',   0],
])('a person who answers "%s" to the question before a decision', async (answer, sent) => {
  let nth = 0;
  const fetch = () => {
    nth += 1;
    return refusal(403, 'PERSON_REQUIRED')();
  };
  const { exit } = await tryOut(resume, { settings, fetch, asks: true, ask: async () => answer });
  expect([nth, exit]).toEqual([sent, sent === 1 ? 3 : 2]);
});

test('the question before a spreadsheet is carried out counts the rows that do something', async () => {
  const id = '018f0e5a-0000-7000-8000-000000000001';
  const at = '2026-05-04T00:00:00.000Z';
  const sheet = {
    ...{ id, kind: 'breaks', state: 'previewed', contentHash: 'a', rows: 300, results: {}, appliedAt: null },
    ...{ preview: { settled: 40, proposed: 259, refused: 1 }, uploadedBy: 'person:kim', uploadedAt: at, expiresAt: at },
  };
  const { asked, exit } = await tryOut(['break', 'sheet', 'apply', id], { settings, fetch: json(sheet), asks: true });
  expect({ asked, exit }).toEqual({ asked: ['Carry out 299 rows, without 1 refused ones [y/N] '], exit: 2 });
});

test('a file that cannot be opened for a download is a wrong argument', async () => {
  const fetch = () => Promise.resolve(new Response('a,b', { headers: { 'content-type': 'text/csv; charset=utf-8' } }));
  const file = join(folder, 'missing', 'breaks.csv');
  const { exit, err } = await tryOut(['break', 'sheet', 'export', '--file', file], { settings, fetch });
  expect({ exit, err }).toEqual({
    exit: 2,
    err: `jeongsan: NO_FILE: The file cannot be written: ${file} (ENOENT)\n`,
  });
});

test('a sentence in two languages is shown in one', async () => {
  const text = { ko: '멈춤', en: 'halted' };
  const state = { state: 'halted', text, openFindings: 0, waiting: 0, cover: null, comparedAt: null, decisions: [] };
  const { out } = await tryOut(['dispatch', 'status', '--lang', 'ko'], { settings, fetch: json(state) });
  expect(out).toContain('text          멈춤\n');
});

test('a dry run shows the request and sends nothing', async () => {
  const shown = await tryOut([...halt, '--dry-run'], { settings });
  const text = `POST ${url}/api/v1/dispatch-control/halt\n{"reason":"bank down"}\n`;
  expect(shown).toEqual({ exit: 0, out: text, err: '', asked: [] });
});

test('without a key nothing is sent; without an address neither', async () => {
  expect((await tryOut(['me'], { settings: { url } })).exit).toBe(4);
  expect(await tryOut(['me'])).toMatchObject({ exit: 2, err: expect.stringContaining('NO_ADDRESS') as string });
});

test('login keeps a key that the API knows in a file of its owner, for its address alone', async () => {
  const owned = { url, folder };
  const input = async () => `${KEY}\n`;
  const shown = await tryOut(['login'], { settings: owned, input, fetch: json(me) });
  expect(shown).toEqual({ exit: 0, out: '', err: 'Signed in as key:ops (default)\n', asked: [] });
  const file = join(folder, 'default.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const seen: string[] = [];
  const fetch = (_: unknown, init?: RequestInit) => {
    seen.push(new Headers(init?.headers).get('authorization') ?? '');
    return json(me)();
  };
  expect((await tryOut(['me'], { settings: { folder }, fetch })).exit).toBe(0);
  expect((await tryOut(['me'], { settings: { folder, url: 'http://other.test' }, fetch })).exit).toBe(4);
  await chmod(file, 0o640);
  expect(await tryOut(['me'], { settings: { folder }, fetch })).toMatchObject({
    exit: 4,
    err: `jeongsan: KEY_FILE_RIGHTS: Others can read the file of the key: chmod 600 ${file}\n`,
  });
  expect(seen).toEqual([`Bearer ${KEY}`]);
});

test('a kept key that a server repeats is not printed', async () => {
  const owned = { url, folder };
  await tryOut(['login'], { settings: owned, input: async () => KEY, fetch: json(me) });
  const { exit, err } = await tryOut(['me'], { settings: owned, fetch: refusal(503, 'UNAVAILABLE') });
  expect([exit, err]).toEqual([1, 'jeongsan: UNAVAILABLE: of ***\nLook for the cause: jeongsan doctor\n']);
});

test('login keeps no key that the API refuses, and none with spaces', async () => {
  const owned = { url, folder };
  const refused = await tryOut(['login'], {
    settings: owned,
    input: async () => KEY,
    fetch: refusal(401, 'UNAUTHENTICATED'),
  });
  const broken = await tryOut(['login'], { settings: owned, input: async () => 'two words' });
  expect([refused.exit, broken.exit]).toEqual([4, 2]);
  await expect(readFile(join(folder, 'default.key'))).rejects.toThrow('ENOENT');
});

test('contexts are named addresses, one of which is used', async () => {
  const owned = { settings: { folder } };
  await tryOut(['context', 'use', 'trial', '--url', 'http://trial.test'], owned);
  await tryOut(['context', 'use', 'live', '--url', 'https://live.test'], owned);
  expect((await tryOut(['context', 'list'], owned)).out).toBe(
    'name   url                current\ntrial  http://trial.test  false\nlive   https://live.test  true\n',
  );
  const shown = await tryOut(['context', 'show', '--context', 'trial', '-o', 'json'], owned);
  expect(JSON.parse(shown.out)).toEqual({ context: 'trial', url: 'http://trial.test', key: null });
  expect((await tryOut(['me', '--context', 'other'], owned)).exit).toBe(2);
  expect((await tryOut(['context', 'use', '../other', '--url', url], owned)).exit).toBe(2);
});

const orders = (...names: readonly string[]) => ({
  items: names.map((orderName, at) => ({
    ...{ orderId: `ORDER-${at + 1}`, orderName, orderedAt: '2026-05-01T00:00:00.000Z', totalAmount: 10 ** (at + 3) },
    ...{ canceledAmount: 0, state: 'approved', paymentKey: null, sellerIds: ['a', 'b'] },
  })),
  nextCursor: 'next',
});

// prettier-ignore
test.each([
  ['table', 'orderId  orderedAt (KST)      state     totalAmount  canceledAmount  sellerIds  orderName\n' +
            'ORDER-1  2026-05-01 09:00:00  approved        1,000               0  a,b        사과\n' +
            'ORDER-2  2026-05-01 09:00:00  approved       10,000               0  a,b        =1,"\ufffd[2J\n'],
  ['csv',   '"orderId","orderName","orderedAt","totalAmount","canceledAmount","state","paymentKey","sellerIds"\r\n' +
            '"ORDER-1","사과","2026-05-01T00:00:00.000Z",1000,0,"approved",,"[""a"",""b""]"\r\n' +
            `"ORDER-2","'=1,""\u001b[2J","2026-05-01T00:00:00.000Z",10000,0,"approved",,"[""a"",""b""]"\r\n`],
])('a list as %s: aligned or quoted, and texts of others steer neither a terminal nor a spreadsheet', async (format, out) => {
  const fetch = json(orders('사과', '=1,"\u001b[2J'));
  const shown = await tryOut(['order', 'list', '-o', format], { settings, fetch });
  expect(shown).toEqual({ exit: 0, out, err: 'There is more: --after next\n', asked: [] });
});

test('only a terminal gets bold letters, and NO_COLOR or --no-color gets none', async () => {
  const bold = async (args: string[], noColor: boolean, shows = true) => {
    const { out } = await tryOut(['me', ...args], { settings: { ...settings, noColor }, fetch: json(me), shows });
    return out.includes('\u001b[');
  };
  expect(
    await Promise.all([bold([], false), bold([], true), bold(['--no-color'], false), bold([], false, false)]),
  ).toEqual([true, ...[false, false, false]]);
});

test('the version is that of the product', async () => {
  const { version } = JSON.parse(await readFile(join(__dirname, '../../../package.json'), 'utf8')) as {
    version: string;
  };
  expect(await tryOut(['--version'])).toMatchObject({ exit: 0, out: `${version}\n` });
});

test('the language is that of LANG unless --lang names another', async () => {
  const said = async (args: string[], lang: string) => (await tryOut(args, { settings: { lang } })).err;
  expect(await said(['me', '--nope'], 'ko_KR.UTF-8')).toBe(
    'jeongsan: USAGE: 모르는 옵션입니다: --nope\n도움말: jeongsan me --help\n',
  );
  expect(await said(['me', '--nope', '--lang', 'en'], 'ko_KR.UTF-8')).toContain('There is no option');
});

test('a ledger that is not sound ends with 6, and its flaws are data', async () => {
  const counts = { postings: 1, entries: 2, unbalanced: 0, drifted: 1, sealsBroken: 0 };
  const flaw = { check: 'ACCOUNT', subject: 'account/a', postingKey: null, entryId: null, account: 'a' };
  const answer = { ...counts, sound: false, flaws: [{ ...flaw, expected: '1', found: '2' }] };
  const shown = await tryOut(['ledger', 'verify', '-o', 'json'], { settings, fetch: json(answer) });
  expect(shown).toMatchObject({ exit: 6, err: 'The check failed\n' });
  expect(JSON.parse(shown.out)).toEqual(answer);
});

test('the doctor ends with 6 when one of its checks fails', async () => {
  const door = (state: string, seconds: number) => (address: unknown) =>
    String(address).endsWith('/health')
      ? json({ status: state, services: { 'payments-gateway': state } })()
      : Promise.resolve(Response.json(me, { headers: { date: new Date(seconds * 1_000).toUTCString() } }));
  const run = (state: string, seconds: number) => tryOut(['doctor'], { settings, fetch: door(state, seconds) });
  expect(await run('up', 0)).toMatchObject({ exit: 0, err: '' });
  expect((await run('down', 0)).exit).toBe(6);
  expect((await run('up', -120)).out).toMatch(/clock +failed +120 s/);
  expect((await tryOut(['doctor'], { settings })).exit).toBe(6);
});
