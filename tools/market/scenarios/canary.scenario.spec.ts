import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { webhookHeaders } from '@jeongsan/provider-contract';
import { signWebhook, parseSecurityKey } from '@jeongsan/jwe';
import {
  clockStartOf,
  playMarket,
  serviceNames,
  startPlatform,
  type Platform,
  type ServiceName,
} from '../src/index.js';
import { operatorToken } from '../src/platform/operators.js';
import { placeOrder } from '../src/play/place-order.js';
import { openShop } from '../src/play/shop.js';
import { allowedInClear } from './canary/allowed.js';
import { textOfPdf, textOfZip } from './canary/documents.js';
import { market, people, SELLER } from './canary/plant.js';
import { findCanaries, type Canaries, type Haystack } from './canary/search.js';
import { openSink, type Sink } from './canary/sink.js';
import { databaseColumns, redisKeys } from './canary/stores.js';

const NAME = 'scenario-canary';
let platform: Platform;
let consumer: Sink;
let traces: Sink;
let token: string;
let canaries: Canaries;
const seen: Haystack[] = [];

beforeAll(async () => {
  [consumer, traces] = await Promise.all([openSink('outbound webhook'), openSink('trace')]);
  const clockStartsAt = clockStartOf(market);
  platform = await startPlatform({ name: NAME, fresh: true, clockStartsAt, logLevel: 'trace', tracesTo: traces.url });
  token = await operatorToken(platform.keys, 'operator');
  const endpoint = await registerConsumer();
  const { keys } = platform;
  canaries = {
    ...people,
    'API key': [keys.marketApiKey],
    'operator token': [token, token.split('.')[2] ?? token],
    'provider secret key': [keys.providerSecretKey],
    'provider security key': [keys.securityKey],
    'data key': [keys.dataKey],
    'fingerprint key': [keys.fingerprintKey],
    'operator signing key': [keys.operatorKey.d],
    'endpoint secret': [endpoint.secret],
  };
  await playMarket({ market, platform });
  await everyDoor();
  await everyAnswer();
  seen.push(...(await everyStore()));
});
afterAll(async () => {
  await platform?.stop();
  for (const sink of [consumer, traces]) sink?.close();
});

type Asked = Readonly<{ method?: string; body?: unknown; raw?: string; as?: string; key?: string }>;

