import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RollingProxy } from './rolling-proxy.js';

const open: { close: () => unknown }[] = [];
afterAll(() => Promise.all(open.map((one) => one.close())));

async function app(name: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () =>
      reply.writeHead(201, { 'x-app': name }).end(`${name} ${request.method} ${request.url} ${body}`),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => (server.closeAllConnections(), server.close()) });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const ask = async ({ url }: RollingProxy): Promise<string> =>
  (await fetch(`${url}/orders?a=1`, { method: 'POST', body: 'order' })).text();

test('requests go to each process in turn, whole, and to none that was taken out', async () => {
  const proxy = await RollingProxy.open();
  open.push(proxy);
  const [first, second] = [await app('first'), await app('second')];
  proxy.add(first.url);
  proxy.add(second.url);
  const both = [await ask(proxy), await ask(proxy)].toSorted();
  expect(both).toEqual(['first POST /orders?a=1 order', 'second POST /orders?a=1 order']);
  proxy.remove(first.url);
  expect([await ask(proxy), await ask(proxy)]).toEqual([both[1], both[1]]);
  expect({ passed: proxy.passed, unanswered: proxy.unanswered }).toEqual({ passed: 4, unanswered: 0 });
});

test('a process that is gone is a 502, and no process at all, too', async () => {
  const proxy = await RollingProxy.open();
  open.push(proxy);
  expect((await fetch(proxy.url)).status).toBe(502);
  const { url, server } = await app('gone');
  proxy.add(url);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  expect((await fetch(proxy.url)).status).toBe(502);
  expect(proxy.unanswered).toBe(2);
});
