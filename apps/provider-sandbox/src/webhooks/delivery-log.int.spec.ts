import type { ServerResponse } from 'node:http';
import type { WebhookEventType } from '@jeongsan/provider-contract';
import type { Fault } from '@jeongsan/sandbox-control';
import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import { freezeAt, paid, seoul } from '../testing/buyer.js';
import { type Receiver, startReceiver, until } from '../testing/receiver.js';
import { raw, type Sandbox, SECURITY_KEY_HEX, startSandbox } from '../testing/sandbox.js';
import { registered } from '../testing/sellers.js';

const TIMEOUT_MS = 300;
const all: WebhookEventType[] = ['PAYMENT_STATUS_CHANGED', 'seller.changed'];
let sandbox: Sandbox;
let receiver: Receiver;
let other: Receiver;
beforeAll(async () => {
  sandbox = await startSandbox({ WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) });
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  [receiver, other] = await Promise.all([startReceiver(), startReceiver()]);
  await sandbox.control.reset({});
  await sandbox.control.clearFaults({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: all } });
});
afterEach(() => Promise.all([receiver.close(), other.close()]));

const deliveries = async () => (await sandbox.control.listDeliveries({ query: {} })).items;
const settled = (attempts: number) =>
  until(`${attempts} attempts`, async () => (await deliveries()).every((one) => one.attempts >= attempts));
const logOf = async (id = '') => (await sandbox.control.readDelivery({ params: { id } })).log;
const idOf = ({ headers }: { headers: object }) =>
  (headers as Record<string, string>)['tosspayments-webhook-transmission-id'];

// prettier-ignore
test.each<[string, (reply: ServerResponse) => void, { status: number | null; problem: string | null; excerpt: string }, string]>([
  ['200',                           (reply) => reply.writeHead(200).end('thanks'),                               { status: 200,  problem: null, excerpt: 'thanks' },                       'delivered'],
  ['201',                           (reply) => reply.writeHead(201).end(),                                       { status: 201,  problem: null, excerpt: '' },                             'pending'],
  ['204',                           (reply) => reply.writeHead(204).end(),                                       { status: 204,  problem: null, excerpt: '' },                             'pending'],
  ['a redirect to a good address',  (reply) => reply.writeHead(302, { location: other.url }).end(),              { status: 302,  problem: null, excerpt: '' },                             'pending'],
  ['404 with a page',               (reply) => reply.writeHead(404).end('x'.repeat(2_000)),                      { status: 404,  problem: null, excerpt: 'x'.repeat(500) },                'pending'],
  ['a NUL and broken UTF-8',        (reply) => reply.writeHead(200).end(Buffer.from([0x61, 0x00, 0xff])),        { status: 200,  problem: null, excerpt: 'a\ufffd\ufffd' },                'delivered'],
  ['nothing',                       () => undefined,                                                             { status: null, problem: `No complete reply within ${TIMEOUT_MS} ms`, excerpt: '' },      'pending'],
  ['200 whose body does not end',   (reply) => reply.writeHead(200).write('slow'),                               { status: null, problem: `No complete reply within ${TIMEOUT_MS} ms`, excerpt: 'slow' },  'pending'],
  ['200 whose body breaks off',     (reply) => { reply.writeHead(200, { 'content-length': '9' }).write('half', () => reply.destroy()); }, { status: null, problem: 'The reply broke off', excerpt: 'half' }, 'pending'],
  ['a closed connection',           (reply) => reply.destroy(),                                                  { status: null, problem: 'ECONNRESET', excerpt: '' },                     'pending'],
])('a receiver that answers with %s', async (_, respond, attempt, state) => {
  receiver.respond = respond;
  await paid(sandbox, 1_000n);
  await settled(1);
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ state, target: 'default', lastStatus: attempt.status });
  const [logged] = await logOf(delivery?.id);
  expect(logged).toEqual({ ...attempt, url: receiver.url, at: seoul('2026-03-04T10:00:00'), durationMs: expect.any(Number) as number });
  expect(logged?.durationMs).toBeLessThan(TIMEOUT_MS + 500);
  expect(other.received).toEqual([]);
});

test('every attempt of a webhook is kept, with its own time, also when it is sent again by hand', async () => {
  receiver.status = 500;
  await paid(sandbox, 1_000n);
  await settled(1);
  receiver.status = 200;
  await freezeAt(sandbox, '2026-03-04T10:01:00');
  const [delivery] = await deliveries();
  await freezeAt(sandbox, '2026-03-04T12:00:00');
  await sandbox.control.resendDelivery({ params: { id: delivery?.id ?? '' } });
  await settled(3);
  const { log, body, subject } = await sandbox.control.readDelivery({ params: { id: delivery?.id ?? '' } });
  expect(log.map(({ at, status }) => [at, status])).toEqual([
    [seoul('2026-03-04T10:00:00'), 500],
    [seoul('2026-03-04T10:01:00'), 200],
    [seoul('2026-03-04T12:00:00'), 200],
  ]);
  expect(JSON.parse(body)).toMatchObject({ eventType: 'PAYMENT_STATUS_CHANGED', data: { paymentKey: subject } });
  expect((await raw(sandbox, 'GET', '/control/webhook/deliveries/nobody')).status).toBe(404);
});

