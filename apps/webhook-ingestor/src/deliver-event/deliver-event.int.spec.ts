import { emit } from '@jeongsan/database';
import { type EventData, EventEnvelope, Permanent } from '@jeongsan/messaging';
import { eventually } from '@jeongsan/testing';
import { Webhook } from 'standardwebhooks';
import { redeliver } from '../redeliver/redeliver.js';
import { removeEndpoint } from '../remove-endpoint/remove-endpoint.js';
import type { Resolve } from '../target-address.js';
import {
  type Answer,
  answerStatus as status,
  type DeliveryRow as Row,
  deliveryWorld,
  type Got,
  lanes,
  resolveNothing,
} from '../testing/delivery-world.js';
import { claimDeliveries } from './claim-deliveries.js';
import { planDeliveries } from './plan-deliveries.js';
import { attemptRecorder } from './record-attempts.js';

const world = deliveryWorld();
const { author: kim, now, sink, register, deliverer, happened, deliveryOf, pumped, later, setClock } = world;
const allowed = { allowInsecure: true, resolve: resolveNothing };

beforeAll(world.open, 60_000);
beforeEach(world.empty);
afterEach(world.settle);
afterAll(world.close);

test('an event arrives once, as its envelope, under a signature that anybody with the secret can check', async () => {
  const { url, got } = await sink();
  const { secret } = await register(url);
  const eventId = await happened('acme');
  expect(await pumped(deliverer(), eventId, 1)).toMatchObject({
    state: 'delivered',
    last_status: 200,
    last_error: null,
  });
  await deliverer().pump();

  expect(got).toHaveLength(1);
  const { headers, body } = got[0] as Got;
  expect([headers['webhook-id'], headers['webhook-timestamp']]).toEqual([
    eventId,
    String(Math.floor(now().getTime() / 1_000)),
  ]);
  expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(eventId, now(), body));
  expect(Object.keys(headers).filter((name) => name.startsWith('jeongsan'))).toEqual([]);
  expect(EventEnvelope.parse(JSON.parse(body))).toMatchObject({
    eventId,
    eventType: 'seller.changed',
    entityId: 'acme',
    sequence: 1,
    data: { sellerId: 'acme', status: 'approved' },
  });
});

test('only those who asked for its type get an event, and planning it twice changes nothing', async () => {
  const [wanting, other] = [await sink(), await sink()];
  await register(wanting.url, ['seller.changed']);
  await register(other.url, ['payout.changed']);
  const eventId = await happened();
  await planDeliveries(world.db(), eventId, now());
  await pumped(deliverer(), eventId, 1);
  expect([wanting.got.length, other.got.length]).toEqual([1, 0]);
});

test('attempts follow the schedule to the minute, and after the eighth nobody tries again', async () => {
  const { url, got } = await sink(status(500));
  await register(url);
  const eventId = await happened();
  const d = deliverer();
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const row = await pumped(d, eventId, attempt);
    expect(row).toMatchObject({ last_status: 500, last_error: 'status', state: attempt < 8 ? 'pending' : 'failed' });
    const minutes = ((row.next_at as Date).getTime() - now().getTime()) / 60_000;
    if (attempt < 8) waits.push(minutes);
    // One millisecond before the retry is due, nothing is sent.
    setClock(new Date((row.next_at as Date).getTime() - 1));
    await d.pump();
    expect(got).toHaveLength(attempt);
    setClock(row.next_at as Date);
  }
  expect(waits).toEqual([1, 4, 16, 64, 256, 1024, 4096]);
  later(100_000);
  await d.pump();
  expect(got).toHaveLength(8);
  expect(new Set(got.map((g) => g.headers['webhook-id']))).toEqual(new Set([eventId]));
});

