import { freezeAt, newOrderId, seoul } from '../testing/buyer.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

type Order = { amount?: bigint; orderId?: string; taxFreeAmount?: bigint };
const issue = (order: Order = {}) =>
  sandbox.provider.issueCashReceipt({
    body: {
      amount: 10_000n,
      orderId: newOrderId(),
      orderName: '사과',
      type: '소득공제',
      customerIdentityNumber: '01012345678',
      ...order,
    },
  });
const cancel = (receiptKey: string, amount?: bigint) =>
  sandbox.provider.cancelCashReceipt({ params: { receiptKey }, body: amount === undefined ? undefined : { amount } });
const list = (query: { cursor?: number; limit?: number; requestDate?: string } = {}) =>
  sandbox.provider.listCashReceipts({ query: { requestDate: '2026-03-04', ...query } });
const text = (length: number): string => 'x'.repeat(length);

test('a receipt is in progress until the tax office approves it a day later', async () => {
  const orderId = newOrderId();
  const receipt = await issue({ orderId, taxFreeAmount: 3_000n });
  expect(receipt).toEqual({
    receiptKey: expect.stringMatching(/^\w{30}$/) as string,
    issueNumber: expect.stringMatching(/^\d{9}$/) as string,
    issueStatus: 'IN_PROGRESS',
    amount: 10_000n,
    taxFreeAmount: 3_000n,
    orderId,
    orderName: '사과',
    type: '소득공제',
    approvalNumber: null,
    transactionType: 'CONFIRM',
    businessNumber: '1234512343',
    customerIdentityNumber: '01012345678',
    failure: null,
    requestedAt: seoul('2026-03-04T10:00:00'),
    approvedAt: null,
    canceledAt: null,
    receiptUrl: expect.stringContaining(receipt.receiptKey) as string,
  });
  await freezeAt(sandbox, '2026-03-05T09:59:59');
  expect((await list()).data).toEqual([receipt]);
  await freezeAt(sandbox, '2026-03-05T10:00:00');
  expect((await list()).data).toEqual([
    {
      ...receipt,
      issueStatus: 'COMPLETED',
      approvedAt: seoul('2026-03-05T10:00:00'),
      approvalNumber: expect.stringMatching(/^\d{9}$/) as string,
    },
  ]);
});

