import { authenticated, freezeAt, newOrderId, paid } from '../testing/buyer.js';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => freezeAt(sandbox, '2026-03-04T10:00:00'));

const order = (method: '카드' | 'CARD' | '계좌이체', amount: bigint) => ({
  method,
  amount,
  orderId: newOrderId(),
  orderName: '사과',
  successUrl: 'https://market.example/ok',
  failUrl: 'https://market.example/no',
});

describe('a payment', () => {
  test('created by the server is READY until its buyer authenticates, then approved once confirmed', async () => {
    const created = await sandbox.provider.createPayment({
      body: { ...order('CARD', 15_000n), metadata: { cart: '7' } },
    });
    expect(created).toMatchObject({ status: 'READY', method: '카드', approvedAt: null, metadata: { cart: '7' } });
    expect(created.checkout?.url).toContain(created.paymentKey);
    expect(created.paymentKey).toMatch(/^market20260304100000[A-Za-z0-9]{5}$/);
    const { paymentKey, orderId } = created;
    expect(await sandbox.control.authenticatePayment({ params: { paymentKey } })).toMatchObject({
      status: 'IN_PROGRESS',
    });
    const done = await sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount: 15_000n } });
    expect(done).toMatchObject({ status: 'DONE', totalAmount: 15_000n, suppliedAmount: 13_636n, vat: 1_364n });
    expect(done.lastTransactionKey).toMatch(/^txrd_a[0-9a-z]{26}$/);
    expect(done.card).toMatchObject({ amount: 15_000n, installmentPlanMonths: 0 });
    expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toEqual(done);
    expect(await sandbox.provider.getPaymentByOrder({ params: { orderId } })).toEqual(done);
  });

  // prettier-ignore
  test.each([
    ['카드',   'card'],
    ['간편결제', 'easyPay'],
    ['계좌이체', 'transfer'],
    ['휴대폰',  'mobilePhone'],
  ] as const)('made by %s carries %s and nothing of the other methods', async (method, member) => {
    const done = await paid(sandbox, 20_000n, { method });
    const filled = (['card', 'easyPay', 'transfer', 'mobilePhone'] as const).filter((name) => done[name] !== null);
    expect(filled).toEqual([member]);
  });

  // prettier-ignore
  test.each([
    [1_000n,   0n,      909n,     91n],
    [15_000n,  0n,      13_636n,  1_364n],
    [163_020n, 0n,      148_200n, 14_820n],
    [37_400n,  0n,      34_000n,  3_400n],
    [30_000n,  0n,      27_273n,  2_727n],
    [10_000n,  4_000n,  5_455n,   545n],
    [10_000n,  10_000n, 0n,       0n],
  ])('of %d with %d free of tax is split into %d and %d', async (amount, taxFreeAmount, suppliedAmount, vat) => {
    expect(await authenticated(sandbox, amount, { taxFreeAmount })).toMatchObject({ suppliedAmount, vat, taxFreeAmount });
  });
});

