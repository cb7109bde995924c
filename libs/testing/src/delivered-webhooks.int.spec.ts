import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, type WebhookEvent, webhookEventTypes, won } from '@jeongsan/provider-client';
import { eventually, type Sandbox, startSandbox } from './index.js';
import { buyerPays, registerSeller } from './testing/provider-world.js';

type Delivered = Readonly<{ body: Buffer; headers: http.IncomingHttpHeaders }>;
const BUSINESS_HOUR = new Date('2026-03-04T10:00:00+09:00');
const PLAY_MS_MAX = 60_000;

let sandbox: Sandbox;
let server: http.Server;
const delivered: Delivered[] = [];
jest.setTimeout(PLAY_MS_MAX);

beforeAll(async () => {
  sandbox = await startSandbox(resolve(__dirname, '../../../apps'));
  server = http.createServer((request, response) => {
    void buffer(request).then((body) => {
      delivered.push({ body, headers: request.headers });
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await sandbox.control.setClock({ body: { now: BUSINESS_HOUR, mode: 'frozen' } });
  const url = `http://127.0.0.1:${port}/`;
  await sandbox.control.registerWebhook({ body: { url, events: [...webhookEventTypes] } });
});
afterAll(async () => {
  await sandbox.stop();
  server.closeAllConnections();
  server.close();
});

/** A card payment, a virtual account with its deposit, a deleted billing key, a seller and a payout. */
async function play(): Promise<void> {
  const { api, control } = sandbox;
  await control.changeSettings({ body: { payoutLagBusinessDays: 0, payoutCompletionSeconds: null } });
  await buyerPays(sandbox, { orderId: 'order-funds', amount: 100_000n });
  const account = { amount: 5_000n, orderId: 'order-account', orderName: '사과', customerName: '홍길동', bank: '88' };
  const { paymentKey } = await api.issueVirtualAccount({ body: account });
  await control.depositIntoAccount({ params: { paymentKey }, body: {} });
  const { billingKey } = await api.issueBillingKeyByCard({
    body: {
      ...{ customerKey: 'customer-1', cardNumber: '9410001234567890', cardPassword: '12' },
      ...{ cardExpirationYear: '30', cardExpirationMonth: '12', customerIdentityNumber: '881212' },
    },
  });
  await api.deleteBillingKey({ params: { billingKey: billingKey ?? '' } });
  const bank = { bankCode: '088', accountNumber: '11012345678901' };
  const destination = await registerSeller(sandbox, { refSellerId: 'seller-1', account: bank, isApproved: true });
  const payout = { refPayoutId: 'payout-1', destination, amount: won(5_000n), transactionDescription: '정산' };
  const { entityBody } = await api.createPayouts({ body: [{ ...payout, scheduleType: 'EXPRESS' }] });
  await control.completePayout({ params: { id: entityBody.items[0]?.id ?? '' } });
}

const signed: readonly WebhookEvent['eventType'][] = ['payout.changed', 'seller.changed'];
const unsigned: readonly WebhookEvent['eventType'][] = [
  'PAYMENT_STATUS_CHANGED',
  'DEPOSIT_CALLBACK',
  'BILLING_DELETED',
];

test("the client verifies and reads the sandbox's webhooks, and refuses each signed one with one byte changed", async () => {
  await play();
  const options = () => ({ securityKeys: [sandbox.securityKey], now: () => BUSINESS_HOUR });
  const read = () => delivered.map(({ body, headers }) => verifyWebhook(body, headers, options()));
  const seen = await eventually(
    () => {
      const found = new Set(
        read().map((one) => (one.outcome === 'refused' ? one.code : `${one.outcome} ${one.event.eventType}`)),
      );
      expect(found.size).toBeGreaterThanOrEqual(signed.length + unsigned.length);
      return found;
    },
    { timeoutMs: PLAY_MS_MAX / 2 },
  );
  const expected = [...signed.map((type) => `genuine ${type}`), ...unsigned.map((type) => `unsigned ${type}`)];
  expect([...seen].sort()).toEqual(expected.sort());
  const changed = delivered.map(({ body, headers }) =>
    verifyWebhook(Buffer.concat([body, Buffer.from(' ')]), headers, options()),
  );
  const refused = changed.filter(({ outcome }) => outcome === 'refused');
  expect(refused).toHaveLength(read().filter(({ outcome }) => outcome === 'genuine').length);
});
