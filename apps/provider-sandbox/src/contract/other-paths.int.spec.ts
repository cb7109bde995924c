import { won } from '@jeongsan/money';
import { payoutLifecycle, receiptLifecycle, reservationLifecycle, sellerLifecycle } from '@jeongsan/provider-contract';
import { type Bring, walksFrom } from '@jeongsan/provider-walks';
import { freezeAt, funded, newOrderId } from '../testing/buyer.js';
import { type Receiver, startReceiver } from '../testing/receiver.js';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';
import { approved, payoutItem, registered } from '../testing/sellers.js';

let sandbox: Sandbox;
let receiver: Receiver;
beforeAll(async () => {
  sandbox = await startSandbox();
  receiver = await startReceiver();
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.close();
});
const listen = (event: 'seller.changed' | 'payout.changed' | 'ars-reservation.changed') =>
  sandbox.control.registerWebhook({ body: { url: receiver.url, events: [event] } });
beforeEach(async () => {
  await sandbox.control.reset({});
  receiver.received.splice(0);
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

/** The statuses in the received webhooks; moving the clock waits for the webhooks. */
async function announced(until: string): Promise<unknown[]> {
  await freezeAt(sandbox, until);
  return receiver.received.map(({ json }) => (json['entityBody'] as { status: string }).status);
}

const failure = { code: 'BANK_REFUSED', message: '은행 거절' };

const sellerSteps = {
  verifyIdentity: (id) => sandbox.control.finishIdentityCheck({ params: { id } }),
  exceedWeeklyLimit: (id) =>
    expect(sandbox.provider.createPayouts({ body: [payoutItem(id, 10_000_001n)] })).rejects.toMatchObject({
      code: 'FORBIDDEN_SELLER_PAYOUT',
    }),
  completeKyc: (id) => sandbox.control.finishKyc({ params: { id } }),
  reviewAgain: (id) => sandbox.control.reviewSellerAgain({ params: { id } }),
} satisfies Bring<typeof sellerLifecycle>;

test.each(walksFrom(sellerLifecycle, 'APPROVAL_REQUIRED'))('seller: %s', async (_, path) => {
  await listen('seller.changed');
  const { id, status } = await registered(sandbox, 'INDIVIDUAL');
  expect(status).toBe('APPROVAL_REQUIRED');
  for (const { trigger, to } of path) {
    await sellerSteps[trigger as keyof typeof sellerSteps](id);
    expect((await sandbox.provider.getSeller({ params: { id } })).entityBody.status).toBe(to);
  }
  expect(await announced('2026-03-04T10:10:00')).toEqual(path.map(({ to }) => to));
});

const payoutSteps = {
  start: () => freezeAt(sandbox, '2026-03-05T09:30:00'),
  cancel: (id) => sandbox.provider.cancelPayout({ params: { id } }),
  reject: (id) => sandbox.control.rejectPayout({ params: { id }, body: failure }),
  remove: (id) => sandbox.control.removePayout({ params: { id } }),
  complete: (id) => sandbox.control.completePayout({ params: { id } }),
  fail: (id) => sandbox.control.failPayout({ params: { id }, body: failure }),
} satisfies Bring<typeof payoutLifecycle>;
/**
 * The announced status of each final status: other statuses send no webhook, and a rejected payout is announced as
 * FAILED (document 2 section 3.2).
 */
const announcedAs: Readonly<Record<string, string>> = { COMPLETED: 'COMPLETED', FAILED: 'FAILED', REJECTED: 'FAILED' };

test.each(walksFrom(payoutLifecycle, 'REQUESTED'))('payout: %s', async (_, path) => {
  await sandbox.control.changeSettings({ body: { payoutCompletionSeconds: null } });
  await listen('payout.changed');
  await funded(sandbox, 50_000n);
  const seller = await approved(sandbox);
  const item = payoutItem(seller.id, 20_000n, { scheduleType: 'SCHEDULED', payoutDate: '2026-03-05' });
  const [payout] = (await sandbox.provider.createPayouts({ body: [item] })).entityBody.items;
  const id = payout?.id ?? '';
  for (const { trigger, to } of path) {
    await payoutSteps[trigger as keyof typeof payoutSteps](id);
    const [found] = await sandbox.sql(`select status from payout where id = '${id}'`);
    expect(found).toEqual({ status: to });
  }
  expect(await announced('2026-03-05T10:00:00')).toEqual(path.flatMap(({ to }) => announcedAs[to] ?? []));
  const isPaid = path.at(-1)?.to === 'COMPLETED';
  expect((await sandbox.provider.getBalance({})).entityBody.availableAmount).toEqual(won(isPaid ? 30_000n : 50_000n));
});

const receiptSteps = {
  complete: (receiptKey) => sandbox.control.completeCashReceipt({ params: { receiptKey } }),
  fail: (receiptKey) => sandbox.control.failCashReceipt({ params: { receiptKey }, body: {} }),
} satisfies Bring<typeof receiptLifecycle>;

test.each(walksFrom(receiptLifecycle, 'IN_PROGRESS'))('cash receipt: %s', async (_, path) => {
  await sandbox.control.changeSettings({ body: { businessNumber: '1208147521' } });
  const { receiptKey } = await sandbox.provider.issueCashReceipt({
    body: {
      amount: 10_000n,
      orderId: newOrderId(),
      orderName: '사과',
      type: '소득공제',
      customerIdentityNumber: '01012345678',
    },
  });
  for (const { trigger, to } of path) {
    await receiptSteps[trigger as keyof typeof receiptSteps](receiptKey);
    const { data } = await sandbox.provider.listCashReceipts({ query: { requestDate: '2026-03-04' } });
    expect(data).toMatchObject([{ receiptKey, issueStatus: to, failure: to === 'FAILED' ? {} : null }]);
  }
});

const reservationSteps = {
  complete: (id) => sandbox.control.callArs({ params: { id }, body: {} }),
  cancel: (id) => sandbox.provider.cancelReservation({ params: { id }, body: { cancelReason: '변심' } }),
} satisfies Bring<typeof reservationLifecycle>;

test.each(walksFrom(reservationLifecycle, 'READY'))('ARS reservation: %s', async (_, path) => {
  await listen('ars-reservation.changed');
  const payment = {
    method: 'CARD',
    amount: won(15_000n),
    orderName: '홈쇼핑 이불',
    customerMobilePhone: '01012345678',
  } as const;
  const { entityBody } = await sandbox.provider.createReservation({
    body: { arsType: 'PAYMENT', payment, reserveNumber: '20000001' },
  });
  for (const { trigger, to } of path) {
    await reservationSteps[trigger as keyof typeof reservationSteps](entityBody.id);
    const { status } = (await sandbox.provider.getReservation({ params: { id: entityBody.id } })).entityBody;
    expect(status).toBe(to);
  }
  expect(await announced('2026-03-04T10:10:00')).toEqual(path.map(({ to }) => to));
  const transactions = await sandbox.provider.listTransactions({
    query: { startDate: '2026-03-04', endDate: '2026-03-05' },
  });
  expect(transactions.map(({ amount }) => amount)).toEqual(path.at(-1)?.to === 'DONE' ? [15_000n] : []);
});
