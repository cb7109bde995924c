import { transaction } from '@jeongsan/database';
import { eventually, testSeal } from '@jeongsan/testing';
import { Webhook } from 'standardwebhooks';
import { planDeliveries } from '../deliver-event/plan-deliveries.js';
import { sealSecret } from '../endpoint-secret.js';
import { findEndpoint, listDeliveries, readDelivery } from '../read-endpoints/read-endpoints.js';
import { redeliver } from '../redeliver/redeliver.js';
import { removeEndpoint } from '../remove-endpoint/remove-endpoint.js';
import { replayEvents } from '../replay-events/replay-events.js';
import { rotateSecret } from '../rotate-secret/rotate-secret.js';
import { testEndpoint } from '../test-endpoint/test-endpoint.js';
import { answerStatus, deliveryWorld, type Got } from '../testing/delivery-world.js';
import { pauseEndpoint, resumeEndpoint } from './pause-endpoint.js';

const world = deliveryWorld();
const { author, now, sink, register, deliverer, happened, deliveryOf, pumped, later } = world;
beforeAll(world.open, 60_000);
beforeEach(world.empty);
afterEach(world.settle);
afterAll(world.close);

const reason = 'the consumer is moved';
const pause = (endpointId: string) =>
  transaction(world.db(), (tx) => pauseEndpoint(tx, 'PERSON', { endpointId, author, reason, now: now() }));
const resume = (endpointId: string) =>
  transaction(world.db(), (tx) => resumeEndpoint(tx, { endpointId, author, reason, now: now() }));
const rotate = (endpointId: string, overlapHours: number) =>
  rotateSecret(
    { db: world.db(), seal: testSeal },
    { params: { endpointId }, body: { reason, overlapHours } },
    author,
    now(),
  );
const verifies = (secret: string, { headers, body }: Got): boolean => {
  const [id, at] = [headers['webhook-id'] as string, new Date(Number(headers['webhook-timestamp']) * 1_000)];
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(new Webhook(secret).sign(id, at, body));
};
const last = (got: readonly Got[]): Got => got.at(-1) as Got;

test('during the overlap either secret verifies, and after it the new one alone', async () => {
  const { url, got } = await sink();
  const { id, secret: first } = await register(url);
  const { secret: second, earlierSecretUntil } = await rotate(id, 24);
  expect(earlierSecretUntil).toEqual(new Date(now().getTime() + 24 * 3_600_000));
  await pumped(deliverer(), await happened(), 1);
  expect([verifies(first, last(got)), verifies(second, last(got))]).toEqual([true, true]);
  later(24 * 60);
  await pumped(deliverer(), await happened(), 1);
  expect([verifies(first, last(got)), verifies(second, last(got))]).toEqual([false, true]);
});

test('a second rotation within the overlap ends the first secret, and an overlap of 0 the one before at once', async () => {
  const { url, got } = await sink();
  const { id, secret: first } = await register(url);
  const { secret: second } = await rotate(id, 24);
  const { secret: third } = await rotate(id, 24);
  await pumped(deliverer(), await happened(), 1);
  expect([first, second, third].map((secret) => verifies(secret, last(got)))).toEqual([false, true, true]);
  const { secret: fourth } = await rotate(id, 0);
  await pumped(deliverer(), await happened(), 1);
  expect([third, fourth].map((secret) => verifies(secret, last(got)))).toEqual([false, true]);
});

test('an endpoint of an earlier release gets the earlier headers too, until its secret is rotated', async () => {
  const { url, got } = await sink();
  const { id } = await register(url);
  const hex = 'ab'.repeat(32);
  await world
    .db()
    .query('update webhooks.endpoint set secret_sealed = $2 where id = $1', [id, sealSecret(id, hex, testSeal)]);
  await pumped(deliverer(), await happened(), 1);
  expect(last(got).headers['jeongsan-webhook-signature']).toMatch(/^v1:.{44}$/);
  expect(verifies(Buffer.from(hex, 'hex').toString('base64'), last(got))).toBe(true);
  await rotate(id, 0);
  await pumped(deliverer(), await happened(), 1);
  expect(last(got).headers).not.toHaveProperty('jeongsan-webhook-signature');
});

test('a paused endpoint gets nothing, whichever way an event is planned, and all of it when it is resumed', async () => {
  const { url, got } = await sink();
  const { id } = await register(url);
  const before = await happened();
  expect(await pause(id)).toMatchObject({ pausedAt: now(), pausedBecause: 'PERSON' });
  const during = await happened();
  const { eventId: tested } = await testEndpoint(world.db(), id, author, now());
  await redeliver(world.db(), id, before, author, now());
  later(10_000);
  await deliverer().pump();
  expect(got).toHaveLength(0);
  const { items } = await listDeliveries(world.db(), { params: { endpointId: id }, query: {} });
  expect(items.map(({ state, nextAt }) => [state, nextAt])).toEqual(items.map(() => ['pending', null]));
  expect(await resume(id)).toMatchObject({ pausedAt: null, pausedBecause: null });
  await deliverer().pump();
  await eventually(() =>
    expect(got.map(({ headers }) => headers['webhook-id']).sort()).toEqual([before, during, tested].sort()),
  );
});

