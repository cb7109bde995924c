import { type GatewayApp, MARKET_KEY, startGatewayApp } from '../testing/gateway-app.js';
import { GatewayWorld } from '../testing/gateway-world.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(60_000);
const world = new GatewayWorld();
let app: GatewayApp;
beforeAll(async () => {
  await world.open();
  app = await startGatewayApp(world);
}, 60_000);
afterAll(async () => {
  await app.stop();
  await world.close();
});

type Problem = { code?: string; detail?: string };
async function call<T>(method: string, path: string, body?: object): Promise<{ status: number; body: T & Problem }> {
  const reply = await fetch(`${app.side.base}${path}`, {
    method,
    headers: { authorization: `Bearer ${MARKET_KEY}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: (await reply.json()) as T & Problem };
}
const line = { lineId: 'book', sellerId: 'acme', category: 'books' };
const split = { lines: [{ ...line, amount: 10_000 }], reason: '계약 12' };

test('a split is named, read and listed, and its history is kept', async () => {
  const path = '/splits/products/prod%2F1';
  const named = await call('PUT', path, split);
  expect(named).toMatchObject({
    status: 200,
    body: { kind: 'product', key: 'prod/1', version: 1, namedBy: 'key:market' },
  });
  expect(await call('PUT', path, { ...split, reason: '같은 것' })).toEqual(named);
  const shares = { ...split, lines: [{ ...line, share: 100_000, taxFreeShare: 0 }] };
  const second = await call('PUT', path, shares);
  expect(second.body).toMatchObject({ version: 2, lines: shares.lines });
  expect((await call('GET', path)).body).toEqual({ current: second.body, earlier: [named.body] });
  for (const service of ['default', '88', '881']) await call('PUT', `/splits/ars/${service}`, shares);
  expect((await call('GET', '/splits/ars/default')).body).toMatchObject({ current: { kind: 'ars', key: 'default' } });
  expect(await call('GET', '/splits/ars/9')).toMatchObject({ status: 404, body: { code: 'SPLIT_NOT_FOUND' } });

  const seen: string[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
    type Page = { items: { kind: string; key: string; version: number }[]; nextCursor: string | null };
    const { body }: { body: Page } = await call<Page>('GET', `/splits?limit=1${query}`);
    seen.push(...body.items.map(({ kind, key, version }) => `${kind} ${key} ${version}`));
    after = body.nextCursor;
  }
  expect(seen).toEqual(['ars default 1', 'ars 88 1', 'ars 881 1', 'product prod/1 2']);
  expect((await call('GET', '/splits?after=x')).body.code).toBe('CURSOR_INVALID');
});

test.each([
  ['a member that no split has', { ...split, line: [] }, 'line'],
  [
    'a member that no line has',
    { ...split, lines: [{ ...line, amount: 10_000, discountBySeler: 1 }] },
    'discountBySeler',
  ],
  ['no reason', { lines: split.lines }, 'reason'],
  ['an amount and a share', { ...split, lines: [{ ...line, amount: 1, share: 100_000 }] }, 'lines'],
  ['amounts and shares', { ...split, lines: [split.lines[0], { ...line, lineId: 'b', share: 100_000 }] }, 'lines'],
  ['neither', { ...split, lines: [line] }, 'lines'],
  ['an amount of nothing', { ...split, lines: [{ ...line, amount: 0 }] }, 'lines'],
  ['a tax-free part above its amount', { ...split, lines: [{ ...line, amount: 1, taxFreeAmount: 2 }] }, 'lines'],
  ['shares that are not the whole', { ...split, lines: [{ ...line, share: 99_999 }] }, 'lines'],
  ['a line id that repeats', { ...split, lines: [split.lines[0], split.lines[0]] }, 'lines'],
  ["the id of the delivery's line", { ...split, lines: [{ ...line, lineId: 'delivery', amount: 1 }] }, 'lines'],
])('%s is refused by name', async (_, body, named) => {
  const refused = await call('PUT', '/splits/products/other', body);
  expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(JSON.stringify(refused.body)).toContain(named);
  expect((await call('GET', '/splits/products/other')).status).toBe(404);
});

test('a service is digits or the default, and a seller is known', async () => {
  expect((await call('PUT', '/splits/ars/8a', split)).body.code).toBe('INVALID_REQUEST');
  const unknown = { ...split, delivery: { sellerId: 'stranger', category: 'delivery' } };
  expect(await call('PUT', '/splits/products/p', unknown)).toMatchObject({
    status: 422,
    body: { code: 'SELLER_UNKNOWN' },
  });
});
