import { PassThrough } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '@jeongsan/http-contract';
import { ByteHolding, BytePool } from './byte-pool.js';
import { readBody } from './read-body.js';

function reading({
  bytesMax = 10_000,
  poolBytes = 1_000_000,
  largeBytes = 0,
  smallMax = 2_000,
  timeoutMs = 1_000,
} = {}) {
  const [pool, large] = [new BytePool(poolBytes), new BytePool(largeBytes)];
  const holding = new ByteHolding(pool, smallMax, large);
  const stream = new PassThrough();
  const verdict = readBody(stream as unknown as IncomingMessage, { bytesMax, holding, timeoutMs }).then(
    (body) => body.toString(),
    (error: unknown) => (error instanceof Refusal ? error.status : error),
  );
  return { pool, large, holding, stream, verdict };
}

test('a body arrives in pieces and is one; what it held is given back once, however often', async () => {
  const { stream, verdict, pool, holding } = reading();
  stream.write('정');
  stream.end('산');
  expect(await verdict).toBe('정산');
  expect(pool.inUse).toBeGreaterThanOrEqual(6);
  holding.release();
  holding.release();
  expect(pool.inUse).toBe(0);
});

test('a body that never ends is given up after its time', async () => {
  const { stream, verdict } = reading({ timeoutMs: 20 });
  stream.write('{');
  expect(await verdict).toBe(408);
});

test('a body that breaks off is not stored', async () => {
  const { stream, verdict } = reading();
  stream.write('{');
  stream.destroy();
  expect(await verdict).toBe(400);
});

test('beyond its limit nothing is kept', async () => {
  const { stream, verdict } = reading({ bytesMax: 5, largeBytes: 100_000 });
  stream.write('123456');
  expect(await verdict).toBe(413);
});

test('large bodies share a pool of their own: when it is empty, a small one still finds room', async () => {
  const big = reading({ largeBytes: 1_000 });
  big.stream.end('x'.repeat(9_000));
  expect(await big.verdict).toBe(503);
  const small = reading({ largeBytes: 0 });
  small.stream.end('x'.repeat(1_000));
  expect(await small.verdict).toHaveLength(1_000);
});

test('a body that comes one byte at a time holds more than its bytes', async () => {
  const { stream, verdict } = reading({ smallMax: 10_000, poolBytes: 10_000 });
  for (let i = 0; i < 100; i += 1) {
    stream.write('x');
    await new Promise(setImmediate);
  }
  stream.end();
  expect(await verdict).toBe(503);
});
