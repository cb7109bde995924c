import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { type CallError, createClient, endpoint, type Fetch, fetchSend } from './index.js';

const write = endpoint({
  method: 'POST',
  path: '/write',
  summary: 'Write.',
  security: 'none',
  body: z.object({ text: z.string() }),
  success: { status: 200, body: z.object({ text: z.string() }) },
  errors: ['REFUSED'],
});

const REPLY_BYTES_MAX = 1_000;
const body = { text: '정산' };
type Got = { headers: http.IncomingHttpHeaders; body: string };
let server: http.Server;
let got: Got[];
let answer: (response: http.ServerResponse) => void;
beforeEach(async () => {
  got = [];
  server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      answer(response);
      server.emit('got', response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const client = (own: Fetch = fetch, baseUrl = url()) =>
  createClient({ write }, baseUrl, fetchSend({ fetch: own, maxReplyBytes: REPLY_BYTES_MAX }));
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: CallError) => error,
  );
const reply = (status: number, text: string, headers = {}) => {
  answer = (response) => void response.writeHead(status, headers).end(text);
};
const silent = () => {
  answer = () => undefined;
};

test('text arrives as it was sent, in both directions, and a character that two parts share stays whole', async () => {
  const bytes = Buffer.from(JSON.stringify(body));
  answer = (response) => {
    response.writeHead(200).write(bytes.subarray(0, 11));
    setTimeout(() => response.end(bytes.subarray(11)), 20);
  };
  expect(await client().write({ body })).toEqual(body);
  expect(got[0]).toMatchObject({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
});

// prettier-ignore
test.each([
  ['a listed code',       409, '{"code":"REFUSED"}',                 { outcome: 'rejected', status: 409, code: 'REFUSED' }],
  ['an unlisted code',    409, '{"code":"OTHER"}',                   { outcome: 'unknown',  status: 409, code: 'OTHER' }],
  ['too many requests',   429, '{"code":"REFUSED"}',                 { outcome: 'unknown',  status: 429, code: 'REFUSED' }],
  ['a fault',             500, '',                                   { outcome: 'unknown',  status: 500, code: 'NO_CODE' }],
  ['another form',        200, '{}',                                 { outcome: 'unknown',  status: 200, code: 'CONTRACT_DRIFT' }],
  ['a redirect',          302, '',                                   { outcome: 'unknown',  status: 302, code: 'NO_CODE' }],
  ['too long an answer',  200, `{"text":"${'x'.repeat(REPLY_BYTES_MAX)}"}`, { outcome: 'unknown', status: 0, code: 'NO_REPLY' }],
])('%s is told apart', async (_, status, text, expected) => {
  reply(status, text, { location: url() });
  expect(await failure(client().write({ body }))).toMatchObject(expected);
  expect(got).toHaveLength(1);
});

test('an abort before the call is a rejection: the server never sees it', async () => {
  expect(await failure(client().write({ body }, { signal: AbortSignal.abort() }))).toMatchObject({
    outcome: 'rejected',
    code: 'ABORTED',
  });
  expect(got).toEqual([]);
});

test('an abort while the server works, or while a reply arrives, leaves the outcome unknown and closes the connection', async () => {
  for (const head of [false, true]) {
    silent();
    const stop = new AbortController();
    const call = failure(client().write({ body }, { signal: stop.signal }));
    const [response] = (await once(server, 'got')) as [http.ServerResponse];
    if (head) await new Promise((resolve) => response.writeHead(200).write('{', resolve));
    const closed = once(response, 'close');
    stop.abort();
    expect(await call).toMatchObject({ outcome: 'unknown', status: 0, code: 'ABORTED' });
    await closed;
  }
});

test('without a reply, the error says why', async () => {
  silent();
  const late = await failure(client().write({ body }, { timeoutMs: 20 }));
  expect(late).toMatchObject({ outcome: 'unknown', message: 'unknown: NO_REPLY (No reply arrived (ETIMEDOUT))' });
  const absent = await failure(client(fetch, 'http://127.0.0.1:9').write({ body }));
  expect(absent).toMatchObject({ outcome: 'unknown', code: 'NO_REPLY', status: 0 });
});

test('the deadline is of the whole exchange: a server that sends slowly is not waited for', async () => {
  answer = (response) => {
    const sending = setInterval(() => response.write(' '), 10);
    response.writeHead(200).once('close', () => clearInterval(sending));
  };
  expect(await failure(client().write({ body }, { timeoutMs: 200 }))).toMatchObject({
    detail: 'No reply arrived (ETIMEDOUT)',
  });
});

test('a fetch that ignores its signal ends with the deadline too', async () => {
  const deaf: Fetch = () => new Promise(() => undefined);
  expect(await failure(client(deaf).write({ body }, { timeoutMs: 20 }))).toMatchObject({ code: 'NO_REPLY' });
});

test('a signal that lives long keeps no listener of the calls that ended', async () => {
  reply(200, JSON.stringify(body));
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (type: string, listener: never, options?: never) => {
    listeners.add(listener);
    add(type, listener, options);
  };
  signal.removeEventListener = (type: string, listener: never) => {
    listeners.delete(listener);
    remove(type, listener);
  };
  for (let call = 1; call <= 3; call += 1) await client().write({ body }, { signal });
  expect(listeners.size).toBe(0);
});
