import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { CommitCutter } from './commit-cutter.js';
import { FaultProxy } from './fault-proxy.js';
import { SendLog } from './send-log.js';

let heard: string[] = [];
let server: Server;
let target: string;
const opened: Socket[] = [];
const proxies: FaultProxy[] = [];

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard.push(bytes.toString());
      socket.write(`answer to ${bytes.toString()}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => (heard = []));
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  for (const proxy of proxies.splice(0)) await proxy.close();
});
afterAll(() => void server.close());

async function wire(...tap: Parameters<typeof FaultProxy.open> extends [string, ...infer T] ? T : never) {
  const proxy = await FaultProxy.open(target, ...tap);
  proxies.push(proxy);
  return proxy;
}
async function client(proxy: FaultProxy): Promise<Socket> {
  const socket = connect(parseInt(new URL(proxy.url).port, 10), '127.0.0.1');
  socket.on('error', () => undefined);
  opened.push(socket);
  await once(socket, 'connect');
  return socket;
}
/** What comes back within a moment; `closed` when the connection ends instead. */
const outcome = (socket: Socket, text: string | Buffer) =>
  new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString()));
    socket.once('close', () => resolve('closed'));
    setTimeout(() => resolve('silence'), 200).unref();
    socket.write(text);
  });

test('fair weather carries both ways', async () => {
  expect(await outcome(await client(await wire()), 'hello')).toBe('answer to hello');
});

test('a black hole takes both ways, a half-open connection takes answers; mended, both are dead', async () => {
  for (const [weather, arrives] of [
    ['black-hole', []],
    ['half-open', ['lost']],
  ] as const) {
    heard = [];
    const proxy = await wire();
    const socket = await client(proxy);
    proxy.set(weather);
    expect(await outcome(socket, 'lost')).toBe('silence');
    expect(heard).toEqual(arrives);
    const closed = once(socket, 'close');
    proxy.restore();
    await closed;
    expect(await outcome(await client(proxy), 'again')).toBe('answer to again');
    expect(proxy.struck).toBe(1);
  }
});

const COMMIT = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');

test('a COMMIT is cut before it arrives or after it was answered, as ordered and once', async () => {
  const cutter = new CommitCutter();
  const proxy = await wire(cutter.tap);
  cutter.order(['request', 'answer']);
  expect(await outcome(await client(proxy), COMMIT)).toBe('closed');
  expect(heard).toEqual([]);
  expect(await outcome(await client(proxy), COMMIT)).toBe('closed');
  expect(heard).toEqual([COMMIT.toString()]);
  expect(await outcome(await client(proxy), COMMIT)).toContain('answer');
  expect(cutter.struck).toEqual({ answer: 1, request: 1 });
});

test('the bytes of a batch are noted under its attempt', async () => {
  const log = new SendLog();
  const proxy = await wire(log.tap);
  const id = '00000000-0000-4000-8000-000000000001';
  await outcome(await client(proxy), `POST /v2/payouts HTTP/1.1\r\nIdempotency-Key: ${id}\r\n\r\n`);
  await outcome(await client(proxy), `GET /v2/payouts HTTP/1.1\r\nIdempotency-Key: ${id}\r\n\r\n`);
  expect(log.sent.map(({ attemptId }) => attemptId)).toEqual([id]);
});
