import { brotliDecompressSync } from 'node:zlib';
import { parseEnv } from '@jeongsan/nest-kit';
import { dropInContract } from '@jeongsan/platform-contract';
import { services } from '@jeongsan/platform-contract';
import { resourceOf } from '@jeongsan/platform-contract/reference';
import { Env } from './env.js';
import { routeTable } from './route-table/route-table.js';
import { allAt, openDoor, PlainService, send } from './testing/door.js';

test('every route of the table reaches its service with the path that the service knows', async () => {
  const seen: string[] = [];
  const standIn = (name: string) =>
    new PlainService(({ method, url }, reply) => {
      seen.push(`${name} ${method} ${url}`);
      reply.end();
    }).start();
  const [gateway, ingestor, reconciler, scheduler, onboarding] = await Promise.all(
    ['payments-gateway', 'webhook-ingestor', 'settlement-reconciler', 'payout-scheduler', 'seller-onboarding'].map(
      standIn,
    ),
  );
  const urlOf = (service?: PlainService): string => service?.url ?? '';
  const door = await openDoor({
    GATEWAY_URL: urlOf(gateway),
    INGESTOR_URL: urlOf(ingestor),
    RECONCILER_URL: urlOf(reconciler),
    SCHEDULER_URL: urlOf(scheduler),
    ONBOARDING_URL: urlOf(onboarding),
  });
  try {
    const routes = routeTable(services);
    const filled = (path: string): string => path.replace(/\{\w+\}/g, 'an%20id');
    for (const { endpoint, path } of routes) await send(`${door.url}${filled(path)}`, { method: endpoint.method });
    expect(seen).toEqual(
      routes.map(({ service, endpoint: { method, path } }) => `${service} ${method} ${filled(path)}`),
    );
  } finally {
    await door.close();
    await Promise.all([gateway, ingestor, reconciler, scheduler, onboarding].map(async (service) => service?.stop()));
  }
});

test('the reference is whole: every route in its group, and the page over it', async () => {
  const door = await openDoor(allAt('http://127.0.0.1:9'));
  try {
    const document = JSON.parse((await send(`${door.url}/openapi.json`)).body.toString()) as {
      openapi: string;
      servers: unknown[];
      paths: Record<string, Record<string, { tags: string[] }>>;
    };
    expect([document.openapi, document.servers.length]).toEqual(['3.1.0', 1]);
    for (const { endpoint, path } of routeTable(services))
      expect({ path, tags: document.paths[path]?.[endpoint.method.toLowerCase()]?.tags }).toEqual({
        path,
        tags: [resourceOf(endpoint.path)],
      });
    for (const { path, method } of Object.values(dropInContract))
      expect({ path, operation: document.paths[path]?.[method.toLowerCase()] }).toMatchObject({
        path,
        operation: { tags: ['Provider'], 'x-treatment': expect.any(String) as string },
      });
    expect((await send(`${door.url}/docs`)).body.toString()).toContain('/docs/scalar.js');
  } finally {
    await door.close();
  }
});

test('the program of the reference is the same with Brotli and without', async () => {
  const door = await openDoor(allAt('http://127.0.0.1:9'));
  try {
    const plain = await send(`${door.url}/docs/scalar.js`);
    const packed = await send(`${door.url}/docs/scalar.js`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'br']);
    expect(plain.body.length).toBeGreaterThan(1e6);
    expect(brotliDecompressSync(packed.body).equals(plain.body)).toBe(true);
  } finally {
    await door.close();
  }
});

test('metrics are not served at the address that strangers reach', async () => {
  const door = await openDoor(allAt('http://127.0.0.1:9'));
  try {
    const { status, body } = await send(`${door.url}/metrics`);
    expect([status, body.toString().includes('process_')]).toEqual([404, false]);
  } finally {
    await door.close();
  }
});

// prettier-ignore
test.each([
  ['with a path',       'http://gateway:3000/v1'],
  ['with a password',   'http://user:password@gateway:3000'],
  ['of another scheme', 'ftp://gateway'],
])('an address of a service %s is refused', (_, GATEWAY_URL) => {
  expect(() => parseEnv(Env, { ...allAt('http://service:3000'), PORT: '0', GATEWAY_URL })).toThrow('GATEWAY_URL');
});