describe('confirm', () => {
  const confirm = (body: { paymentKey: string; orderId: string; amount: bigint }) =>
    sandbox.provider.confirmPayment({ body });

  test('of a payment nobody opened finds none', async () => {
    await expect(confirm({ paymentKey: 'nobody', orderId: 'order-1', amount: 1n })).rejects.toMatchObject({
      outcome: 'rejected',
      status: 404,
      code: 'NOT_FOUND_PAYMENT',
    });
  });

  test('with another amount or order is forbidden, and the right one still goes through', async () => {
    const { paymentKey, orderId } = await authenticated(sandbox, 10_000n);
    await expect(confirm({ paymentKey, orderId, amount: 9_999n })).rejects.toMatchObject({
      status: 403,
      code: 'FORBIDDEN_REQUEST',
    });
    await expect(confirm({ paymentKey, orderId: newOrderId(), amount: 10_000n })).rejects.toMatchObject({
      code: 'FORBIDDEN_REQUEST',
    });
    expect(await confirm({ paymentKey, orderId, amount: 10_000n })).toMatchObject({ status: 'DONE' });
  });

  test('a second time is refused: the payment is already processed', async () => {
    const { paymentKey, orderId, totalAmount: amount } = await paid(sandbox, 10_000n);
    await expect(confirm({ paymentKey, orderId, amount })).rejects.toMatchObject({
      status: 400,
      code: 'ALREADY_PROCESSED_PAYMENT',
    });
  });

  test('of an order that was paid before is a duplicate, also after a full cancel', async () => {
    const first = await paid(sandbox, 10_000n);
    await sandbox.provider.cancelPayment({ params: { paymentKey: first.paymentKey }, body: { cancelReason: '변심' } });
    const second = await authenticated(sandbox, 10_000n, { orderId: first.orderId });
    await expect(
      confirm({ paymentKey: second.paymentKey, orderId: first.orderId, amount: 10_000n }),
    ).rejects.toMatchObject({ code: 'DUPLICATED_ORDER_ID' });
    await expect(
      sandbox.provider.createPayment({ body: { ...order('카드', 1_000n), orderId: first.orderId } }),
    ).rejects.toMatchObject({ code: 'DUPLICATED_ORDER_ID' });
  });

  test('of two payments of one order at once approves exactly one', async () => {
    const orderId = newOrderId();
    const both = await Promise.all([
      authenticated(sandbox, 10_000n, { orderId }),
      authenticated(sandbox, 10_000n, { orderId }),
    ]);
    const results = await Promise.allSettled(
      both.map(({ paymentKey }) => confirm({ paymentKey, orderId, amount: 10_000n })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  // prettier-ignore
  test.each([
    ['카드',   99n,  'BELOW_MINIMUM_AMOUNT'],
    ['카드',   100n, 'DONE'],
    ['계좌이체', 199n, 'BELOW_MINIMUM_AMOUNT'],
    ['계좌이체', 200n, 'DONE'],
  ] as const)('of %s with %d won ends in %s', async (method, amount, verdict) => {
    const result = await paid(sandbox, amount, { method }).then(({ status }) => status, (error: { code: string }) => error.code);
    expect(result).toBe(verdict);
  });

  // prettier-ignore
  test.each([
    ['2026-03-04T10:09:59', 'DONE'],
    ['2026-03-04T10:10:00', 'NOT_FOUND_PAYMENT_SESSION'],
  ])('at %s of a payment authenticated at 10:00 ends in %s', async (time, verdict) => {
    const { paymentKey, orderId } = await authenticated(sandbox, 10_000n);
    await freezeAt(sandbox, time);
    const result = await confirm({ paymentKey, orderId, amount: 10_000n }).then(({ status }) => status, (error: { code: string }) => error.code);
    expect(result).toBe(verdict);
    if (verdict !== 'DONE') expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toMatchObject({ status: 'EXPIRED' });
  });

  test('the card company refuses ends in ABORTED with the reason, and no money in the records', async () => {
    const { paymentKey, orderId } = await authenticated(sandbox, 10_000n, { refuseWith: 'REJECT_CARD_COMPANY' });
    await expect(confirm({ paymentKey, orderId, amount: 10_000n })).rejects.toMatchObject({
      status: 403,
      code: 'REJECT_CARD_COMPANY',
    });
    expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toMatchObject({
      status: 'ABORTED',
      failure: { code: 'REJECT_CARD_COMPANY' },
      approvedAt: null,
    });
    await expect(confirm({ paymentKey, orderId, amount: 10_000n })).rejects.toMatchObject({
      code: 'ALREADY_PROCESSED_PAYMENT',
    });
  });
});

test('a payment nobody authenticates expires half an hour after it was opened', async () => {
  const { paymentKey } = await sandbox.provider.createPayment({ body: order('카드', 1_000n) });
  await freezeAt(sandbox, '2026-03-04T10:29:59');
  expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toMatchObject({ status: 'READY' });
  await freezeAt(sandbox, '2026-03-04T10:30:00');
  expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toMatchObject({ status: 'EXPIRED' });
  await expect(sandbox.control.authenticatePayment({ params: { paymentKey } })).rejects.toMatchObject({
    status: 409,
    code: 'NOT_POSSIBLE',
  });
});

describe('cancel', () => {
  type Asked = { cancelAmount?: bigint; taxFreeAmount?: bigint; refundableAmount?: bigint; currency?: 'KRW' | 'USD' };
  const cancel = (paymentKey: string, asked: Asked = {}) =>
    sandbox.provider.cancelPayment({ params: { paymentKey }, body: { cancelReason: '변심', ...asked } });

  test('of everything at once ends in CANCELED, and a second one is too late', async () => {
    const { paymentKey } = await paid(sandbox, 50_000n);
    const canceled = await cancel(paymentKey);
    expect(canceled).toMatchObject({
      status: 'CANCELED',
      balanceAmount: 0n,
      vat: 0n,
      suppliedAmount: 0n,
      totalAmount: 50_000n,
    });
    expect(canceled.cancels).toMatchObject([
      { cancelAmount: 50_000n, refundableAmount: 0n, transactionKey: canceled.lastTransactionKey },
    ]);
    await expect(cancel(paymentKey)).rejects.toMatchObject({ status: 400, code: 'ALREADY_CANCELED_PAYMENT' });
  });

  // prettier-ignore
  const steps = [
    // cancel,  tax-free, balance, taxFree, supplied, vat
    [1_000n,    0n,       9_000n,  3_000n,  5_455n,   545n],
    [3_333n,    1_000n,   5_667n,  2_000n,  3_334n,   333n],
    [5_667n,    undefined, 0n,     0n,      0n,       0n],
  ] as const;
  test('in parts takes vat, supply and the tax-free part along, and stays PARTIAL_CANCELED with nothing left', async () => {
    const { paymentKey } = await paid(sandbox, 10_000n, { taxFreeAmount: 3_000n });
    for (const [cancelAmount, taxFreeAmount, balanceAmount, taxFreeLeft, suppliedAmount, vat] of steps) {
      const after = await cancel(paymentKey, { cancelAmount, ...(taxFreeAmount !== undefined && { taxFreeAmount }) });
      expect(after).toMatchObject({
        status: 'PARTIAL_CANCELED',
        balanceAmount,
        taxFreeAmount: taxFreeLeft,
        suppliedAmount,
        vat,
      });
    }
    const { cancels } = await sandbox.provider.getPayment({ params: { paymentKey } });
    expect(cancels?.map((one) => one.refundableAmount)).toEqual([9_000n, 5_667n, 0n]);
    await expect(cancel(paymentKey)).rejects.toMatchObject({ status: 403, code: 'NOT_CANCELABLE_AMOUNT' });
  });

  // prettier-ignore
  test.each([
    ['more than is left',          { cancelAmount: 10_001n },                       'NOT_CANCELABLE_AMOUNT'],
    ['nothing',                    { cancelAmount: 0n },                            'NOT_CANCELABLE_AMOUNT'],
    ['another refundable amount',  { refundableAmount: 9_999n },                    'NOT_MATCHES_REFUNDABLE_AMOUNT'],
    ['another currency',           { currency: 'USD' },                             'INVALID_CURRENCY'],
    ['too much free of tax',       { cancelAmount: 5_000n, taxFreeAmount: 3_001n }, 'NOT_CANCELABLE_AMOUNT'],
    ['more than is taxed',         { cancelAmount: 7_001n, taxFreeAmount: 0n },     'NOT_CANCELABLE_AMOUNT'],
  ] as const)('of %s is refused and changes nothing', async (_, asked, code) => {
    const before = await paid(sandbox, 10_000n, { taxFreeAmount: 3_000n });
    await expect(cancel(before.paymentKey, asked)).rejects.toMatchObject({ outcome: 'rejected', code });
    expect(await sandbox.provider.getPayment({ params: { paymentKey: before.paymentKey } })).toEqual(before);
  });

  test('of a payment that was never approved, or does not exist, is refused', async () => {
    const { paymentKey } = await authenticated(sandbox, 10_000n);
    await expect(cancel(paymentKey)).rejects.toMatchObject({ code: 'NOT_CANCELABLE_PAYMENT' });
    await expect(cancel('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND_PAYMENT' });
  });

  test('of ten parts at once takes exactly what was paid', async () => {
    const { paymentKey } = await paid(sandbox, 10_000n);
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => cancel(paymentKey, { cancelAmount: 1_000n })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toMatchObject({ balanceAmount: 0n });
  });
});
