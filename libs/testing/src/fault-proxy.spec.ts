import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { FaultProxy, rewriting, type Tap } from './fault-proxy.js';

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

async function wire(tap?: () => Tap) {
  const proxy = await FaultProxy.open(target, tap);
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
/** The bytes that come back within a moment; `closed`: the connection ended without any. */
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

test('a server that refuses connections drops those it has; mended, it takes new ones', async () => {
  const proxy = await wire();
  const socket = await client(proxy);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  proxy.set('refuse');
  await closed;
  // Reset so early that the connection may not have been established.
  const refused = client(proxy).then(
    (late) => outcome(late, 'refused'),
    () => 'closed',
  );
  expect(await refused).toBe('closed');
  proxy.restore();
  expect(await outcome(await client(proxy), 'again')).toBe('answer to again');
});

// prettier-ignore
test.each([
  ['before the request arrives',  { fromClient: 'cut', fromServer: 'pass' }, []],
  ['before the answer comes back', { fromClient: 'pass', fromServer: 'cut' }, ['lost']],
] as const)('a connection is cut %s', async (_, { fromClient, fromServer }, arrives) => {
  const proxy = await wire(() => ({ fromClient: () => fromClient, fromServer: () => fromServer }));
  expect(await outcome(await client(proxy), 'lost')).toBe('closed');
  expect(heard).toEqual(arrives);
});

test('what the server says is rewritten', async () => {
  const proxy = await wire(rewriting((text) => text.replace('answer', 'nswera')));
  expect(await outcome(await client(proxy), 'hello')).toBe('nswera to hello');
});