// prettier-ignore
test.each([
  ['204',                        status(204),                                                    { state: 'delivered', last_status: 204, last_error: null }],
  ['a redirect',                 status(302, { location: 'http://127.0.0.1:1/' }),               { state: 'pending', last_status: 302, last_error: 'redirect' }],
  ['a permanent redirect',       status(308, { location: '/elsewhere' }),                        { state: 'pending', last_status: 308, last_error: 'redirect' }],
  ['gone',                       status(410),                                                    { state: 'pending', last_status: 410, last_error: 'status' }],
  ['silence',                    () => undefined,                                                { state: 'pending', last_status: null, last_error: 'timeout' }],
  ['a broken connection',        (reply) => void reply.socket?.destroy(),                        { state: 'pending', last_status: null, last_error: 'connection' }],
  ['200 with a body without end',(reply) => { reply.writeHead(200); const t = setInterval(() => reply.write('x'.repeat(65_536)), 1); reply.on('close', () => clearInterval(t)); },
                                                                                                 { state: 'delivered', last_status: 200, last_error: null }],
] as [string, Answer, object][])('%s is recorded as what it is', async (_, answer, expected) => {
  const { url, got } = await sink(answer);
  await register(url);
  const eventId = await happened();
  expect(await pumped(deliverer(), eventId, 1)).toMatchObject(expected);
  expect(got).toHaveLength(1);
});

test('an address where nobody listens is tried again later', async () => {
  await register('http://127.0.0.1:1/');
  expect(await pumped(deliverer(), await happened(), 1)).toMatchObject({ state: 'pending', last_error: 'connection' });
});

test('an endpoint with a backlog that never answers does not delay another', async () => {
  const [hanging, healthy] = [await sink(() => undefined), await sink()];
  await register(hanging.url);
  for (let i = 0; i < 100; i += 1) await happened(`backlog-${i}`);
  await register(healthy.url, ['seller.changed']);
  const d = deliverer(allowed, 60_000);
  await d.pump();
  await eventually(() => expect(hanging.got).toHaveLength(lanes.perEndpoint));
  for (let i = 0; i < 20; i += 1) await happened(`fresh-${i}`);
  await d.pump();
  await eventually(() => expect(healthy.got).toHaveLength(20));
  // The delivery was made while all attempts to the hanging endpoint were still open.
  expect(hanging.got).toHaveLength(lanes.perEndpoint);
});

test('an endpoint whose older deliveries are more than a claim looks at first does not hide another', async () => {
  const [crowded, other] = [await register((await sink()).url), await register((await sink()).url)];
  const insert = (endpointId: string, count: number, secondsAgo: number) =>
    world.db().query(
      `with made as (
         insert into messaging.event (type, entity_id, sequence, data, created_at)
         select 'seller.changed', gen_random_uuid(), 1, '{"sellerId": "acme", "status": "approved"}', $3 from generate_series(1, $2::int) returning id
       )
       insert into webhooks.delivery (endpoint_id, event_id, state, next_at)
       select $1, id, 'pending', $3::timestamptz - make_interval(secs => $4) from made`,
      [endpointId, count, now(), secondsAgo],
    );
  await insert(crowded.id, 300, 60);
  await insert(other.id, 3, 30);
  const limits = { total: 8, perEndpoint: 5, exceptions: new Map([[crowded.id, 4]]) };
  const claimed = await claimDeliveries(world.db(), limits, now());
  expect(countBy(claimed.map(({ endpoint_id: id }) => id))).toEqual({ [crowded.id]: 4, [other.id]: 3 });
});

const countBy = (ids: readonly string[]): Record<string, number> =>
  ids.reduce<Record<string, number>>((counts, id) => ({ ...counts, [id]: (counts[id] ?? 0) + 1 }), {});

test('an endpoint that did not answer is asked by one attempt at a time until it does', async () => {
  let isAwake = false;
  let [atOnce, most] = [0, 0];
  const { url, got } = await sink((reply) => {
    if (!isAwake) return;
    most = Math.max(most, (atOnce += 1));
    setImmediate(() => {
      atOnce -= 1;
      reply.writeHead(200).end();
    });
  });
  await register(url);
  for (let i = 0; i < 30; i += 1) await happened(`sleepy-${i}`);
  const d = deliverer();
  await d.pump();
  await eventually(async () =>
    expect((await world.db().query<Row[]>(`select * from webhooks.delivery where last_error = 'timeout'`)).length).toBe(
      4,
    ),
  );
  await eventually(() => expect(got).toHaveLength(5));
  isAwake = true;
  await eventually(() => expect(got).toHaveLength(30));
  expect(most).toBeLessThanOrEqual(lanes.perEndpoint);
});

