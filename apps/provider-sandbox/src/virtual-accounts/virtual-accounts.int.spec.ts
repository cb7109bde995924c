import { deposited, issued, refundReceiveAccount } from '../testing/accounts.js';
import { freezeAt, seoul } from '../testing/buyer.js';
import { type Sandbox, raw, startSandbox } from '../testing/sandbox.js';

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
const deposit = (paymentKey: string, amount?: bigint) =>
  sandbox.control.depositIntoAccount({ params: { paymentKey }, body: amount === undefined ? {} : { amount } });
const period = { startDate: '2026-01-01', endDate: '2027-12-31' };
const text = (length: number): string => 'x'.repeat(length);

describe('a deposit', () => {
  test('of the exact amount makes the payment DONE, with a fixed fee, settled and paid out in time', async () => {
    const { paymentKey } = await issued(sandbox, { validHours: 2_160 });
    for (const amount of [49_999n, 50_001n])
      await expect(deposit(paymentKey, amount)).rejects.toMatchObject({ status: 409, code: 'NOT_POSSIBLE' });
    await freezeAt(sandbox, '2026-03-05T09:00:00');
    const done = await deposit(paymentKey, 50_000n);
    expect(done).toMatchObject({
      status: 'DONE',
      approvedAt: seoul('2026-03-05T09:00:00'),
      virtualAccount: { depositorName: '김구매', settlementStatus: 'INCOMPLETED' },
    });
    await expect(deposit(paymentKey)).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
    expect(
      (await sandbox.provider.listTransactions({ query: period })).map(({ status, amount }) => [status, amount]),
    ).toEqual([
      ['WAITING_FOR_DEPOSIT', 0n],
      ['DONE', 50_000n],
    ]);
    await freezeAt(sandbox, '2026-03-08T23:59:59');
    expect((await read(paymentKey)).virtualAccount?.settlementStatus).toBe('INCOMPLETED');
    await freezeAt(sandbox, '2026-03-09T00:00:00');
    expect((await read(paymentKey)).virtualAccount?.settlementStatus).toBe('COMPLETED');
    expect(await sandbox.provider.listSettlements({ query: period })).toMatchObject([
      {
        amount: 50_000n,
        fee: 300n,
        supplyAmount: 273n,
        vat: 27n,
        payOutAmount: 49_700n,
        paidOutDate: '2026-03-09',
        virtualAccount: { settlementStatus: 'COMPLETED' },
      },
    ]);
  });

  test('comes once, however many arrive at the same time, also with a cancel among them', async () => {
    const { paymentKey } = await issued(sandbox);
    const twice = await Promise.allSettled([deposit(paymentKey), deposit(paymentKey), deposit(paymentKey)]);
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const other = await issued(sandbox);
    const params = { paymentKey: other.paymentKey };
    await Promise.allSettled([
      deposit(other.paymentKey),
      sandbox.provider.cancelPayment({ params, body: { cancelReason: '변심', refundReceiveAccount } }),
    ]);
    const { status, approvedAt, virtualAccount } = await read(other.paymentKey);
    // If the deposit came first, the money is being refunded; if the cancel came first, there is no refund.
    expect([status, virtualAccount?.refundStatus]).toEqual(['CANCELED', approvedAt === null ? 'NONE' : 'PENDING']);
    await freezeAt(sandbox, '2026-03-05T00:00:00');
    const book = await sandbox.control.readBook({});
    expect(book.settledAmount).toBe(book.approved - book.canceled);
    expect(book.settledAmount).toBe(50_000n);
  });

  test('costs a rate where the contract names no fixed fee', async () => {
    await sandbox.control.changeSettings({ body: { fixedFees: { 가상계좌: null }, feeRates: { 가상계좌: 1_000 } } });
    await deposited(sandbox);
    await freezeAt(sandbox, '2026-03-05T00:00:00');
    expect(await sandbox.provider.listSettlements({ query: period })).toMatchObject([{ fee: 500n }]);
  });

  // prettier-ignore
  test.each([
    ['2026-03-04T11:00:00', false, 'DONE'],
    ['2026-03-04T11:00:01', true,  'NOT_POSSIBLE'],
  ])('at %s, with a deadline at 11:00: expired is %s, and it ends in %s', async (time, expired, verdict) => {
    const { paymentKey } = await issued(sandbox, { validHours: 1 });
    await freezeAt(sandbox, time);
    expect(await read(paymentKey)).toMatchObject({ status: 'WAITING_FOR_DEPOSIT', virtualAccount: { expired } });
    const result = await deposit(paymentKey).then(({ status }) => status, (error: { code: string }) => error.code);
    expect(result).toBe(verdict);
  });

  test('the bank takes back leaves nothing in the book, and the account waits again', async () => {
    const { paymentKey, orderId } = await deposited(sandbox);
    const waiting = await sandbox.control.failDeposit({ params: { paymentKey } });
    expect(waiting).toMatchObject({
      status: 'WAITING_FOR_DEPOSIT',
      approvedAt: null,
      balanceAmount: 50_000n,
      cancels: null,
    });
    await expect(issued(sandbox, { orderId })).rejects.toMatchObject({ code: 'DUPLICATED_ORDER_ID' });
    await freezeAt(sandbox, '2026-03-09T00:00:00');
    expect(await sandbox.control.readBook({})).toMatchObject({
      approved: 0n,
      canceled: 0n,
      settledAmount: 0n,
      settledFees: 0n,
      available: 0n,
    });
    expect(await deposit(paymentKey)).toMatchObject({ status: 'DONE' });
  });

  test('the bank takes back ends the payment in versions up to 1.4', async () => {
    await sandbox.control.changeSettings({ body: { depositErrorCancels: true } });
    const { paymentKey } = await deposited(sandbox, { taxFreeAmount: 1_000n });
    expect(await sandbox.control.failDeposit({ params: { paymentKey } })).toMatchObject({
      status: 'CANCELED',
      balanceAmount: 0n,
    });
    expect(await sandbox.control.readBook({})).toMatchObject({ approved: 50_000n, canceled: 50_000n });
    await expect(sandbox.control.failDeposit({ params: { paymentKey } })).rejects.toMatchObject({
      code: 'NOT_POSSIBLE',
    });
  });
});