test('an attempt that ends after the pause starts no next one', async () => {
  const replies: (() => void)[] = [];
  const { url } = await sink((reply) => void replies.push(() => reply.writeHead(500).end()));
  const { id } = await register(url);
  const eventId = await happened();
  await deliverer(undefined, 60_000).pump();
  await eventually(() => expect(replies).toHaveLength(1));
  await pause(id);
  replies[0]?.();
  await eventually(async () => expect(await deliveryOf(eventId)).toMatchObject({ attempts: 1, last_status: 500 }));
  expect(await deliveryOf(eventId)).toMatchObject({ state: 'pending', next_at: Infinity });
  await removeEndpoint(world.db(), id, author, now());
  expect(await deliveryOf(eventId)).toMatchObject({ state: 'failed', next_at: now() });
});

test('an endpoint that fails for five days is paused, and others hear of it; one arrival makes it well', async () => {
  let isWell = false;
  const failing = await sink((reply) => void reply.writeHead(isWell ? 200 : 500).end());
  const watching = await sink();
  const { id } = await register(failing.url, ['seller.changed']);
  await register(watching.url, ['webhook-endpoint.paused']);
  const d = deliverer();
  const begun = now();
  await pumped(d, await happened('first'), 1);
  await eventually(async () => expect((await findEndpoint(world.db(), id)).failingSince).toEqual(begun));
  isWell = true;
  await pumped(d, await happened('second'), 1);
  await eventually(async () => expect((await findEndpoint(world.db(), id)).failingSince).toBeNull());
  isWell = false;
  await pumped(d, await happened('third'), 1);
  later(5 * 24 * 60);
  await happened('fourth');
  await d.pump();
  const paused = await eventually(async () => {
    const found = await findEndpoint(world.db(), id);
    expect(found.pausedBecause).toBe('FAILING');
    return found;
  });
  expect(paused.pausedAt).toEqual(now());
  // Several attempts were under way: one of them paused the endpoint.
  const decisions = await world
    .db()
    .query<unknown[]>(`select from audit.decision where kind = 'endpoint.paused' and subject = $1`, [id]);
  expect(decisions).toHaveLength(1);
  const notices = await world
    .db()
    .query<{ id: string }[]>(`select id from messaging.event where type = 'webhook-endpoint.paused'`);
  expect(notices).toHaveLength(1);
  await planDeliveries(world.db(), notices[0]?.id ?? '', now());
  await d.pump();
  await eventually(() =>
    expect(JSON.parse(last(watching.got).body)).toMatchObject({ data: { endpointId: id, because: 'FAILING' } }),
  );
});

test('an endpoint that says it is gone is paused at once', async () => {
  const { url, got } = await sink(answerStatus(410));
  const { id } = await register(url, ['seller.changed']);
  await pumped(deliverer(), await happened(), 1);
  await eventually(async () => expect(await findEndpoint(world.db(), id)).toMatchObject({ pausedBecause: 'GONE' }));
  later(100_000);
  await deliverer().pump();
  expect(got).toHaveLength(1);
});

test('a replay sends the events of its range that did not arrive, or all of them', async () => {
  const { url, got } = await sink();
  const early = await happened('early');
  const { id } = await register(url, ['seller.changed']);
  const arrived = await happened('arrived');
  await pumped(deliverer(), arrived, 1);
  // Ids of events hold the time at which the database stored them.
  const [from, to] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)];
  const replay = (which: 'not-delivered' | 'all', range = { from, to }) =>
    replayEvents(world.db(), { params: { endpointId: id }, body: { reason, which, ...range } }, author, now());
  expect(await replay('not-delivered')).toEqual({ replayed: 1 });
  await deliverer().pump();
  await eventually(() => expect(got.map(({ headers }) => headers['webhook-id'])).toEqual([arrived, early]));
  expect(await replay('all')).toEqual({ replayed: 2 });
  await deliverer().pump();
  await eventually(() => expect(got).toHaveLength(4));
  expect(await replay('all', { from: new Date('0001-01-01T00:00:00Z'), to: new Date('1960-01-01T00:00:00Z') })).toEqual(
    { replayed: 0 },
  );
  await expect(replay('all', { from: to, to: from })).rejects.toMatchObject({ code: 'WEBHOOK_REPLAY_RANGE' });
});

test('a delivery shows the body that is sent, with what the last attempt met', async () => {
  const { url, got } = await sink(answerStatus(500));
  const { id } = await register(url, ['seller.changed']);
  const eventId = await happened('shown');
  await pumped(deliverer(), eventId, 1);
  const delivery = await readDelivery(world.db(), { params: { endpointId: id, eventId } });
  expect(delivery).toMatchObject({ lastStatus: 500, lastError: 'status', attempts: 1 });
  expect(delivery.payload).toEqual(JSON.parse(last(got).body));
});