test('hundreds of events to one endpoint all arrive, without more at once than its share', async () => {
  let [atOnce, most] = [0, 0];
  const { url, got } = await sink((reply) => {
    most = Math.max(most, (atOnce += 1));
    setTimeout(() => {
      atOnce -= 1;
      reply.writeHead(200).end();
    }, 1);
  });
  const { id } = await register(url);
  await world.db().query(
    `with e as (insert into messaging.event (type, entity_id, sequence, data, created_at) select 'seller.changed', 'bulk', n, '{"sellerId":"bulk","status":"x"}', now()
       from generate_series(1, 400) n returning id)
     insert into webhooks.delivery (endpoint_id, event_id, state, next_at) select $1, id, 'pending', $2 from e`,
    [id, now()],
  );
  await deliverer().pump();
  await eventually(() => expect(got).toHaveLength(400), { timeoutMs: 20_000 });
  expect(most).toBeLessThanOrEqual(4);
  await eventually(async () => {
    const [row] = await world
      .db()
      .query<{ n: bigint }[]>(`select count(*) as n from webhooks.delivery where state = 'delivered'`);
    expect(row?.n).toBe(400n);
  });
  expect(new Set(got.map((g) => g.headers['webhook-id'])).size).toBe(400);
}, 30_000);

test('several processes share the work: nothing is sent twice', async () => {
  const { url, got } = await sink();
  await register(url);
  for (let i = 0; i < 60; i += 1) await happened(`shared-${i}`);
  const many = Array.from({ length: 4 }, () => deliverer());
  for (let i = 0; i < 30; i += 1) await Promise.all(many.map((d) => d.pump()));
  await eventually(() => expect(got.length).toBeGreaterThanOrEqual(60));
  expect(new Set(got.map((g) => g.headers['webhook-id'])).size).toBe(got.length);
});

test('a clock that is moved while an attempt is under way does not start a second one', async () => {
  const { url, got } = await sink((reply) => void setTimeout(() => reply.writeHead(200).end(), 150));
  await register(url);
  const eventId = await happened();
  const d = deliverer();
  await d.pump();
  later(24 * 60);
  await d.pump();
  await eventually(async () => expect((await deliveryOf(eventId))?.state).toBe('delivered'));
  expect(got).toHaveLength(1);
});

test('what a process that died had claimed is sent when its lease is over', async () => {
  const { url, got } = await sink();
  await register(url);
  const eventId = await happened();
  await world.db().query(`update webhooks.delivery set next_at = $1`, [new Date(now().getTime() + 60_000)]);
  const d = deliverer();
  await d.pump();
  expect(got).toHaveLength(0);
  later(1);
  await pumped(d, eventId, 1);
  expect(got).toHaveLength(1);
});

test('a removed endpoint gets nothing more', async () => {
  const { url, got } = await sink();
  const { id } = await register(url);
  const eventId = await happened();
  await removeEndpoint(world.db(), id, kim, now());
  await planDeliveries(world.db(), await happened(), now());
  await deliverer().pump();
  expect([(await deliveryOf(eventId))?.state, got.length]).toEqual(['failed', 0]);
});

test('an event can be sent again after it failed for good, and after it arrived', async () => {
  const { url, got } = await sink((reply, nth) => void reply.writeHead(nth === 1 ? 500 : 200).end());
  const { id } = await register(url);
  const eventId = await happened();
  await world.db().query('update webhooks.delivery set attempts = 7');
  const d = deliverer();
  expect(await pumped(d, eventId, 8)).toMatchObject({ state: 'failed' });
  expect(await redeliver(world.db(), id, eventId, kim, now())).toMatchObject({
    state: 'pending',
    attempts: 0,
    lastStatus: null,
  });
  expect(await pumped(d, eventId, 1)).toMatchObject({ state: 'delivered', last_status: 200 });
  await redeliver(world.db(), id, eventId, kim, now());
  await d.pump();
  await eventually(() => expect(got).toHaveLength(3));
});

