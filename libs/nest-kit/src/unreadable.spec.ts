import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Module, Param, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { baseEnv, createApp, Open, parseEnv } from './index.js';

@Open()
@Controller()
class ThingsController {
  @Get('things/:id')
  one(@Param('id') id: string) {
    return { id };
  }

  @Post('things')
  add() {
    return {};
  }
}

@Module({ controllers: [ThingsController] })
class TestModule {}

let app: NestFastifyApplication;
let port: number;
beforeAll(async () => {
  const env = parseEnv(baseEnv, { PORT: '0', LOG_LEVEL: 'silent', API_KEYS: '[]' });
  app = await createApp({ module: TestModule, env, title: 'test', contract: {} });
  await app.listen(0, '127.0.0.1');
  port = Number(new URL(await app.getUrl()).port);
});
afterAll(() => app.close());

const CANARY = 'canary';

/** The reply to these bytes, which are written part by part until the server closes the connection. */
async function sent(...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  for (const part of parts) {
    if (!socket.write(part)) await once(socket, 'drain');
    await sleep(1);
  }
  await closed;
  return text;
}
const get = (path: string) => sent(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);

// prettier-ignore
test.each([
  ['an address that is not UTF-8',       () => get(`/things/${CANARY}%ff`),                           400, 'INVALID_ADDRESS'],
  ['half an escape',                     () => get(`/things/${CANARY}%2`),                            400, 'INVALID_ADDRESS'],
  ['an id beyond every limit',           () => get(`/things/${CANARY.repeat(200)}`),                  400, 'INVALID_ADDRESS'],
  ['a path that is not there',           () => get(`/${CANARY}`),                                     404, 'NOT_FOUND_ROUTE'],
  ['bytes that are no HTTP',             () => sent(`${CANARY}\r\n\r\n`),                             400, 'MALFORMED_REQUEST'],
  ['a header without end',               () => sent(`GET / HTTP/1.1\r\nx: ${CANARY.repeat(8_000)}`),  400, 'MALFORMED_REQUEST'],
])('%s is answered in the format of every error, and nothing of it is repeated', async (_, send, status, code) => {
  const text = await send();
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/content-type: application\/problem\+json; charset=utf-8/i);
  const problem = JSON.parse(body) as Record<string, unknown>;
  expect(problem).toMatchObject({ type: 'about:blank', status, code, instance: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
  expect(text).not.toContain(CANARY);
});

test('whoever sends too much can read that it was too much', async () => {
  const chunk = Buffer.alloc(256 * 1024, 'x');
  const head = `POST /things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${20 * chunk.length}\r\n\r\n`;
  const text = await sent(head, ...Array.from({ length: 20 }, () => chunk));
  expect(text).toMatch(/^HTTP\/1.1 413 /);
  expect(text).toContain('"code":"PAYLOAD_TOO_LARGE"');
});

test('what programs get can be neither framed nor run nor kept by a browser', async () => {
  const { headers } = await app.inject('/things/1');
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});
