import { authenticated, freezeAt, newOrderId, paid, type Purchase, seoul } from '../testing/buyer.js';
import { type Receiver, startReceiver } from '../testing/receiver.js';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';

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
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  receiver.received.length = 0;
});

const abroad = (provider: string, currency: 'USD' | 'JPY' | 'KRW' = 'USD'): Purchase => ({
  method: '간편결제',
  currency,
  easyPay: { provider },
});
type Asked = Partial<Parameters<typeof sandbox.provider.cancelPayment>[0]['body']>;
const cancel = (paymentKey: string, asked: Asked = {}) =>
  sandbox.provider.cancelPayment({ params: { paymentKey }, body: { cancelReason: '변심', ...asked } });
const read = (paymentKey: string) => sandbox.provider.getPayment({ params: { paymentKey } });

test('a payment abroad names its currency and country, and so do its records; the balance in won knows nothing of it', async () => {
  const payment = await paid(sandbox, 120n, abroad('PAYPAL'));
  expect(payment).toMatchObject({ currency: 'USD', country: 'US', method: '간편결제', totalAmount: 120n, card: null });
  await freezeAt(sandbox, '2026-03-06T10:00:00');
  const period = { startDate: '2026-03-01', endDate: '2026-03-31' };
  expect(await sandbox.provider.listTransactions({ query: period })).toMatchObject([{ currency: 'USD', amount: 120n }]);
  expect(await sandbox.provider.listSettlements({ query: period })).toMatchObject([{ currency: 'USD', amount: 120n }]);
  const { entityBody } = await sandbox.provider.getBalance({});
  expect(entityBody.availableAmount.minor).toBe(0n);
  expect(await sandbox.control.readBook({})).toMatchObject({ approved: 0n, available: 0n, settledAmount: 0n });
});

// prettier-ignore
test.each([
  ['PAYPAL', 'USD', 'READY'],
  ['PAYPAL', 'KRW', 'INVALID_CURRENCY'],
  ['PAYPAL', 'JPY', 'INVALID_CURRENCY'],
  ['ALIPAY', 'KRW', 'READY'],
  ['PAYPAY', 'JPY', 'READY'],
  ['GCASH',  'JPY', 'INVALID_CURRENCY'],
  ['BEADS',  'USD', 'INVALID_EASY_PAY'],
] as const)('%s in %s ends in %s', async (easyPay, currency, verdict) => {
  const body = { method: 'FOREIGN_EASY_PAY', easyPay, currency, amount: 100n, orderId: newOrderId(), orderName: '사과', successUrl: 'https://m.example/ok', failUrl: 'https://m.example/no' } as const;
  const result = await sandbox.provider.createPayment({ body }).then(({ status }) => status, (error: { code: string }) => error.code);
  expect(result).toBe(verdict);
});

