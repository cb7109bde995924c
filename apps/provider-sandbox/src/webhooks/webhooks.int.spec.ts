import { createHmac } from 'node:crypto';
import {
  PaymentStatusChanged,
  PayoutChanged,
  SellerChanged,
  type WebhookEventType,
  webhookRetryMinutes,
} from '@jeongsan/provider-contract';
import { authenticated, freezeAt, funded, paid, seoul } from '../testing/buyer.js';
import { type Receiver, startReceiver, until } from '../testing/receiver.js';
import { OLD_SECURITY_KEY_HEX, raw, type Sandbox, SECURITY_KEY_HEX, startSandbox } from '../testing/sandbox.js';
import { approved, payoutItem, registered, sellerBody } from '../testing/sellers.js';

const all: WebhookEventType[] = ['PAYMENT_STATUS_CHANGED', 'payout.changed', 'seller.changed'];
let sandbox: Sandbox;
let receiver: Receiver;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  receiver = await startReceiver();
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: all } });
});
afterEach(() => receiver.close());

const count = (n: number) => until(`${n} webhooks`, () => receiver.received.length >= n);
const only = async () => {
  await count(1);
  const [webhook] = receiver.received;
  if (!webhook) throw new Error('No webhook arrived');
  return webhook;
};

/** Signs by the documented rule, with code that the sandbox does not use. */
const signatureWith = (hex: string, text: string, time: string) =>
  `v1:${createHmac('sha256', Buffer.from(hex, 'hex')).update(`${text}:${time}`).digest('base64')}`;

test('an approval is announced with the payment as it now is, unsigned', async () => {
  const payment = await paid(sandbox, 10_000n);
  const { headers, json } = await only();
  expect(json).toMatchObject({ eventType: 'PAYMENT_STATUS_CHANGED', createdAt: '2026-03-04T10:00:00.000000' });
  expect(PaymentStatusChanged.parse(json).data).toEqual(payment);
  expect(headers).toMatchObject({
    'tosspayments-webhook-transmission-time': '2026-03-04T10:00:00+09:00',
    'tosspayments-webhook-transmission-retried-count': '0',
    'tosspayments-webhook-transmission-id': expect.stringMatching(/^whtrans_a[0-9a-z]{26}$/) as string,
  });
  expect(headers['tosspayments-webhook-signature']).toBeUndefined();
});

test('partial cancels, the full cancel, a refusal and an expiry are announced; opening and authenticating are not', async () => {
  const canceled = await paid(sandbox, 10_000n);
  await sandbox.provider.cancelPayment({ params: { paymentKey: canceled.paymentKey }, body: { cancelReason: '변심' } });
  const parted = await paid(sandbox, 10_000n);
  await sandbox.provider.cancelPayment({
    params: { paymentKey: parted.paymentKey },
    body: { cancelReason: '변심', cancelAmount: 1n },
  });
  const refused = await authenticated(sandbox, 10_000n, { refuseWith: 'REJECT_CARD_PAYMENT' });
  const { paymentKey, orderId } = refused;
  await expect(
    sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount: 10_000n } }),
  ).rejects.toMatchObject({ code: 'REJECT_CARD_PAYMENT' });
  await authenticated(sandbox, 10_000n);
  await freezeAt(sandbox, '2026-03-04T11:00:00');
  await count(6);
  const seen = receiver.received.map(({ json }) => (json['data'] as { status: string }).status).sort();
  expect(seen).toEqual(['ABORTED', 'CANCELED', 'DONE', 'DONE', 'EXPIRED', 'PARTIAL_CANCELED']);
  const expired = receiver.received.find(({ json }) => (json['data'] as { status: string }).status === 'EXPIRED');
  expect(expired?.json['createdAt']).toBe('2026-03-04T10:10:00.000000');
});

