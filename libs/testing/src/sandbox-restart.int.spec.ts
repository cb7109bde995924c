import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { won } from '@jeongsan/money';
import { eventually, type Sandbox, startSandbox } from './index.js';

const seoul = (text: string): Date => new Date(`${text}+09:00`);
const KILLED_TIMEOUT_MS = 60_000;

let sandbox: Sandbox;
let status = 500;
const received: { eventType: string; id: string }[] = [];
const receiver = createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { eventType } = JSON.parse(Buffer.concat(chunks).toString()) as { eventType: string };
    received.push({ eventType, id: String(request.headers['tosspayments-webhook-transmission-id']) });
    reply.writeHead(status).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  sandbox = await startSandbox(join(__dirname, '../../../apps'));
  await sandbox.control.setClock({ body: { now: seoul('2026-05-04T10:00:00'), mode: 'frozen' } });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;
  await sandbox.control.registerWebhook({ body: { url, events: ['PAYMENT_STATUS_CHANGED', 'payout.changed'] } });
  await sandbox.control.changeSettings({ body: { feeRates: { 카드: 0 }, payoutLagBusinessDays: 0 } });
}, KILLED_TIMEOUT_MS);
afterAll(async () => {
  await sandbox.stop();
  receiver.close();
});

const buy = (orderId: string, amount: bigint) =>
  sandbox.control.payAsBuyer({ body: { method: '카드', orderName: '사과', orderId, amount } });
const confirm = ({ paymentKey, orderId, totalAmount: amount }: Awaited<ReturnType<typeof buy>>) =>
  sandbox.api.confirmPayment({ body: { paymentKey, orderId, amount } }, { idempotencyKey: orderId });
const at = (text: string) => sandbox.control.setClock({ body: { now: seoul(text) } });

/** Kills the process as a power cut would, and starts it again. */
async function crash(): Promise<void> {
  await sandbox.app.kill('SIGKILL');
  await sandbox.app.restart();
}

test(
  'killed in the middle of confirmations, it has done each of them once or not at all, and the next try completes them',
  async () => {
    const payments = await Promise.all(Array.from({ length: 60 }, (_, n) => buy(`order-killed-${n}`, 20_000n)));
    const tries = payments.map((payment) =>
      confirm(payment).then(
        () => 'done',
        () => 'unknown',
      ),
    );
    await Promise.race(tries);
    await crash();
    const outcomes = await Promise.all(tries);
    expect(outcomes).toContain('done');
    const again = await Promise.all(payments.map(confirm));
    expect(again.map(({ status: state }) => state)).toEqual(payments.map(() => 'DONE'));
    const query = { startDate: '2026-05-04', endDate: '2026-05-05', limit: 1_000 };
    const rows = await sandbox.api.listTransactions({ query });
    expect(rows.map(({ orderId }) => orderId).sort()).toEqual(payments.map(({ orderId }) => orderId).sort());
    expect((await sandbox.control.readBook({})).available).toBe(1_200_000n);
  },
  KILLED_TIMEOUT_MS,
);

test(
  'what was due later is still due: expiries, payouts of another day, and webhooks nobody took',
  async () => {
    const abandoned = await buy('order-abandoned', 5_000n);
    const { entityBody: seller } = await sandbox.api.createSeller({
      body: {
        refSellerId: 'shop-restart',
        businessType: 'CORPORATE',
        company: {
          name: '정산 주식회사',
          representativeName: '김정산',
          businessRegistrationNumber: '1208147521',
          email: 'seller@market.example',
          phone: '0212345678',
        },
        account: { bankCode: '088', accountNumber: '110123456789', holderName: '정산 주식회사' },
      },
    });
    const item = { destination: seller.id, amount: won(400_000n), transactionDescription: '정산금' };
    const { entityBody } = await sandbox.api.createPayouts({
      body: [
        { ...item, refPayoutId: 'express', scheduleType: 'EXPRESS' },
        { ...item, refPayoutId: 'scheduled', scheduleType: 'SCHEDULED', payoutDate: '2026-05-06' },
      ],
    });
    const pending = await sandbox.control.listDeliveries({ query: { state: 'pending' } });
    await crash();

    expect(await sandbox.control.readClock({})).toMatchObject({ now: seoul('2026-05-04T10:00:00'), mode: 'frozen' });
    const payoutsNow = async () =>
      Promise.all(
        entityBody.items.map(async ({ id }) => (await sandbox.api.getPayout({ params: { id } })).entityBody.status),
      );
    // The bank needs its seconds of sandbox time, which is frozen.
    expect(await payoutsNow()).toEqual([expect.stringMatching('REQUESTED|IN_PROGRESS'), 'REQUESTED']);
    expect((await sandbox.control.listDeliveries({ query: { state: 'pending' } })).pending).toBe(pending.pending);

    status = 200;
    await at('2026-05-04T10:11:00');
    const read = await sandbox.api.getPayment({ params: { paymentKey: abandoned.paymentKey } });
    expect(read.status).toBe('EXPIRED');
    expect((await payoutsNow())[0]).toBe('COMPLETED');
    await crash();
    await at('2026-05-07T10:00:00');
    expect(await payoutsNow()).toEqual(['COMPLETED', 'COMPLETED']);
    await eventually(async () => {
      expect((await sandbox.control.listDeliveries({ query: {} })).pending).toBe(0);
    });
    const delivered = new Set(received.map(({ id }) => id));
    const { items } = await sandbox.control.listDeliveries({ query: { limit: 500 } });
    expect(items.map(({ state }) => state)).toEqual(items.map(() => 'delivered'));
    expect(items.every(({ id }) => delivered.has(id))).toBe(true);
    expect(items.filter(({ eventType }) => eventType === 'payout.changed')).toHaveLength(2);
  },
  KILLED_TIMEOUT_MS,
);
