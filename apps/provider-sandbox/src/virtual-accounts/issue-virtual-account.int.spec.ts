import { accountOrder, issued } from '../testing/accounts.js';
import { authenticated, freezeAt, newOrderId, paid, seoul } from '../testing/buyer.js';
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

describe('an account is issued', () => {
  test('for one order: it waits for the deposit, and its issue is a transaction of nothing', async () => {
    const body = accountOrder({ taxFreeAmount: 6_000n });
    const payment = await sandbox.provider.issueVirtualAccount({ body });
    expect(payment).toMatchObject({
      orderId: body.orderId,
      type: 'NORMAL',
      method: '가상계좌',
      status: 'WAITING_FOR_DEPOSIT',
      totalAmount: 50_000n,
      balanceAmount: 50_000n,
      taxFreeAmount: 6_000n,
      vat: 4_000n,
      suppliedAmount: 40_000n,
      approvedAt: null,
      secret: expect.stringMatching(/^ps_\w{27}$/) as string,
      card: null,
      virtualAccount: {
        accountType: '일반',
        accountNumber: expect.stringMatching(/^X\d{13}$/) as string,
        bankCode: '88',
        customerName: '김구매',
        dueDate: seoul('2026-03-11T10:00:00'),
        refundStatus: 'NONE',
        expired: false,
        settlementStatus: 'INCOMPLETED',
        refundReceiveAccount: null,
      },
    });
    expect(await read(payment.paymentKey)).toEqual(payment);
    expect(await sandbox.provider.getPaymentByOrder({ params: { orderId: body.orderId } })).toEqual(payment);
    expect(await sandbox.provider.listTransactions({ query: period })).toMatchObject([
      { status: 'WAITING_FOR_DEPOSIT', amount: 0n, transactionKey: payment.lastTransactionKey, method: '가상계좌' },
    ]);
  });

  // prettier-ignore
  test.each([
    ['20', '20'], ['020', '20'], ['우리', '20'], ['WOORI', '20'], ['06', '06'], ['KOOKMIN', '06'], ['04', undefined],
    ['토스', undefined], ['SC', undefined], ['우리은행', undefined], ['271', undefined],
  ])('by the bank %s as %s', async (bank, bankCode) => {
    if (bankCode) expect((await issued(sandbox, { bank })).virtualAccount?.bankCode).toBe(bankCode);
    else await expect(issued(sandbox, { bank })).rejects.toMatchObject({ outcome: 'rejected', status: 400, code: 'INVALID_BANK' });
  });

  const product = { id: 'p-1', name: '사과', code: 'APPLE', unitPrice: 1_000, quantity: 1 };
  // prettier-ignore
  test.each([
    [{ amount: 1 },                        'ok'], [{ amount: '50000' },                'ok'],
    [{ amount: 0 },                        'INVALID_REQUEST'], [{ amount: 1.5 },       'INVALID_REQUEST'], [{ amount: undefined }, 'INVALID_REQUEST'],
    [{ orderId: text(6) },                 'ok'], [{ orderId: text(64) },              'ok'],
    [{ orderId: text(5) },                 'INVALID_REQUEST'], [{ orderId: text(65) }, 'INVALID_REQUEST'], [{ orderId: 'order 1' }, 'INVALID_REQUEST'],
    [{ orderName: 'x' },                   'ok'], [{ orderName: text(100) },           'ok'],
    [{ orderName: '' },                    'INVALID_REQUEST'], [{ orderName: text(101) }, 'INVALID_REQUEST'],
    [{ customerName: text(100) },          'ok'], [{ customerName: text(101) },        'INVALID_REQUEST'], [{ customerName: undefined }, 'INVALID_REQUEST'],
    [{ bank: 20 },                         'ok'], [{ bank: undefined },                'INVALID_REQUEST'],
    [{ customerEmail: text(100) },         'ok'], [{ customerEmail: text(101) },       'INVALID_REQUEST'],
    [{ customerMobilePhone: '12345678' },  'ok'], [{ customerMobilePhone: '123456789012345' }, 'ok'],
    [{ customerMobilePhone: '1234567' },   'INVALID_REQUEST'], [{ customerMobilePhone: '1234567890123456' }, 'INVALID_REQUEST'], [{ customerMobilePhone: '010-1234-5678' }, 'INVALID_REQUEST'],
    [{ taxFreeAmount: 50_000 },            'ok'], [{ taxFreeAmount: 50_001 },          'INVALID_REQUEST'],
    [{ validHours: 1 },                    'ok'], [{ validHours: '2160' },             'ok'],
    [{ validHours: 0 },                    'INVALID_REQUEST'], [{ validHours: 2_161 }, 'EXCEED_MAX_VALID_HOURS'], [{ validHours: 1.5 }, 'INVALID_REQUEST'],
    [{ dueDate: '2026-03-04T10:00:01' },   'ok'], [{ dueDate: '2026-06-02T10:00:00' }, 'ok'], [{ dueDate: '2026-03-05T10:00:00+09:00' }, 'ok'],
    [{ dueDate: '2026-03-04T10:00:00' },   'INVALID_DATE'], [{ dueDate: '2026-06-02T10:00:01' }, 'EXCEED_MAX_DUE_DATE'],
    [{ dueDate: '2026-02-30T10:00:00' },   'INVALID_DATE'], [{ dueDate: '2026-03-05' }, 'INVALID_DATE'],
    [{ validHours: 24, dueDate: '2026-03-05T10:00:00' }, 'INVALID_VALID_HOURS_WITH_DUE_DATE_AND_SINGLE'],
    [{ accountType: '일반' },              'ok'], [{ accountType: '고정', accountKey: text(13) }, 'ok'],
    [{ accountType: '고정' },              'REQUIRED_ACCOUNT_KEY'], [{ accountType: '특별' }, 'INVALID_VIRTUAL_ACCOUNT_TYPE'], [{ accountKey: text(14) }, 'INVALID_REQUEST'],
    [{ useEscrow: true, escrowProducts: [product, { ...product, id: 'p-2' }] }, 'ok'],
    [{ useEscrow: false },                 'ok'],
    [{ useEscrow: true },                  'INVALID_REQUEST'], [{ useEscrow: 'yes' }, 'INVALID_REQUEST'],
    [{ useEscrow: true, escrowProducts: [product, product] },                    'INVALID_REQUEST'],
    [{ useEscrow: true, escrowProducts: [{ ...product, quantity: 0 }] },         'INVALID_REQUEST'],
    [{ useEscrow: true, escrowProducts: [{ ...product, unitPrice: undefined }] }, 'INVALID_REQUEST'],
    [{ cashReceipt: { type: '미발행' } },                                          'ok'],
    [{ cashReceipt: { type: '소득공제', registrationNumber: '01012345678' } },       'ok'],
    [{ cashReceipt: { type: '소득공제', registrationNumber: '0100001234' } },        'ok'],
    [{ cashReceipt: { type: '소득공제', registrationNumber: '5421123412341' } },     'ok'],
    [{ cashReceipt: { type: '지출증빙', registrationNumber: '1208147521' } },        'ok'],
    [{ cashReceipt: { type: '소득공제' } },                                         'INVALID_REQUEST'],
    [{ cashReceipt: { type: '영수증', registrationNumber: '01012345678' } },        'INVALID_REQUEST'],
    [{ cashReceipt: { type: '소득공제', registrationNumber: text(31) } },            'INVALID_REQUEST'],
    [{ cashReceipt: { type: '소득공제', registrationNumber: '1208147521' } },        'INVALID_REGISTRATION_NUMBER_TYPE'],
    [{ cashReceipt: { type: '지출증빙', registrationNumber: '1208147522' } },        'INVALID_REGISTRATION_NUMBER_TYPE'],
    [{ cashReceipt: { type: '지출증빙', registrationNumber: '01012345678' } },       'INVALID_REGISTRATION_NUMBER_TYPE'],
  ])('with %j: %s', async (change, verdict) => {
    const { amount, ...order } = accountOrder();
    const reply = await raw(sandbox, 'POST', '/v1/virtual-accounts', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, amount: Number(amount), ...change }),
    });
    expect([reply.status, reply.json['code'] ?? 'ok']).toEqual([verdict === 'ok' ? 200 : 400, verdict]);
  });

  test('once for an order: not while it waits, not after a cancel or a card, and not twice at once', async () => {
    const waiting = await issued(sandbox);
    const again = () => issued(sandbox, { orderId: waiting.orderId });
    await expect(again()).rejects.toMatchObject({ code: 'DUPLICATED_ORDER_ID' });
    const card = await authenticated(sandbox, 1_000n, { orderId: waiting.orderId });
    const { paymentKey, orderId } = card;
    await expect(
      sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount: 1_000n } }),
    ).rejects.toMatchObject({ code: 'DUPLICATED_ORDER_ID' });
    await sandbox.provider.cancelPayment({
      params: { paymentKey: waiting.paymentKey },
      body: { cancelReason: '변심' },
    });
    await expect(again()).rejects.toMatchObject({ code: 'DUPLICATED_ORDER_ID' });
    await expect(issued(sandbox, { orderId: (await paid(sandbox, 1_000n)).orderId })).rejects.toMatchObject({
      code: 'DUPLICATED_ORDER_ID',
    });
    const order = accountOrder();
    const both = await Promise.allSettled([issued(sandbox, order), issued(sandbox, order)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('anew each time, unless it is fixed: then key and bank lead to the same one', async () => {
    const number = async (order: Parameters<typeof issued>[1]) =>
      (await issued(sandbox, order)).virtualAccount?.accountNumber;
    expect(await number({})).not.toBe(await number({}));
    const fixed = await number({ accountKey: 'customer-1' });
    expect(await number({ accountType: '고정', accountKey: 'customer-1', bank: '088' })).toBe(fixed);
    expect(await number({ accountKey: 'customer-1', bank: '우리' })).not.toBe(fixed);
    expect(await number({ accountKey: 'customer-2' })).not.toBe(fixed);
    expect((await issued(sandbox, { accountKey: 'customer-1' })).virtualAccount?.accountType).toBe('고정');
  });

  test('to an order of two digits where the contract is as lenient as the real one was once', async () => {
    await sandbox.control.changeSettings({ body: { shortOrderIdsGetAccounts: true } });
    const reply = await raw(sandbox, 'POST', '/v1/virtual-accounts', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...accountOrder(), amount: 1_000, orderId: 71, validHours: '1' }),
    });
    expect([reply.status, reply.json]).toMatchObject([
      200,
      { orderId: '71', virtualAccount: { dueDate: '2026-03-04T11:00:00+09:00' } },
    ]);
  });
});