test('a payout is announced when it ends, signed with every valid key', async () => {
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['payout.changed'] } });
  await funded(sandbox, 1_000_000n);
  const seller = await approved(sandbox);
  const [payout] = (await sandbox.provider.createPayouts({ body: [payoutItem(seller.id, 5_000n)] })).entityBody.items;
  await freezeAt(sandbox, '2026-03-04T10:01:00');
  const { headers, text, json } = await only();
  expect(text).toContain('"value":5000.0');
  expect(json).toMatchObject({
    eventType: 'payout.changed',
    createdAt: '2026-03-04T10:00:05+09:00',
    version: '2022-11-16',
    entityType: 'payout',
  });
  expect(PayoutChanged.parse(json).entityBody).toEqual({ ...payout, status: 'COMPLETED' });
  const time = String(headers['tosspayments-webhook-transmission-time']);
  expect(headers['tosspayments-webhook-signature']).toBe(
    [SECURITY_KEY_HEX, OLD_SECURITY_KEY_HEX].map((hex) => signatureWith(hex, text, time)).join(','),
  );
});

test('a failed payout is announced with its error', async () => {
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['payout.changed'] } });
  await funded(sandbox, 1_000_000n);
  const account = { bankCode: '295', accountNumber: '77701777777', holderName: '정산' };
  const { entityBody: seller } = await sandbox.provider.createSeller({ body: { ...sellerBody(), account } });
  await sandbox.provider.createPayouts({ body: [payoutItem(seller.id, 5_000n)] });
  await freezeAt(sandbox, '2026-03-04T10:01:00');
  expect((await only()).json).toMatchObject({
    entityBody: { status: 'FAILED', error: { code: 'ACCOUNT_TRANSFER_REJECTED' } },
  });
});

test('a seller is announced with its account masked, never for its registration', async () => {
  const { id } = await registered(sandbox, 'INDIVIDUAL');
  await sandbox.control.finishIdentityCheck({ params: { id } });
  const { headers, text, json } = await only();
  expect(SellerChanged.parse(json)).toMatchObject({
    entityBody: { id, status: 'PARTIALLY_APPROVED', account: { accountNumber: '110****56789' } },
  });
  const time = String(headers['tosspayments-webhook-transmission-time']);
  expect(String(headers['tosspayments-webhook-signature']).split(',')).toContain(
    signatureWith(SECURITY_KEY_HEX, text, time),
  );
});

test('a request beyond the weekly limit fails, and the review it starts is announced', async () => {
  await funded(sandbox, 50_000_000n);
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['seller.changed'] } });
  const seller = await registered(sandbox);
  await expect(sandbox.provider.createPayouts({ body: [payoutItem(seller.id, 10_000_001n)] })).rejects.toMatchObject({
    code: 'FORBIDDEN_SELLER_PAYOUT',
  });
  await until('the review', () => receiver.received.some(({ json }) => json['eventType'] === 'seller.changed'));
  expect(receiver.received.at(-1)?.json).toMatchObject({ entityBody: { id: seller.id, status: 'KYC_REQUIRED' } });
});

