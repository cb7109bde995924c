import { accountOrder, refundReceiveAccount } from '../testing/accounts.js';
import { authenticated, freezeAt, paid } from '../testing/buyer.js';
import { type Received, type Receiver, startReceiver } from '../testing/receiver.js';
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
  receiver.received.splice(0);
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

const listen = (...events: ('DEPOSIT_CALLBACK' | 'PAYMENT_STATUS_CHANGED')[]) =>
  sandbox.control.registerWebhook({ body: { url: receiver.url, events } });

/** Moves the clock, which waits for the webhooks, and returns those received. */
const heard = async (time: string): Promise<Received[]> => {
  await freezeAt(sandbox, time);
  return receiver.received.splice(0);
};
const bodies = async (time: string) => (await heard(time)).map(({ json }) => json);

test('each change of a virtual account is told by a flat event with the secret of its payment', async () => {
  await listen('DEPOSIT_CALLBACK');
  const payment = await sandbox.provider.issueVirtualAccount({ body: accountOrder() });
  const { paymentKey, orderId, secret } = payment;
  const params = { paymentKey };
  const told = (status: string, transactionKey: string | null, createdAt: string) => [
    { createdAt: `${createdAt}.000000`, secret, status, transactionKey, orderId },
  ];
  expect(await bodies('2026-03-04T10:01:00')).toEqual(
    told('WAITING_FOR_DEPOSIT', payment.lastTransactionKey, '2026-03-04T10:00:00'),
  );
  const done = await sandbox.control.depositIntoAccount({ params, body: {} });
  expect(await bodies('2026-03-04T10:02:00')).toEqual(told('DONE', done.lastTransactionKey, '2026-03-04T10:01:00'));
  const waiting = await sandbox.control.failDeposit({ params });
  expect(await bodies('2026-03-04T10:03:00')).toEqual(
    told('WAITING_FOR_DEPOSIT', waiting.lastTransactionKey, '2026-03-04T10:02:00'),
  );
  await sandbox.control.depositIntoAccount({ params, body: {} });
  await bodies('2026-03-04T10:04:00');
  const cancel = (cancelAmount: bigint) =>
    sandbox.provider.cancelPayment({ params, body: { cancelReason: '변심', cancelAmount, refundReceiveAccount } });
  const part = await cancel(1_000n);
  expect(await bodies('2026-03-04T10:05:00')).toEqual(
    told('PARTIAL_CANCELED', part.lastTransactionKey, '2026-03-04T10:04:00'),
  );
  // The refund's arrival sends no webhook.
  expect(await bodies('2026-03-07T10:00:00')).toEqual([]);
});

test('an account canceled before its deposit is told; a deadline that passes is not', async () => {
  await listen('DEPOSIT_CALLBACK', 'PAYMENT_STATUS_CHANGED');
  const { paymentKey } = await sandbox.provider.issueVirtualAccount({ body: accountOrder({ validHours: 1 }) });
  const other = await sandbox.provider.issueVirtualAccount({ body: accountOrder({ validHours: 1 }) });
  await bodies('2026-03-04T10:01:00');
  await sandbox.provider.cancelPayment({ params: { paymentKey }, body: { cancelReason: '변심' } });
  expect((await bodies('2026-03-04T10:59:59')).map((json) => json['status'] ?? json['eventType'])).toEqual(
    expect.arrayContaining(['CANCELED', 'PAYMENT_STATUS_CHANGED']),
  );
  expect(await bodies('2026-03-05T10:00:00')).toEqual([]);
  const { status, virtualAccount } = await sandbox.provider.getPayment({ params: { paymentKey: other.paymentKey } });
  expect([status, virtualAccount?.expired]).toEqual(['WAITING_FOR_DEPOSIT', true]);
});

test('who listens to both events hears every change twice, the payment as it then was', async () => {
  await listen('DEPOSIT_CALLBACK', 'PAYMENT_STATUS_CHANGED');
  const { paymentKey } = await paid(sandbox, 1_000n, { method: '가상계좌' });
  const issue = await bodies('2026-03-04T10:01:00');
  await sandbox.control.depositIntoAccount({ params: { paymentKey }, body: {} });
  const deposit = await bodies('2026-03-04T10:02:00');
  const statusesOf = (heardBodies: Record<string, unknown>[]) =>
    heardBodies.map((json) => json['status'] ?? (json['data'] as { status: string }).status);
  expect([statusesOf(issue), statusesOf(deposit)]).toEqual([
    ['WAITING_FOR_DEPOSIT', 'WAITING_FOR_DEPOSIT'],
    ['DONE', 'DONE'],
  ]);
  const inEvent = deposit.find((json) => json['eventType'] === 'PAYMENT_STATUS_CHANGED')?.['data'];
  expect(inEvent).toMatchObject({ paymentKey, virtualAccount: { settlementStatus: 'INCOMPLETED' } });
});

test('no other method, and no window that nobody goes on with, sends the flat event', async () => {
  await listen('DEPOSIT_CALLBACK');
  await paid(sandbox, 1_000n);
  await authenticated(sandbox, 1_000n, { method: '가상계좌' });
  expect(await bodies('2026-03-04T11:00:00')).toEqual([]);
});