describe('the payment window', () => {
  test('lets the buyer name a bank; the account is issued when the merchant confirms', async () => {
    const opened = await sandbox.provider.createPayment({
      body: {
        method: 'VIRTUAL_ACCOUNT',
        amount: 200n,
        orderId: newOrderId(),
        orderName: '사과',
        successUrl: 'https://market.example/ok',
        failUrl: 'https://market.example/no',
      },
    });
    const { paymentKey, orderId } = opened;
    const confirm = () => sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount: 200n } });
    await expect(confirm()).rejects.toMatchObject({ code: 'NOT_FOUND_PAYMENT_SESSION' });
    expect(await sandbox.control.authenticatePayment({ params: { paymentKey } })).toMatchObject({
      status: 'READY',
      virtualAccount: null,
    });
    await freezeAt(sandbox, '2026-03-04T10:05:00');
    expect(await confirm()).toMatchObject({
      status: 'WAITING_FOR_DEPOSIT',
      virtualAccount: { dueDate: seoul('2026-03-11T10:05:00') },
    });
    await expect(confirm()).rejects.toMatchObject({ code: 'ALREADY_PROCESSED_PAYMENT' });
    expect(await deposit(paymentKey)).toMatchObject({ status: 'DONE' });
  });

  // prettier-ignore
  test.each([[199n, 'BELOW_MINIMUM_AMOUNT'], [200n, 'WAITING_FOR_DEPOSIT']])('with %d won ends in %s', async (amount, verdict) => {
    const result = await paid(sandbox, amount, { method: '가상계좌' }).then(({ status }) => status, (error: { code: string }) => error.code);
    expect(result).toBe(verdict);
  });

  test('expires with nothing issued', async () => {
    const { paymentKey } = await authenticated(sandbox, 1_000n, { method: '가상계좌' });
    await freezeAt(sandbox, '2026-03-04T10:30:00');
    expect(await read(paymentKey)).toMatchObject({ status: 'EXPIRED', virtualAccount: null });
  });

  test('keeps the account for refunds readable for half an hour', async () => {
    const asked = { bankCode: '06', accountNumber: '123456789', holderName: '김구매' };
    const { paymentKey, orderId } = await sandbox.control.payAsBuyer({
      body: {
        method: '가상계좌',
        amount: 1_000n,
        orderId: newOrderId(),
        orderName: '사과',
        virtualAccount: { bank: 'IBK', customerName: '박입금', refundReceiveAccount: asked },
      },
    });
    const payment = await sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount: 1_000n } });
    expect(payment.virtualAccount).toMatchObject({
      bankCode: '03',
      customerName: '박입금',
      refundReceiveAccount: asked,
    });
    await freezeAt(sandbox, '2026-03-04T10:29:59');
    expect((await read(paymentKey)).virtualAccount?.refundReceiveAccount).toEqual(asked);
    await freezeAt(sandbox, '2026-03-04T10:30:00');
    expect((await read(paymentKey)).virtualAccount?.refundReceiveAccount).toBeNull();
  });
});