describe('a webhook that is not answered with 200', () => {
  test.each([500, 201, 302])(
    'but %d is sent again, at the documented times, seven times, then no more',
    async (status) => {
      receiver.status = status;
      await paid(sandbox, 10_000n);
      await count(1);
      let minutes = 0;
      const times = [minutes];
      for (const wait of webhookRetryMinutes) {
        const before = seoul('2026-03-04T10:00:00').getTime() + (minutes + wait) * 60_000;
        await sandbox.control.setClock({ body: { now: new Date(before - 1_000) } });
        expect(receiver.received).toHaveLength(times.length);
        minutes += wait;
        times.push(minutes);
        await sandbox.control.setClock({ body: { now: new Date(before) } });
        expect(receiver.received).toHaveLength(times.length);
      }
      await freezeAt(sandbox, '2026-04-04T10:00:00');
      expect(receiver.received).toHaveLength(8);
      const ids = receiver.received.map(({ headers }) => headers['tosspayments-webhook-transmission-id']);
      expect(new Set(ids).size).toBe(1);
      expect(
        receiver.received.map(({ headers }) => headers['tosspayments-webhook-transmission-retried-count']),
      ).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
      const { pending, items } = await sandbox.control.listDeliveries({ query: { state: 'given-up' } });
      expect([pending, items]).toMatchObject([0, [{ attempts: 8, lastStatus: status, nextAttemptAt: null }]]);
    },
  );

  test('goes through all its attempts when a week passes at once', async () => {
    receiver.status = 503;
    await paid(sandbox, 10_000n);
    await freezeAt(sandbox, '2026-03-11T10:00:00');
    expect(receiver.received.map(({ headers }) => headers['tosspayments-webhook-transmission-time'])).toEqual([
      '2026-03-04T10:00:00+09:00',
      '2026-03-04T10:01:00+09:00',
      '2026-03-04T10:05:00+09:00',
      '2026-03-04T10:21:00+09:00',
      '2026-03-04T11:25:00+09:00',
      '2026-03-04T15:41:00+09:00',
      '2026-03-05T08:45:00+09:00',
      '2026-03-08T05:01:00+09:00',
    ]);
  });

  test('is delivered by the first attempt that succeeds, and can be sent again by hand', async () => {
    receiver.status = 500;
    await paid(sandbox, 10_000n);
    await count(1);
    receiver.status = 200;
    await freezeAt(sandbox, '2026-03-05T10:00:00');
    expect(receiver.received).toHaveLength(2);
    const { items } = await sandbox.control.listDeliveries({ query: { state: 'delivered' } });
    expect(items).toMatchObject([{ attempts: 2, lastStatus: 200 }]);
    await sandbox.control.resendDelivery({ params: { id: items[0]?.id ?? '' } });
    await count(3);
    await expect(sandbox.control.resendDelivery({ params: { id: 'nobody' } })).rejects.toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  test('because nobody listens is not lost', async () => {
    await sandbox.control.registerWebhook({ body: { url: 'http://127.0.0.1:9/', events: all } });
    await paid(sandbox, 10_000n);
    await until(
      'the first attempt',
      async () => (await sandbox.control.listDeliveries({ query: {} })).items[0]?.attempts === 1,
    );
    expect((await sandbox.control.listDeliveries({ query: {} })).items).toMatchObject([
      { state: 'pending', lastStatus: null },
    ]);
    await sandbox.control.registerWebhook({ body: { url: receiver.url, events: all } });
    await freezeAt(sandbox, '2026-03-04T10:01:00');
    expect(receiver.received).toHaveLength(1);
  });
});

test('only what the merchant registered for is sent', async () => {
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['seller.changed'] } });
  await paid(sandbox, 10_000n);
  expect(await sandbox.control.listDeliveries({ query: {} })).toEqual({ pending: 0, items: [] });
});

test('a hundred approvals at once are a hundred webhooks', async () => {
  const payments = await Promise.all(Array.from({ length: 100 }, () => paid(sandbox, 1_000n)));
  await count(100);
  const announced = receiver.received.map(({ json }) => (json['data'] as { paymentKey: string }).paymentKey);
  expect(announced.sort()).toEqual(payments.map(({ paymentKey }) => paymentKey).sort());
});

test('an address on this machine is refused where that is not wanted, and one that is no web address always', async () => {
  const strict = await startSandbox({ WEBHOOK_LOCAL: 'false' });
  const register = (on: Sandbox, url: string) =>
    raw(on, 'PUT', '/control/webhook', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url, events: [] }),
    });
  expect((await register(strict, 'http://localhost:1234/')).json).toMatchObject({ code: 'INVALID_REQUEST' });
  expect((await register(strict, 'https://market.example/')).status).toBe(200);
  expect((await register(sandbox, 'ftp://market.example/')).json).toMatchObject({ code: 'INVALID_REQUEST' });
  await strict.stop();
});