describe('with several targets', () => {
  const named = (name: string, url: string, events: WebhookEventType[]) =>
    sandbox.control.registerWebhookTarget({ params: { name }, body: { url, events } });

  test('each gets its own events, as webhooks of its own', async () => {
    await named('ledger', other.url, ['PAYMENT_STATUS_CHANGED']);
    other.status = 500;
    await paid(sandbox, 1_000n);
    const { id } = await registered(sandbox, 'INDIVIDUAL');
    await sandbox.control.finishIdentityCheck({ params: { id } });
    await settled(1);
    const seen = (await deliveries()).map(({ target, eventType, state }) => [target, eventType, state]).sort();
    expect(seen).toEqual([
      ['default', 'PAYMENT_STATUS_CHANGED', 'delivered'],
      ['default', 'seller.changed', 'delivered'],
      ['ledger', 'PAYMENT_STATUS_CHANGED', 'pending'],
    ]);
    expect(new Set([...receiver.received, ...other.received].map(idOf)).size).toBe(3);
    expect(Object.keys(await sandbox.control.listWebhookTargets({}))).toEqual(['default', 'ledger']);
  });

  test('one that is removed gives up what is due for it', async () => {
    receiver.status = 500;
    await paid(sandbox, 1_000n);
    await settled(1);
    await sandbox.control.removeWebhookTarget({ params: { name: 'default' } });
    await freezeAt(sandbox, '2026-03-04T10:01:00');
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ state: 'given-up', attempts: 2 });
    expect((await logOf(delivery?.id)).at(-1)).toMatchObject({ url: null, problem: 'The target was removed' });
    await expect(sandbox.control.removeWebhookTarget({ params: { name: 'default' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('they outlive the process, twenty at most, by simple names', async () => {
    for (let i = 1; i < 20; i += 1) await named(`t${i}`, other.url, []);
    await expect(named('t20', other.url, [])).rejects.toMatchObject({ status: 409 });
    await named('t19', receiver.url, []);
    const body = JSON.stringify({ url: other.url, events: [] });
    const headers = { 'content-type': 'application/json' };
    for (const name of ['no%20spaces', '__proto__%00', 'n'.repeat(41)])
      expect((await raw(sandbox, 'PUT', `/control/webhooks/${name}`, { headers, body })).status).toBe(400);
    sandbox = await sandbox.restart();
    expect(Object.keys(await sandbox.control.listWebhookTargets({}))).toHaveLength(20);
  });
});

describe('a fault of webhooks', () => {
  const fault = (body: Partial<z.output<typeof Fault>>) =>
    sandbox.control.addFault({ body: { operation: 'webhooks', kind: 'drop', times: 1, ...body } });
  const announced = () =>
    receiver.received.map(({ json }) => (json['data'] as { paymentKey?: string } | undefined)?.paymentKey);

  test('drop: it never comes, and can be sent by hand', async () => {
    await fault({ kind: 'drop' });
    await paid(sandbox, 1_000n);
    await settled(1);
    const [delivery] = await deliveries();
    expect([delivery?.state, receiver.received.length]).toEqual(['given-up', 0]);
    await sandbox.control.resendDelivery({ params: { id: delivery?.id ?? '' } });
    await until('it comes', () => receiver.received.length === 1);
  });

  test('delay: it comes later by the clock of the sandbox, as a first attempt', async () => {
    await fault({ kind: 'delay', delayMs: 120_000 });
    await paid(sandbox, 1_000n);
    await freezeAt(sandbox, '2026-03-04T10:01:59');
    expect(receiver.received).toEqual([]);
    await freezeAt(sandbox, '2026-03-04T10:02:00');
    expect(receiver.received[0]?.headers).toMatchObject({ 'tosspayments-webhook-transmission-retried-count': '0' });
  });

  test('duplicate: it comes twice under one id', async () => {
    await fault({ kind: 'duplicate' });
    await paid(sandbox, 1_000n);
    await settled(1);
    expect(receiver.received.map(idOf)).toHaveLength(2);
    expect(new Set(receiver.received.map(idOf)).size).toBe(1);
  });

  test('reorder: it comes after the one that follows it', async () => {
    await fault({ kind: 'reorder' });
    const first = await paid(sandbox, 1_000n);
    const second = await paid(sandbox, 1_000n);
    await until('both', () => receiver.received.length === 2);
    expect(announced()).toEqual([second.paymentKey, first.paymentKey]);
  });

  test('forge: its signature is a stranger’s, and only the webhook it looks for', async () => {
    await fault({ kind: 'forge', contains: 'PARTIALLY_APPROVED' });
    for (const check of ['finishIdentityCheck', 'finishKyc'] as const) {
      const { id } = await registered(sandbox, check === 'finishKyc' ? 'CORPORATE' : 'INDIVIDUAL');
      await sandbox.control[check]({ params: { id } });
    }
    await until('all three', () => receiver.received.length === 3);
    const isGenuine = receiver.received.map(({ headers, text }) => {
      const time = String(headers['tosspayments-webhook-transmission-time']);
      const mac = createHmac('sha256', Buffer.from(SECURITY_KEY_HEX, 'hex')).update(`${text}:${time}`).digest('base64');
      return String(headers['tosspayments-webhook-signature']).split(',').includes(`v1:${mac}`);
    });
    expect(isGenuine.filter((genuine) => !genuine)).toHaveLength(1);
  });

  test('is refused where it cannot happen', async () => {
    await expect(fault({ kind: 'garbage' })).rejects.toMatchObject({ status: 400 });
    await expect(fault({ operation: 'confirmPayment', kind: 'forge' })).rejects.toMatchObject({ status: 400 });
    await expect(fault({ operation: 'noSuchOperation' })).rejects.toMatchObject({ status: 400 });
  });
});
