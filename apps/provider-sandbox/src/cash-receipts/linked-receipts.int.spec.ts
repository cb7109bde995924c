import { accountOrder, deposited, refundReceiveAccount } from '../testing/accounts.js';
import { freezeAt, newOrderId } from '../testing/buyer.js';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

const read = (paymentKey: string) => sandbox.provider.getPayment({ params: { paymentKey } });
const cashReceipt = { type: '소득공제' as const, registrationNumber: '01012345678' };
const cancel = (paymentKey: string, cancelAmount: bigint, taxFreeAmount = 0n) =>
  sandbox.provider.cancelPayment({
    params: { paymentKey },
    body: { cancelReason: '변심', cancelAmount, taxFreeAmount, refundReceiveAccount },
  });

/** A payment whose buyer did or did not ask for a receipt in the payment window. */
async function bought(method: '계좌이체' | '카드' | '가상계좌', asked: { cashReceipt?: typeof cashReceipt }) {
  const order = { orderId: newOrderId(), amount: 11_000n };
  const { paymentKey } = await sandbox.control.payAsBuyer({
    body: { ...order, method, orderName: '사과', taxFreeAmount: 1_000n, ...asked },
  });
  return sandbox.provider.confirmPayment({ body: { ...order, paymentKey } });
}

test('a bank transfer has its receipt at once, and shows when the tax office approved it', async () => {
  const payment = await bought('계좌이체', { cashReceipt });
  expect(payment.cashReceipt).toMatchObject({ type: '소득공제', amount: 11_000n, taxFreeAmount: 1_000n });
  const { receiptKey, issueNumber, receiptUrl } = payment.cashReceipt ?? {};
  const { orderId } = payment;
  const event = { orderId, orderName: '사과', businessNumber: '1234512343', customerIdentityNumber: '01012345678' };
  expect(payment.cashReceipts).toMatchObject([
    { ...event, receiptKey, issueNumber, receiptUrl, transactionType: 'CONFIRM', issueStatus: 'IN_PROGRESS' },
  ]);
  expect(await read(payment.paymentKey)).toEqual(payment);
  await freezeAt(sandbox, '2026-03-05T10:00:00');
  expect((await read(payment.paymentKey)).cashReceipts).toMatchObject([{ issueStatus: 'COMPLETED', failure: null }]);
  const { data } = await sandbox.provider.listCashReceipts({ query: { requestDate: '2026-03-04' } });
  expect(data).toMatchObject([{ receiptKey, issueStatus: 'COMPLETED' }]);
});

test('a virtual account has its receipt once the deposit has come, and loses it with the deposit', async () => {
  const waiting = await sandbox.provider.issueVirtualAccount({ body: accountOrder({ cashReceipt }) });
  expect([waiting.cashReceipt, waiting.cashReceipts]).toEqual([null, null]);
  const params = { paymentKey: waiting.paymentKey };
  const done = await sandbox.control.depositIntoAccount({ params, body: {} });
  expect(done.cashReceipts).toMatchObject([{ transactionType: 'CONFIRM', amount: 50_000n }]);
  const again = await sandbox.control.failDeposit({ params });
  expect(again.cashReceipts?.map(({ transactionType }) => transactionType)).toEqual(['CONFIRM', 'CANCEL']);
  const kept = await sandbox.control.depositIntoAccount({ params, body: {} });
  expect(kept.cashReceipts).toHaveLength(3);
  expect(kept.cashReceipt).toMatchObject({ amount: 50_000n });
  expect(kept.cashReceipt?.receiptKey).not.toBe(done.cashReceipt?.receiptKey);
});

test('what is canceled of a payment is canceled of its receipt, tax-free part and all', async () => {
  const { paymentKey, cashReceipt: issued } = await bought('계좌이체', { cashReceipt });
  const first = await cancel(paymentKey, 6_000n, 1_000n);
  const second = await cancel(paymentKey, 5_000n);
  const receiptKey = `c_${issued?.receiptKey}`;
  expect(first.cashReceipt).toMatchObject({ receiptKey: issued?.receiptKey, amount: 5_000n, taxFreeAmount: 0n });
  expect(second.cancels?.map((one) => one.receiptKey)).toEqual([receiptKey, receiptKey]);
  expect(
    second.cashReceipts?.map(({ transactionType, amount, taxFreeAmount }) => [transactionType, amount, taxFreeAmount]),
  ).toEqual([
    ['CONFIRM', 11_000n, 1_000n],
    ['CANCEL', 6_000n, 1_000n],
    ['CANCEL', 5_000n, 0n],
  ]);
  expect(second.cashReceipt).toMatchObject({ amount: 0n });
});

test('a refund of a deposit takes its receipt along', async () => {
  const { paymentKey } = await deposited(sandbox, { cashReceipt });
  const canceled = await cancel(paymentKey, 50_000n);
  expect(canceled).toMatchObject({ status: 'CANCELED', virtualAccount: { refundStatus: 'PENDING' } });
  expect(canceled.cancels).toMatchObject([{ receiptKey: `c_${canceled.cashReceipt?.receiptKey}` }]);
});

test('a receipt the tax office refused is shown so, and not canceled', async () => {
  const { paymentKey, cashReceipt: issued } = await bought('계좌이체', { cashReceipt });
  await sandbox.control.failCashReceipt({ params: { receiptKey: issued?.receiptKey ?? '' }, body: {} });
  const canceled = await cancel(paymentKey, 1_000n);
  expect(canceled.cashReceipts).toMatchObject([{ issueStatus: 'FAILED', failure: { code: 'NTS_ERROR' } }]);
  expect(canceled.cancels).toMatchObject([{ receiptKey: null }]);
});

test('a receipt of a payment is canceled with it and not by itself', async () => {
  const { cashReceipt: issued } = await bought('계좌이체', { cashReceipt });
  const params = { receiptKey: issued?.receiptKey ?? '' };
  await expect(sandbox.provider.cancelCashReceipt({ params, body: undefined })).rejects.toMatchObject({
    code: 'FORBIDDEN_REQUEST',
  });
});

test('who asks for none, and who pays by card, gets none', async () => {
  for (const payment of [await bought('계좌이체', {}), await bought('카드', { cashReceipt })]) {
    expect([payment.cashReceipt, payment.cashReceipts]).toEqual([null, null]);
  }
  const declined = await deposited(sandbox, { cashReceipt: { type: '미발행' } });
  expect(declined.cashReceipts).toBeNull();
});
