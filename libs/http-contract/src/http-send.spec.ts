import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { httpSend } from './http-send.js';
import { type CallError, createClient, endpoint } from './index.js';

const read = endpoint({
  method: 'GET',
  path: '/read',
  summary: 'Read.',
  security: 'none',
  success: { status: 200, body: z.object({}) },
  errors: [],
});

let server: http.Server;
let held: http.ServerResponse[];
/** Emits `held` for each request that arrived; requests are answered only by the test. */
beforeEach(async () => {
  held = [];
  server = http.createServer((_, response) => {
    held.push(response);
    server.emit('held');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const client = (maxSockets = 2) => {
  const { port } = server.address() as AddressInfo;
  return createClient({ read }, `http://127.0.0.1:${port}`, httpSend({ maxSockets, maxReplyBytes: 1_000 }));
};
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: CallError) => error,
  );

test('an abort while the server works leaves the outcome unknown and closes the socket', async () => {
  const stop = new AbortController();
  const arrived = once(server, 'held');
  const call = failure(client().read({}, { signal: stop.signal }));
  await arrived;
  const closed = once(held[0]!, 'close');
  stop.abort();
  expect(await call).toMatchObject({ outcome: 'unknown', status: 0, code: 'ABORTED' });
  await closed;
});

test('an abort while a reply arrives leaves the outcome unknown and closes the socket', async () => {
  const stop = new AbortController();
  const arrived = once(server, 'held');
  const call = failure(client().read({}, { signal: stop.signal }));
  await arrived;
  const closed = once(held[0]!, 'close');
  held[0]!.writeHead(200, { 'content-length': '2' });
  held[0]!.write('{', () => stop.abort());
  expect(await call).toMatchObject({ outcome: 'unknown', code: 'ABORTED' });
  await closed;
});

test('an abort of a request that waits for a socket is a rejection: the server never sees it', async () => {
  const api = client(1);
  const arrived = once(server, 'held');
  const first = api.read({});
  await arrived;
  const stop = new AbortController();
  const second = failure(api.read({}, { signal: stop.signal }));
  // The second request enters the agent's queue within this turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  expect(await second).toMatchObject({ outcome: 'rejected', code: 'ABORTED' });
  held[0]!.end('{}');
  expect(await first).toEqual({});
  expect(held).toHaveLength(1);
});

test('without a reply, the error says why', async () => {
  const late = await failure(client().read({}, { timeoutMs: 20 }));
  expect(late).toMatchObject({ outcome: 'unknown', message: 'unknown: NO_REPLY (No reply arrived (ETIMEDOUT))' });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  const absent = createClient({ read }, `http://127.0.0.1:${port}`, httpSend({ maxSockets: 1, maxReplyBytes: 1_000 }));
  expect(await failure(absent.read({}))).toMatchObject({ detail: 'No reply arrived (ECONNREFUSED)' });
});

test('a signal that lives long keeps no listener of the calls that ended, and the socket serves the next call', async () => {
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: never, options?: never) => {
    listeners.add(listener);
    add(type, listener, options);
  };
  signal.removeEventListener = (type: string, listener: never) => {
    listeners.delete(listener);
    remove(type, listener);
  };
  const sockets = new Set<unknown>();
  server.on('connection', (socket) => sockets.add(socket));
  server.on('held', () => held.at(-1)?.end('{}'));
  const api = client(1);
  for (let call = 1; call <= 3; call += 1) expect(await api.read({}, { signal })).toEqual({});
  expect(listeners.size).toBe(0);
  expect(sockets.size).toBe(1);
});