test('a failure that is recorded late takes nothing back: neither an arrival nor a later attempt', async () => {
  const { url } = await sink();
  await register(url);
  const eventId = await happened();
  const [claimed] = await claimDeliveries(world.db(), { total: 1, perEndpoint: 1, exceptions: new Map() }, now());
  if (!claimed) throw new Error('Nothing was due');
  const record = attemptRecorder(world.db());
  const failure = { status: 500, error: 'status' } as const;
  // Another process has recorded a failed second attempt meanwhile.
  await record({ ...claimed, attempts: 1 }, failure, now());
  await record(claimed, failure, now());
  await world.db().query('update webhooks.delivery set attempts = 1');
  await record({ ...claimed, attempts: 1 }, { status: 503, error: 'status' }, now());
  await record(claimed, failure, now());
  expect(await deliveryOf(eventId)).toMatchObject({ state: 'pending', attempts: 2, last_status: 503 });
  await record({ ...claimed, attempts: 2 }, { status: 200, error: null }, now());
  await record({ ...claimed, attempts: 2 }, failure, now());
  expect(await deliveryOf(eventId)).toMatchObject({ state: 'delivered', attempts: 3, last_status: 200 });
});

test('an event that does not fit its type is told to nobody, and a person hears of it', async () => {
  const { url, got } = await sink();
  await register(url);
  const wrong = { sellerId: 'wrong' } as EventData<'seller.changed'>;
  await emit(world.db(), 'seller.changed', [{ entityId: 'wrong', data: wrong }], now());
  const [row] = await world.db().query<{ id: string }[]>(`select id from messaging.event where entity_id = 'wrong'`);
  await expect(planDeliveries(world.db(), row?.id ?? '', now())).rejects.toThrow(Permanent);
  await deliverer().pump();
  expect(got).toEqual([]);
});

test('an event that a newer release tells of goes out as it is', async () => {
  const { url, got } = await sink();
  await register(url);
  const eventId = await happened('newer');
  await world.db().query(`update messaging.event set data = data || '{"tier": "gold"}' where id = $1`, [eventId]);
  await planDeliveries(world.db(), eventId, now());
  await pumped(deliverer(), eventId, 1);
  expect(JSON.parse(got[0]?.body ?? '{}')).toMatchObject({ data: { sellerId: 'newer', tier: 'gold' } });
});

describe('where events may not go', () => {
  const publicThenPrivate: Resolve = async () => ['127.0.0.1'];

  test('a name that leads into the own network by now is not connected to', async () => {
    const { url, got } = await sink();
    const { port } = new URL(url);
    const { id } = await register(url);
    await world
      .db()
      .query('update webhooks.endpoint set url = $2 where id = $1', [id, `https://rebind.example:${port}/`]);
    const eventId = await happened();
    const d = deliverer({ allowInsecure: false, resolve: publicThenPrivate });
    expect(await pumped(d, eventId, 1)).toMatchObject({
      state: 'pending',
      last_status: null,
      last_error: 'blocked-address',
    });
    expect(got).toHaveLength(0);
  });

  // prettier-ignore
  test.each(['https://127.0.0.1:PORT/', 'https://[::1]:PORT/', 'https://[::ffff:127.0.0.1]:PORT/', 'https://2130706433:PORT/', 'http://127.0.0.1:PORT/'])(
    '%s is not connected to, however it came into the list', async (address) => {
      const { url, got } = await sink();
      const { id } = await register(url);
      await world.db().query('update webhooks.endpoint set url = $2 where id = $1', [id, address.replace('PORT', new URL(url).port)]);
      const row = await pumped(deliverer({ allowInsecure: false, resolve: resolveNothing }), await happened(), 1);
      expect([row.last_error, got.length]).toEqual(['blocked-address', 0]);
    });

  test('a name without an address is a failure of its own', async () => {
    const { url } = await sink();
    const { id } = await register(url);
    await world.db().query('update webhooks.endpoint set url = $2 where id = $1', [id, 'https://nowhere.example/']);
    const row = await pumped(deliverer({ allowInsecure: false, resolve: resolveNothing }), await happened(), 1);
    expect(row.last_error).toBe('dns');
  });
});
