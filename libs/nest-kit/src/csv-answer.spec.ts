import { createHash } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { endpoint, IntText, page, Refusal } from '@jeongsan/http-contract';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { z } from 'zod';
import { baseEnv, createApp, type Handlers, parseEnv, Serves } from './index.js';

const won = z.codec(z.int(), z.bigint(), { decode: (n) => BigInt(n), encode: (b) => Number(b) });
const Item = z.object({ id: z.int(), name: z.string(), amount: won, at: z.object({ day: z.string().nullable() }) });
const listThings = endpoint({
  method: 'GET',
  path: '/shelves/{shelf}/things',
  summary: 'The things on a shelf',
  security: 'bearer',
  scope: 'operations:read',
  params: z.object({ shelf: z.string() }),
  query: z.object({ name: z.string().optional(), after: IntText.optional(), limit: IntText.optional() }),
  success: { status: 200, body: page(Item) },
  errors: ['SHELF_NOT_FOUND'],
});
const listDays = endpoint({
  ...listThings,
  path: '/days',
  params: z.object({}),
  query: z.object({}),
  success: { status: 200, body: z.object({ days: z.array(z.object({ day: z.string() })) }) },
});
const readThing = endpoint({
  ...listThings,
  path: '/things/{shelf}',
  query: z.object({}),
  success: { status: 200, body: Item },
});
const things = { listThings, listDays, readThing };

const ROWS_MAX = 1_000_000;
const PAD = 'x'.repeat(400);
/** The pages that were read, as the `after` of each. */
const read: number[] = [];
const itemOf = (id: number, name: string) => ({
  id,
  name: `${name}${PAD}`,
  amount: BigInt(id) * -10n,
  at: { day: null },
});

@Serves(things)
class ThingsController {
  readonly handlers: Handlers<typeof things> = {
    listThings: async ({ params: { shelf }, query: { after = 0, limit = 2, name = '=thing' } }) => {
      read.push(after);
      if (shelf === 'none') throw new Refusal(404, 'SHELF_NOT_FOUND', 'There is no such shelf');
      const [rows, breaksAt] = shelf === 'endless' ? [ROWS_MAX, ROWS_MAX] : [5, shelf === 'broken' ? 4 : ROWS_MAX];
      const size = Math.min(limit, 200);
      const ids = Array.from({ length: size }, (_, at) => after + at + 1).filter((id) => id <= rows);
      if (ids.includes(breaksAt)) throw new Error('a fault in the middle');
      const last = ids.at(-1) ?? rows;
      return { items: ids.map((id) => itemOf(id, name)), nextCursor: last < rows ? String(last) : null };
    },
    listDays: () => ({ days: [{ day: '2026-05-01' }] }),
    readThing: () => itemOf(1, 'a'),
  };
}

@Module({ controllers: [ThingsController] })
class TestModule {}

let app: NestFastifyApplication;
let url: string;
beforeAll(async () => {
  const sha256 = createHash('sha256').update('key').digest('hex');
  const API_KEYS = JSON.stringify([{ id: 'root', sha256, roles: ['admin'] }]);
  const env = parseEnv(baseEnv, { PORT: '0', LOG_LEVEL: 'silent', API_KEYS });
  app = await createApp({ module: TestModule, env, title: 'test', contract: things });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterAll(() => app.close());
beforeEach(() => {
  read.length = 0;
});

const ask = (path: string, accept?: string) =>
  fetch(`${url}${path}`, { headers: { authorization: 'Bearer key', ...(accept !== undefined && { accept }) } });
const HEAD = '\uFEFF"id","name","amount","at.day"\r\n';
const rowOf = (id: number, name: string) => `${id},"${name}${PAD}",${id * -10},\r\n`;

test('a list as CSV: all its pages from `after` on, under its filters, with a mark, names and a file name', async () => {
  const all = await ask('/shelves/a%2Fb/things?limit=2', 'text/csv');
  const bytes = Buffer.from(await all.arrayBuffer()).toString();
  expect(bytes).toBe(HEAD + [1, 2, 3, 4, 5].map((id) => rowOf(id, `'=thing`)).join(''));
  expect(Object.fromEntries(all.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="shelves-a-b-things.csv"',
    'cache-control': 'no-store',
    vary: 'accept',
  });
  expect(read).toEqual([0, 2, 4]);
  const rest = await ask('/shelves/a/things?after=3&name=b', 'text/csv');
  expect(Buffer.from(await rest.arrayBuffer()).toString()).toBe(HEAD + rowOf(4, 'b') + rowOf(5, 'b'));
  expect(read).toEqual([0, 2, 4, 3]);
});

test('a list without pages too, and a record not', async () => {
  expect(await (await ask('/days', 'text/csv')).text()).toBe('"day"\r\n"2026-05-01"\r\n');
  expect((await ask('/things/a', 'text/csv')).headers.get('content-type')).toContain('application/json');
});

// prettier-ignore
test.each([
  [undefined,                               'application/json'],
  ['*/*',                                   'application/json'],
  ['text/html, */*;q=0.1',                  'application/json'],
  ['text/csv;q=0.5, application/json',      'application/json'],
  ['application/json;q=0.5, text/csv',      'text/csv'],
  ['text/csv',                              'text/csv'],
  ['text/*',                                'text/csv'],
  ['image/png',                             'application/json'],
])('accept: %s is answered as %s', async (accept, type) => {
  expect((await ask('/shelves/a/things', accept)).headers.get('content-type')).toContain(type);
});

test('an error before the first row is a problem; one in the middle breaks the transfer', async () => {
  const refused = await ask('/shelves/none/things', 'text/csv');
  expect([refused.status, refused.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ]);
  const invalid = await ask('/shelves/a/things?nmae=a', 'text/csv');
  expect(await invalid.json()).toMatchObject({ code: 'INVALID_REQUEST', fields: [{ path: 'query.nmae' }] });
  const broken = await ask('/shelves/broken/things?limit=2', 'text/csv');
  expect(broken.status).toBe(200);
  await expect(broken.text()).rejects.toThrow();
});

const open = (path: string): Promise<IncomingMessage> =>
  new Promise((resolve) =>
    request(`${url}${path}`, { headers: { authorization: 'Bearer key', accept: 'text/csv' } }, resolve).end(),
  );
const settled = async (): Promise<number> => {
  for (let before = -1; before !== read.length; await new Promise((resolve) => setTimeout(resolve, 200)))
    before = read.length;
  return read.length;
};

test('a client that reads nothing is not read ahead for, and one that leaves stops the reading', async () => {
  const reply = await open('/shelves/endless/things');
  const ahead = await settled();
  // 80 kB a page: what the connection holds, and a few pages.
  expect(ahead).toBeLessThan(200);
  reply.resume();
  while (read.length === ahead) await new Promise((resolve) => setTimeout(resolve, 20));
  reply.destroy();
  const atEnd = await settled();
  expect(atEnd).toBeGreaterThan(ahead);
  expect(atEnd).toBeLessThan(ROWS_MAX / 200);
});
