import { createServer } from 'node:net';
import { once } from 'node:events';
import { freePort, usualPort } from './ports.js';

test('a port is near the one asked for, below the range of outgoing connections, and given once', async () => {
  const first = await freePort(31_000);
  const second = await freePort(31_000);
  expect(first).toBeGreaterThanOrEqual(31_000);
  expect(second).toBeGreaterThan(first);
  expect(await freePort(32_767)).toBeLessThan(32_768);
});

test('a port that something listens on is passed over', async () => {
  const port = await freePort();
  const server = createServer().listen(port + 1, '127.0.0.1');
  await once(server, 'listening');
  expect(await freePort(port + 1)).not.toBe(port + 1);
  server.close();
});

test('the usual port of a text is always the same, and of another text another', () => {
  expect(usualPort('demo')).toBe(usualPort('demo'));
  expect(usualPort('demo')).not.toBe(usualPort('test'));
});
