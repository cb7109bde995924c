import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { endpoint, Refusal } from '@jeongsan/http-contract';
import { z } from 'zod';
import { baseEnv, createApp, parseEnv, Serves, type Handlers } from './index.js';

const LINES_MAX = 5;
const KEY = 'a-key-of-the-market-with-32-letters';
const Item = z.object({ id: z.string().max(5) });
const sendItems = endpoint({
  method: 'POST',
  path: '/items',
  summary: 'Takes items',
  security: 'bearer',
  scope: 'orders:write',
  bodyType: 'ndjson',
  linesMax: LINES_MAX,
  body: z.array(Item),
  success: { status: 200, body: z.array(z.object({ line: z.int(), said: z.string() })) },
  answersLines: true,
  errors: [],
});
const sendOne = endpoint({
  ...{ method: 'POST', path: '/one', summary: 'Takes one item', security: 'bearer', scope: 'orders:write' },
  body: Item,
  success: { status: 200, body: Item },
  errors: [],
});
const sendFile = endpoint({
  ...{ method: 'POST', path: '/files/{name}', summary: 'Takes a file', security: 'bearer', scope: 'orders:write' },
  bodyBytesMax: 2 * 1024 * 1024,
  params: z.object({ name: z.string() }),
  body: z.object({ content: z.string() }),
  success: { status: 200, body: z.object({ characters: z.int() }) },
  errors: [],
});
const contract = { sendItems, sendOne, sendFile };

@Serves(contract)
class ItemsController {
  readonly handlers: Handlers<typeof contract> = {
    sendItems: async function* ({ body }) {
      for (const one of body) {
        await Promise.resolve();
        if ('value' in one && one.value.id === 'boom') throw new Refusal(409, 'BOOM', 'The item is loaded');
        yield { line: one.line, said: 'value' in one ? one.value.id : one.refusal.code };
      }
    },
    sendOne: ({ body }) => body,
    sendFile: ({ body }) => ({ characters: body.content.length }),
  };
}
@Module({ controllers: [ItemsController] })
class ItemsModule {}

let app: NestFastifyApplication;
beforeAll(async () => {
  const hash = createHash('sha256').update(KEY).digest('hex');
  const env = parseEnv(baseEnv, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    API_KEYS: JSON.stringify([{ id: 'shop', sha256: hash, roles: ['market'] }]),
  });
  app = await createApp({ module: ItemsModule, env, title: 'items', contract });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});
afterAll(() => app.close());

const post = (
  payload: string,
  contentType = 'application/x-ndjson',
  url = '/items' as '/items' | '/one' | '/files/a',
) =>
  app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': contentType },
    payload,
  });

test('each line is answered by itself, with its number', async () => {
  const answer = await post('{"id":"a"}\r\n\n{"id":\n{"id":"b","name":"x"}\n{"id":"c\\u0000"}\n{"id":"d"}');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  expect(
    answer.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { line: 1, said: 'a' },
    { line: 3, said: 'MALFORMED_JSON' },
    { line: 4, said: 'INVALID_REQUEST' },
    { line: 5, said: 'INVALID_REQUEST' },
    { line: 6, said: 'd' },
  ]);
});

test('no line is an answer without lines', async () => {
  const answer = await post('\n');
  expect([answer.statusCode, answer.body]).toEqual([200, '']);
});

// prettier-ignore
test.each([
  ['one line too many',           '{"id":"a"}\n'.repeat(LINES_MAX + 1), 'application/x-ndjson', '/items', 413, 'TOO_MANY_LINES'],
  ['more bytes than are read',    'x'.repeat(16 * 1024 * 1024 + 1),     'application/x-ndjson', '/items', 413, 'PAYLOAD_TOO_LARGE'],
  ['a failure before any answer', '{"id":"boom"}\n',                    'application/x-ndjson', '/items', 409, 'BOOM'],
  ['one JSON text',               '{"id":"a"}',                         'application/json',     '/items', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['lines for another endpoint',  '{"id":"a"}\n',                       'application/x-ndjson', '/one',   415, 'UNSUPPORTED_MEDIA_TYPE'],
] as const)('%s is refused as a whole', async (_, payload, type, url, status, code) => {
  const answer = await post(payload, type, url);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
});

test('one endpoint takes a larger JSON body than the others, up to its own limit', async () => {
  const file = (characters: number) => JSON.stringify({ content: 'x'.repeat(characters) });
  const json = 'application/json';
  const large = await post(file(1_500_000), json, '/files/a');
  expect([large.statusCode, large.json()]).toEqual([200, { characters: 1_500_000 }]);
  for (const [url, characters] of [
    ['/files/a', 2 * 1024 * 1024],
    ['/one', 1_500_000],
  ] as const) {
    const refused = await post(file(characters), json, url);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  }
});

test.each([
  ['/items', 'application/x-ndjson'],
  ['/files/a', 'application/json'],
])('a caller of %s without a key is refused before the body arrives', async (path, type) => {
  await app.listen(0, '127.0.0.1').catch(() => undefined);
  const { hostname, port } = new URL(await app.getUrl());
  const socket = connect(Number(port), hostname);
  const head = [`POST ${path} HTTP/1.1`, 'host: items', `content-type: ${type}`, 'content-length: 1900000'];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [reply] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(reply.toString()).toMatch(/^HTTP\/1\.1 401 [^]*application\/problem\+json/);
});