describe('a cancel', () => {
  type Asked = { cancelAmount?: bigint; refundReceiveAccount?: typeof refundReceiveAccount | null };
  const cancel = (paymentKey: string, asked: Asked = {}) =>
    sandbox.provider.cancelPayment({ params: { paymentKey }, body: { cancelReason: '변심', ...asked } });
  const refundStatus = async (paymentKey: string) => (await read(paymentKey)).virtualAccount?.refundStatus;

  test('before the deposit is of the whole alone, and needs no account', async () => {
    const { paymentKey } = await issued(sandbox);
    await expect(cancel(paymentKey, { cancelAmount: 49_999n })).rejects.toMatchObject({
      status: 403,
      code: 'NOT_ALLOWED_PARTIAL_REFUND_WAITING_DEPOSIT',
    });
    await freezeAt(sandbox, '2026-03-04T10:00:01');
    const canceled = await cancel(paymentKey, { cancelAmount: 50_000n });
    expect(canceled).toMatchObject({
      status: 'CANCELED',
      balanceAmount: 0n,
      approvedAt: null,
      virtualAccount: { refundStatus: 'NONE' },
    });
    expect(canceled.cancels).toMatchObject([{ cancelAmount: 50_000n, refundableAmount: 0n, receiptKey: null }]);
    await expect(deposit(paymentKey)).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
    await expect(cancel(paymentKey)).rejects.toMatchObject({ code: 'ALREADY_CANCELED_PAYMENT' });
    expect(
      (await sandbox.provider.listTransactions({ query: period })).map(({ status, amount }) => [status, amount]),
    ).toEqual([
      ['WAITING_FOR_DEPOSIT', 0n],
      ['CANCELED', 0n],
    ]);
    await freezeAt(sandbox, '2026-03-05T00:00:00');
    expect(await sandbox.provider.listSettlements({ query: period })).toEqual([]);
  });

  // prettier-ignore
  test.each([
    [{},                                          'CANCELED'],
    [{ bank: 'KAKAOBANK' },                       'CANCELED'],
    [{ bank: 20 },                                'CANCELED'],
    [{ accountNumber: '12345678901234567890' },   'CANCELED'],
    [{ accountNumber: '123456789012345678901' },  'INVALID_REFUND_ACCOUNT_NUMBER'],
    [{ accountNumber: '110-123-456789' },         'INVALID_REFUND_ACCOUNT_NUMBER'],
    [{ accountNumber: '' },                       'INVALID_REFUND_ACCOUNT_NUMBER'],
    [{ accountNumber: '1002120000' },             'INVALID_REFUND_ACCOUNT_NUMBER'],
    [{ accountNumber: '1002129999' },             'INVALID_REFUND_ACCOUNT_INFO'],
    [{ accountNumber: '1002128888' },             'FORBIDDEN_BANK_REFUND_REQUEST'],
    [{ bank: '999' },                             'INVALID_BANK'],
    [{ bank: undefined },                         'INVALID_REQUEST'],
    [{ holderName: text(60) },                    'CANCELED'],
    [{ holderName: text(61) },                    'INVALID_REQUEST'],
    [{ holderName: '' },                          'INVALID_REQUEST'],
    [undefined,                                   'INVALID_REFUND_ACCOUNT_INFO'],
    [null,                                        'INVALID_REFUND_ACCOUNT_INFO'],
  ])('after the deposit with the account %j ends in %s', async (change, verdict) => {
    const { paymentKey } = await deposited(sandbox);
    const account = change && { ...refundReceiveAccount, ...change };
    const reply = await raw(sandbox, 'POST', `/v1/payments/${paymentKey}/cancel`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cancelReason: '변심', refundReceiveAccount: change === null ? null : account }),
    });
    expect(reply.json['code'] ?? reply.json['status']).toBe(verdict);
    expect(await read(paymentKey)).toMatchObject(verdict === 'CANCELED' ? { balanceAmount: 0n } : { status: 'DONE', balanceAmount: 50_000n, cancels: null });
  });

  test('brings the money back two days later', async () => {
    const { paymentKey } = await deposited(sandbox);
    expect(await cancel(paymentKey, { refundReceiveAccount })).toMatchObject({
      status: 'CANCELED',
      virtualAccount: { refundStatus: 'PENDING' },
    });
    await freezeAt(sandbox, '2026-03-06T09:59:59');
    expect(await refundStatus(paymentKey)).toBe('PENDING');
    await freezeAt(sandbox, '2026-03-06T10:00:00');
    expect(await refundStatus(paymentKey)).toBe('COMPLETED');
  });

  test('in parts is PENDING until the last part has arrived', async () => {
    const { paymentKey } = await deposited(sandbox);
    await cancel(paymentKey, { cancelAmount: 10_000n, refundReceiveAccount });
    await freezeAt(sandbox, '2026-03-05T10:00:00');
    const second = await cancel(paymentKey, { cancelAmount: 40_000n, refundReceiveAccount });
    expect(second).toMatchObject({ status: 'PARTIAL_CANCELED', balanceAmount: 0n });
    await freezeAt(sandbox, '2026-03-06T10:00:00');
    expect(await refundStatus(paymentKey)).toBe('PENDING');
    await freezeAt(sandbox, '2026-03-07T10:00:00');
    expect(await refundStatus(paymentKey)).toBe('COMPLETED');
    expect((await sandbox.provider.listSettlements({ query: period })).map(({ amount, fee }) => [amount, fee])).toEqual(
      [
        [50_000n, 300n],
        [-10_000n, -60n],
        [-40_000n, -240n],
      ],
    );
  });

  test('whose money the bank refuses stays failed: a whole one FAILED, a part PARTIAL_FAILED', async () => {
    const whole = (await deposited(sandbox)).paymentKey;
    await cancel(whole, { refundReceiveAccount });
    expect(
      (await sandbox.control.failRefund({ params: { paymentKey: whole }, body: {} })).virtualAccount?.refundStatus,
    ).toBe('FAILED');
    const part = (await deposited(sandbox)).paymentKey;
    await cancel(part, { cancelAmount: 1_000n, refundReceiveAccount });
    const { lastTransactionKey } = await cancel(part, { cancelAmount: 2_000n, refundReceiveAccount });
    const failed = await sandbox.control.failRefund({
      params: { paymentKey: part },
      body: { transactionKey: lastTransactionKey ?? '' },
    });
    expect(failed.virtualAccount?.refundStatus).toBe('PENDING');
    expect(
      (await sandbox.control.finishRefund({ params: { paymentKey: part }, body: {} })).virtualAccount?.refundStatus,
    ).toBe('PARTIAL_FAILED');
    await expect(sandbox.control.finishRefund({ params: { paymentKey: part }, body: {} })).rejects.toMatchObject({
      code: 'NOT_POSSIBLE',
    });
    await cancel(part, { cancelAmount: 3_000n, refundReceiveAccount });
    await freezeAt(sandbox, '2026-03-10T10:00:00');
    expect([await refundStatus(whole), await refundStatus(part)]).toEqual(['FAILED', 'PARTIAL_FAILED']);
  });

  // prettier-ignore
  test.each([
    ['2027-03-04T23:29:59', 'CANCELED'],
    ['2027-03-05T00:00:00', 'EXCEED_MAX_REFUND_DUE'],
  ])('at %s, of a deposit of 2026-03-04 10:00, ends in %s', async (time, verdict) => {
    const { paymentKey } = await deposited(sandbox);
    await freezeAt(sandbox, time);
    const result = await cancel(paymentKey, { refundReceiveAccount }).then(({ status }) => status, (error: { code: string }) => error.code);
    expect(result).toBe(verdict);
  });

  test('at night meets a bank that answers every other time', async () => {
    const { paymentKey } = await deposited(sandbox);
    await freezeAt(sandbox, '2026-03-04T23:30:00');
    const asked = () =>
      cancel(paymentKey, { cancelAmount: 1_000n, refundReceiveAccount }).then(
        ({ status }) => status,
        (error: { code: string }) => error.code,
      );
    expect([await asked(), await asked()].sort()).toEqual(['NOT_AVAILABLE_BANK', 'PARTIAL_CANCELED']);
  });
});

test('accounts, deadlines and refunds under way are where they were after a restart', async () => {
  const waiting = await issued(sandbox, { validHours: 1 });
  const { paymentKey } = await deposited(sandbox);
  await sandbox.provider.cancelPayment({
    params: { paymentKey },
    body: { cancelReason: '변심', refundReceiveAccount },
  });
  sandbox = await sandbox.restart();
  await freezeAt(sandbox, '2026-03-06T10:00:00');
  expect(await read(waiting.paymentKey)).toMatchObject({
    virtualAccount: { expired: true, accountNumber: waiting.virtualAccount?.accountNumber },
  });
  expect(await read(paymentKey)).toMatchObject({ virtualAccount: { refundStatus: 'COMPLETED' } });
});