test('PayPal cancels at once; a part needs the currency, and half a year is the limit', async () => {
  const { paymentKey } = await paid(sandbox, 100n, abroad('PAYPAL'));
  await expect(cancel(paymentKey, { cancelAmount: 40n })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(cancel(paymentKey, { cancelAmount: 40n, currency: 'KRW' })).rejects.toMatchObject({
    code: 'INVALID_CURRENCY',
  });
  const part = await cancel(paymentKey, { cancelAmount: 40n, currency: 'USD' });
  expect(part).toMatchObject({ balanceAmount: 60n, cancels: [{ cancelStatus: 'DONE', cancelRequestId: null }] });
  await freezeAt(sandbox, '2026-08-31T23:59:59');
  expect(await cancel(paymentKey, { cancelAmount: 10n, currency: 'USD' })).toMatchObject({ balanceAmount: 50n });
  await freezeAt(sandbox, '2026-09-01T00:00:00');
  await expect(cancel(paymentKey)).rejects.toMatchObject({ status: 403, code: 'EXCEED_MAX_REFUND_DUE' });
});

describe('a cancel that takes time', () => {
  const events = () => receiver.received.map(({ json }) => json['eventType']);
  beforeEach(() =>
    sandbox.control.registerWebhook({
      body: { url: receiver.url, events: ['PAYMENT_STATUS_CHANGED', 'CANCEL_STATUS_CHANGED'] },
    }),
  );

  test('changes nothing until it is done, then says so', async () => {
    const { paymentKey } = await paid(sandbox, 100n, abroad('ALIPAY'));
    const asked = await cancel(paymentKey, { cancelAmount: 40n, currency: 'USD', cancelRequestId: 'cancel-1' });
    expect(asked).toMatchObject({
      status: 'DONE',
      balanceAmount: 100n,
      cancels: [{ cancelStatus: 'IN_PROGRESS', cancelRequestId: 'cancel-1', refundableAmount: 100n }],
    });
    await expect(cancel(paymentKey, { cancelRequestId: 'cancel-2' })).rejects.toMatchObject({
      status: 403,
      code: 'FORBIDDEN_CONSECUTIVE_REQUEST',
    });
    await freezeAt(sandbox, '2026-03-04T10:00:59');
    expect(await read(paymentKey)).toEqual(asked);
    await freezeAt(sandbox, '2026-03-04T10:01:00');
    expect(await read(paymentKey)).toMatchObject({
      status: 'PARTIAL_CANCELED',
      balanceAmount: 60n,
      cancels: [{ cancelStatus: 'DONE', refundableAmount: 60n, canceledAt: seoul('2026-03-04T10:01:00') }],
    });
    expect(events()).toEqual(expect.arrayContaining(['PAYMENT_STATUS_CHANGED', 'CANCEL_STATUS_CHANGED']));
    const told = receiver.received.find(({ json }) => json['eventType'] === 'CANCEL_STATUS_CHANGED');
    expect(told?.json['data']).toMatchObject({ cancelStatus: 'DONE', cancelAmount: 40, cancelRequestId: 'cancel-1' });
  });

  test('that is aborted leaves the payment as it was, and another one can follow', async () => {
    await sandbox.control.changeSettings({ body: { overseasCancelSeconds: null } });
    const { paymentKey } = await paid(sandbox, 100n, abroad('ALIPAY'));
    const asked = await cancel(paymentKey, { cancelRequestId: 'cancel-1' });
    const params = { paymentKey, transactionKey: asked.cancels?.[0]?.transactionKey ?? '' };
    await freezeAt(sandbox, '2026-03-05T10:00:00');
    expect(await sandbox.control.finishCancel({ params, body: { result: 'ABORTED' } })).toMatchObject({
      status: 'DONE',
      balanceAmount: 100n,
      cancels: [{ cancelStatus: 'ABORTED', refundableAmount: 100n }],
    });
    await expect(sandbox.control.finishCancel({ params, body: { result: 'DONE' } })).rejects.toMatchObject({
      code: 'NOT_POSSIBLE',
    });
    await expect(cancel(paymentKey, { cancelRequestId: 'cancel-1' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await expect(cancel(paymentKey)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const again = await cancel(paymentKey, { cancelRequestId: 'cancel-2' });
    const transactionKey = again.cancels?.[1]?.transactionKey ?? '';
    const done = await sandbox.control.finishCancel({
      params: { paymentKey, transactionKey },
      body: { result: 'DONE' },
    });
    expect(done).toMatchObject({ status: 'CANCELED', balanceAmount: 0n });
    expect(done.cancels?.map(({ cancelStatus }) => cancelStatus)).toEqual(['ABORTED', 'DONE']);
  });
});

test('a card pays in yen, and every currency has its own minimum', async () => {
  expect(await paid(sandbox, 1n, { currency: 'JPY' })).toMatchObject({
    currency: 'JPY',
    country: 'KR',
    status: 'DONE',
  });
  const { paymentKey, orderId } = await authenticated(sandbox, 99n);
  await expect(sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount: 99n } })).rejects.toMatchObject({
    code: 'BELOW_MINIMUM_AMOUNT',
  });
});