// prettier-ignore
test.each([
  [{},                                          'ok'],
  [{ amount: '10000' },                         'ok'], [{ amount: 1 },                      'ok'],
  [{ amount: 0 },                               'INVALID_REQUEST'], [{ amount: -1 },        'INVALID_REQUEST'], [{ amount: undefined }, 'INVALID_REQUEST'],
  [{ orderId: text(6) },                        'ok'], [{ orderId: text(64) },              'ok'],
  [{ orderId: text(5) },                        'INVALID_REQUEST'], [{ orderId: text(65) }, 'INVALID_REQUEST'],
  [{ orderName: text(100) },                    'ok'], [{ orderName: text(101) },           'INVALID_REQUEST'], [{ orderName: undefined }, 'INVALID_REQUEST'],
  [{ taxFreeAmount: 10_000 },                   'ok'], [{ taxFreeAmount: 10_001 },          'INVALID_REQUEST'],
  [{ type: '미발행' },                            'INVALID_REQUEST'], [{ type: undefined },    'INVALID_REQUEST'],
  [{ customerIdentityNumber: undefined },       'INVALID_REQUEST'],
  [{ customerIdentityNumber: undefined, registrationNumber: '01012345678' }, 'ok'],
  [{ customerIdentityNumber: '0111234567' },    'ok'],
  [{ customerIdentityNumber: '010123456' },     'INVALID_CASH_RECEIPT_INFO'],
  [{ customerIdentityNumber: '010123456789' },  'INVALID_CASH_RECEIPT_INFO'],
  [{ customerIdentityNumber: '1234567890123' }, 'ok'], [{ customerIdentityNumber: '1234567890123456789' },  'ok'],
  [{ customerIdentityNumber: '12345678901234567890' }, 'INVALID_CASH_RECEIPT_INFO'],
  [{ customerIdentityNumber: text(30) },        'INVALID_CASH_RECEIPT_INFO'], [{ customerIdentityNumber: text(31) }, 'INVALID_REQUEST'],
  [{ customerIdentityNumber: '1208147521' },    'INVALID_REGISTRATION_NUMBER_TYPE'],
  [{ type: '지출증빙', customerIdentityNumber: '1208147521' },  'ok'],
  [{ type: '지출증빙', customerIdentityNumber: '1208147522' },  'INVALID_CASH_RECEIPT_INFO'],
  [{ type: '지출증빙', customerIdentityNumber: '01012345678' }, 'INVALID_REGISTRATION_NUMBER_TYPE'],
])('a request with %j: %s', async (change, verdict) => {
  const body = { amount: 10_000, orderId: newOrderId(), orderName: '사과', type: '소득공제', customerIdentityNumber: '01012345678', ...change };
  const reply = await raw(sandbox, 'POST', '/v1/cash-receipts', { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  expect([reply.status, reply.json['code'] ?? 'ok']).toEqual([verdict === 'ok' ? 200 : 400, verdict]);
});

test('no payment is looked for, and an order gets as many receipts as are asked for', async () => {
  const orderId = newOrderId();
  const keys = [await issue({ orderId }), await issue({ orderId })].map(({ receiptKey }) => receiptKey);
  expect(new Set(keys).size).toBe(2);
});

test('where the contract says so an order has one receipt that stands', async () => {
  await sandbox.control.changeSettings({ body: { refusesSecondReceipts: true } });
  const orderId = newOrderId();
  const both = await Promise.allSettled([issue({ orderId }), issue({ orderId })]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [first] = (await list()).data;
  await cancel(first?.receiptKey ?? '', 9_999n);
  await expect(issue({ orderId })).rejects.toMatchObject({ outcome: 'rejected', code: 'DUPLICATED_CASH_RECEIPT' });
  await cancel(first?.receiptKey ?? '');
  const second = await issue({ orderId });
  await sandbox.control.failCashReceipt({ params: { receiptKey: second.receiptKey }, body: {} });
  expect(await issue({ orderId })).toMatchObject({ transactionType: 'CONFIRM' });
});

describe('a cancel', () => {
  test('of the whole needs no body, and has the key of the issue after c_', async () => {
    const receipt = await issue({ taxFreeAmount: 3_000n });
    const canceled = await cancel(receipt.receiptKey);
    expect(canceled).toEqual({
      ...receipt,
      receiptKey: `c_${receipt.receiptKey}`,
      transactionType: 'CANCEL',
      canceledAt: receipt.requestedAt,
      receiptUrl: canceled.receiptUrl,
    });
    await expect(cancel(receipt.receiptKey)).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN_REQUEST' });
  });

  // prettier-ignore
  const steps = [
    // amount, tax-free part of it
    [3_333n, 999n], [3_333n, 1_000n], [3_334n, 1_001n],
  ] as const;
  test('in parts takes the tax-free part along to the won, and no more than is left', async () => {
    const { receiptKey } = await issue({ taxFreeAmount: 3_000n });
    for (const [amount, taxFreeAmount] of steps) {
      expect(await cancel(receiptKey, amount)).toMatchObject({ amount, taxFreeAmount, transactionType: 'CANCEL' });
      await expect(cancel(receiptKey, 10_000n)).rejects.toMatchObject({ code: 'FORBIDDEN_REQUEST' });
    }
    await expect(cancel(receiptKey)).rejects.toMatchObject({ code: 'FORBIDDEN_REQUEST' });
  });

  test('of more than everything at once takes exactly what was issued', async () => {
    const { receiptKey } = await issue();
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => cancel(receiptKey, 2_000n)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('of no receipt, of a cancel, and of a refused receipt is refused', async () => {
    await expect(cancel('nobody')).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND_RECEIPT' });
    const { receiptKey } = await issue();
    const { receiptKey: cancelKey } = await cancel(receiptKey, 1n);
    await expect(cancel(cancelKey)).rejects.toMatchObject({ code: 'FORBIDDEN_REQUEST' });
    await sandbox.control.failCashReceipt({ params: { receiptKey }, body: {} });
    await expect(cancel(receiptKey)).rejects.toMatchObject({ code: 'FORBIDDEN_REQUEST' });
  });

  // prettier-ignore
  test.each([['', 200], ['{}', 200], ['{"amount":null}', 200], ['{"amount":0}', 400], ['{"amount":"1"}', 200], ['[]', 400], ['{', 400]])('with the body %j answers %d', async (body, status) => {
    const { receiptKey } = await issue();
    const headers = { 'content-type': 'application/json' };
    expect((await raw(sandbox, 'POST', `/v1/cash-receipts/${receiptKey}/cancel`, { headers, body })).status).toBe(status);
  });

  test('that the tax office refuses gives its part back', async () => {
    const { receiptKey } = await issue();
    const canceled = await cancel(receiptKey);
    await sandbox.control.failCashReceipt({ params: { receiptKey: canceled.receiptKey }, body: {} });
    expect(await cancel(receiptKey, 10_000n)).toMatchObject({ amount: 10_000n });
  });
});

describe('the tax office', () => {
  test('answers once, when it is told to or by itself', async () => {
    await sandbox.control.changeSettings({ body: { receiptApprovalDays: null } });
    const { receiptKey } = await issue();
    await freezeAt(sandbox, '2026-04-04T10:00:00');
    const completed = await sandbox.control.completeCashReceipt({ params: { receiptKey } });
    expect(completed).toMatchObject({ issueStatus: 'COMPLETED', approvedAt: seoul('2026-04-04T10:00:00') });
    await expect(sandbox.control.completeCashReceipt({ params: { receiptKey } })).rejects.toMatchObject({
      status: 409,
    });
    await expect(sandbox.control.completeCashReceipt({ params: { receiptKey: 'x' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  // prettier-ignore
  test.each([
    [{},                                              { code: 'NTS_ERROR', message: '국세청: 정의 안된 오류' }],
    [{ message: '[TS3] 사용자 정보 오류' },                { code: 'NTS_ERROR', message: '[TS3] 사용자 정보 오류' }],
    [{ code: 'NTS_CLOSED', message: text(510) },      { code: 'NTS_CLOSED', message: text(510) }],
  ])('refuses with the words %j', async (body, failure) => {
    const { receiptKey } = await issue();
    await sandbox.control.failCashReceipt({ params: { receiptKey }, body });
    await freezeAt(sandbox, '2026-03-07T10:00:00');
    expect((await list()).data).toMatchObject([{ issueStatus: 'FAILED', failure, approvedAt: null }]);
  });

  test('knows no receipts of a merchant without a valid business number', async () => {
    await sandbox.control.changeSettings({ body: { businessNumber: '' } });
    expect(await issue()).toMatchObject({ businessNumber: '' });
    await expect(list()).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND_MERCHANT_BUSINESS_NUMBER' });
    await sandbox.control.changeSettings({ body: { businessNumber: '1234512344' } });
    await expect(list()).rejects.toMatchObject({ status: 400, code: 'INVALID_BUSINESS_NUMBER' });
  });
});

describe('the list', () => {
  test('has the issues and cancels of one day in their order, page by page', async () => {
    const receipts = [];
    for (let i = 1n; i <= 4n; i += 1n) receipts.push(await issue({ amount: i }));
    receipts.push(await cancel(receipts[0]?.receiptKey ?? ''));
    await freezeAt(sandbox, '2026-03-05T00:00:00');
    const next = await issue();
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.lastCursor });
    const third = await list({ limit: 2, cursor: second.lastCursor });
    expect([first, second, third].map(({ hasNext }) => hasNext)).toEqual([true, true, false]);
    expect([first, second, third].flatMap(({ data }) => data)).toEqual(receipts);
    expect(await list({ cursor: third.lastCursor })).toEqual({
      hasNext: false,
      lastCursor: third.lastCursor,
      data: [],
    });
    expect((await list({ limit: 5 })).hasNext).toBe(false);
    expect((await list({ requestDate: '2026-03-05' })).data).toEqual([next]);
  });

  // prettier-ignore
  test.each([
    ['requestDate=2026-03-04',                        200, undefined],
    ['requestDate=2026-03-04&limit=1',                200, undefined],
    ['requestDate=2026-03-04&limit=10000',            200, undefined],
    ['requestDate=2026-03-04&limit=0',                400, 'INVALID_REQUEST'],
    ['requestDate=2026-03-04&limit=10001',            400, 'INVALID_REQUEST'],
    ['requestDate=2026-03-04&cursor=x',               400, 'INVALID_REQUEST'],
    ['requestDate=2026-02-30',                        400, 'INVALID_REQUEST'],
    ['requestDate=20260304',                          400, 'INVALID_REQUEST'],
    ['requestDate=2026-03-04&startDate=2026-03-01',   400, 'INVALID_REQUEST'],
    ['startDate=2026-03-01&endDate=2026-03-04',       400, 'INVALID_REQUIRED_PARAM'],
    ['',                                              400, 'INVALID_REQUIRED_PARAM'],
  ])('asked for with %j answers %d %s', async (query, status, code) => {
    const reply = await raw(sandbox, 'GET', `/v1/cash-receipts?${query}`);
    expect([reply.status, reply.json['code']]).toEqual([status, code]);
  });
});

test('a receipt cannot be read by its key', async () => {
  const { receiptKey } = await issue();
  expect((await raw(sandbox, 'GET', `/v1/cash-receipts/${receiptKey}`)).status).toBe(404);
});