async function ask(service: ServiceName, path: string, { method = 'GET', body, raw, as = token, key }: Asked = {}) {
  return fetch(`${platform.apps[service].url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...((body !== undefined || raw !== undefined) && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(raw !== undefined && { body: raw }),
  });
}

async function registerConsumer(): Promise<{ secret: string }> {
  const body = {
    url: `${consumer.url}/events`,
    eventTypes: ['payment.approved', 'payment.canceled', 'seller.changed', 'payout.changed'],
  };
  const as = platform.keys.marketApiKey;
  const reply = await ask('webhook-ingestor', '/webhook-endpoints', { method: 'POST', body, as, key: 'register' });
  expect(reply.status).toBe(201);
  return (await reply.json()) as { secret: string };
}

/** What the market's month does not bring: webhooks that tell of people, decisions with reasons, requests that are refused. */
async function everyDoor(): Promise<void> {
  await signedAndUnsignedWebhooks();
  await atLast();
  const reason = people['reason of a decision']?.[0];
  const decisions: [string, unknown][] = [
    ['/dispatch-control/halt', { reason }],
    ['/dispatch-control/resume', { reason }],
    [`/sellers/${SELLER}/holds`, { scope: 'AMOUNT', amount: 10, reason: 'DISPUTE', detail: reason }],
    [`/sellers/${SELLER}/payout-overrides`, { kind: 'BELOW_MINIMUM', forBusinessDate: '2026-07-31', reason }],
  ];
  for (const [path, body] of decisions) {
    const reply = await ask('payout-scheduler', path, { method: 'POST', body });
    await keep(reply, `POST ${path}`);
  }
  const everything = Object.values(people).flat();
  for (const service of serviceNames) {
    for (const [path, body] of [
      ['/sellers', { sellerId: 'x', name: everything.join() }],
      ['/orders', { orderName: everything.join(), lines: everything }],
      ['/payout-runs', everything],
      ['/webhook-endpoints', { url: everything.join() }],
    ] as const) {
      await keepError(
        await ask(service, path, { method: 'POST', body, as: platform.keys.marketApiKey, key: `bad ${path}` }),
      );
    }
    await keepError(await ask(service, '/sellers', { method: 'POST', raw: `{"name": ${everything.join()}` }));
    await keepError(await ask(service, '/orders', { as: `${token}x` }));
    const metrics = await fetch(`${platform.apps[service].url}/metrics`);
    seen.push({ place: 'metrics', content: await metrics.text() });
  }
}

/** Once more what the month began with: what its daily jobs sealed afterwards would hide that it was written in clear. */
async function atLast(): Promise<void> {
  const [first] = market.orders;
  if (!first) throw new Error('The market has nobody to play the last moment');
  const { clients } = platform;
  await placeOrder(openShop(clients), { ...first, orderId: 'canary-order-last' });
  const { paymentKey } = await clients.gateway.readPaymentByOrder({ params: { orderId: 'canary-order-last' } });
  const cancelReason = market.cancels[0]?.reason ?? '';
  await clients.gateway.cancelOrderPayment({ params: { paymentKey }, body: { cancelReason, cancelAmount: 1_000n } });
}

async function signedAndUnsignedWebhooks(): Promise<void> {
  const url = `${platform.apps['webhook-ingestor'].url}/webhooks/provider`;
  const buyer = Object.fromEntries(Object.entries(people).map(([what, [value]]) => [what, value]));
  const { paymentKey = '' } = await platform.clients.gateway.readPaymentByOrder({
    params: { orderId: 'canary-order-1' },
  });
  const createdAt = '2026-05-20T10:00:00.000000';
  const unsigned = {
    eventType: 'PAYMENT_STATUS_CHANGED',
    createdAt,
    data: { paymentKey, orderId: 'canary-order-1', status: 'DONE', ...buyer },
  };
  const headers = { 'content-type': 'application/json', [webhookHeaders.transmissionId]: 'canary-transmission' };
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(unsigned) })).status).toBe(200);
  const body = JSON.stringify({
    eventType: 'seller.changed',
    version: '2022-11-16',
    eventId: 'canary',
    createdAt,
    entityType: 'seller',
    entityBody: { id: 'nobody', ...buyer },
  });
  const time = new Date().toISOString();
  const signature = signWebhook(Buffer.from(body), time, [parseSecurityKey(platform.keys.securityKey)]);
  const signed = {
    'content-type': 'application/json',
    [webhookHeaders.transmissionTime]: time,
    [webhookHeaders.signature]: signature,
  };
  await keepError(
    await fetch(url, { method: 'POST', headers: { ...signed, [webhookHeaders.signature]: 'v1:AAAA' }, body }),
  );
  await fetch(url, { method: 'POST', headers: signed, body });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
}

async function keep(reply: Response, what: string): Promise<void> {
  expect({ what, status: reply.status }).toEqual({ what, status: expect.any(Number) as number });
  if (reply.status >= 400) seen.push({ place: 'error body', content: await reply.text() });
}

async function keepError(reply: Response): Promise<void> {
  if (reply.status < 400) return;
  seen.push({ place: 'error body', content: JSON.stringify([...reply.headers]) + (await reply.text()) });
}

/** What an operator reads, and the documents of a statement. */
async function everyAnswer(): Promise<void> {
  const paths: [ServiceName, string, string][] = [
    ['seller-onboarding', '/sellers', '/sellers'],
    ['seller-onboarding', `/sellers/${SELLER}`, '/sellers/{sellerId}'],
    ['payments-gateway', '/orders/canary-order-1', '/orders/{orderId}'],
    ['payments-gateway', '/v1/payments/orders/canary-order-1', '/v1/payments/orders/{orderId}'],
    ['payout-scheduler', '/holds', '/holds'],
    ['payout-scheduler', '/dispatch-control', '/dispatch-control'],
    ['payout-scheduler', `/sellers/${SELLER}/payout-overrides`, '/sellers/{sellerId}/payout-overrides'],
    ['payout-scheduler', `/sellers/${SELLER}/position`, '/sellers/{sellerId}/position'],
    ['payout-scheduler', '/payouts', '/payouts'],
    ['payout-scheduler', '/payout-runs', '/payout-runs'],
    ['payout-scheduler', '/statements', '/statements'],
    ['settlement-reconciler', '/reconciliation/breaks', '/reconciliation/breaks'],
    ['settlement-reconciler', '/reconciliation/nights', '/reconciliation/nights'],
    ['settlement-reconciler', '/ledger/trial-balance', '/ledger/trial-balance'],
    ['settlement-reconciler', '/months', '/months'],
    ['webhook-ingestor', '/webhook-endpoints', '/webhook-endpoints'],
    ['webhook-ingestor', '/operations/backlog', '/operations/backlog'],
    ['webhook-ingestor', '/operations/dead-jobs', '/operations/dead-jobs'],
  ];
  for (const [service, path, route] of paths) {
    const reply = await ask(service, path);
    expect({ path, status: reply.status }).toEqual({ path, status: 200 });
    seen.push({ place: `reply GET ${route}`, content: await reply.text() });
  }
  const trail = await ask('settlement-reconciler', '/decisions', { as: await operatorToken(platform.keys, 'auditor') });
  expect(trail.status).toBe(200);
  seen.push({ place: 'reply GET /decisions', content: await trail.text() });
  const { items } = await platform.clients.scheduler.listStatements({ query: {} });
  const [statement] = items;
  if (!statement) throw new Error('The market has no statement');
  const documentAs = async (format: string) => {
    const reply = await ask('payout-scheduler', `/statements/${statement.id}/document?format=${format}&lang=ko`);
    expect({ format, status: reply.status }).toEqual({ format, status: 200 });
    return Buffer.from(await reply.arrayBuffer());
  };
  const [csv, xlsx, pdf] = await Promise.all(['csv', 'xlsx', 'pdf'].map(documentAs));
  if (!csv || !xlsx || !pdf) throw new Error('A document is missing');
  const texts = { csv: csv.toString(), xlsx: textOfZip(xlsx), pdf: textOfPdf(pdf) };
  for (const [format, text] of Object.entries(texts)) {
    // The search must be able to read the document at all.
    expect({ format, hasSeller: text.includes(SELLER) }).toEqual({ format, hasSeller: true });
    seen.push({ place: `document ${format}`, content: text });
  }
}

async function everyStore(): Promise<Haystack[]> {
  const logs = await Promise.all(
    serviceNames.map(async (service) => ({
      place: 'log',
      content: await readFile(join(platform.folder, `${NAME}-${service}.log`), 'utf8'),
    })),
  );
  expect(logs.every(({ content }) => content.includes('"level":20') || content.includes('"level":10'))).toBe(true);
  expect(traces.got.length).toBeGreaterThan(0);
  expect(consumer.got.length).toBeGreaterThan(0);
  const [columns, redis] = await Promise.all([
    databaseColumns(platform.databaseUrl),
    redisKeys(platform.servers.redisUrl),
  ]);
  expect(columns.length).toBeGreaterThan(100);
  return [...columns, ...redis, ...logs, ...traces.got, ...consumer.got];
}

test('what was planted lies in clear where SECURITY.md says, and nowhere else; and each of its rows is true', () => {
  expect([...findCanaries(seen, canaries)].sort()).toEqual([...allowedInClear()].sort());
});

test.each([
  ['as it is', (text: string) => text],
  ['in hex', (text: string) => `\\x${Buffer.from(`{"a":"${text}"}`).toString('hex')}`],
  ['in base64', (text: string) => Buffer.from(`{"a":"${text}"}`).toString('base64')],
  [
    'in base64url within JSON',
    (text: string) => JSON.stringify({ token: Buffer.from(`?${text}?`).toString('base64url') }),
  ],
  ['in UTF-16', (text: string) => Buffer.from(text, 'utf16le')],
  [
    'with JSON escapes',
    (text: string) => text.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  ['in an address', (text: string) => `/orders/${encodeURIComponent(text)}`],
])('the search sees a leak %s', (_, leak) => {
  for (const [what, [value = '']] of Object.entries(people)) {
    expect(findCanaries([{ place: 'here', content: leak(value) }], people)).toContain(`here: ${what}`);
  }
});
