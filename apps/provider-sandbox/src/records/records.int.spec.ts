import { authenticated, freezeAt, paid, seoul } from '../testing/buyer.js';
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

const cancel = (paymentKey: string, cancelAmount: bigint) =>
  sandbox.provider.cancelPayment({ params: { paymentKey }, body: { cancelReason: '변심', cancelAmount } });
const settlements = (query: Partial<Parameters<typeof sandbox.provider.listSettlements>[0]['query']> = {}) =>
  sandbox.provider.listSettlements({ query: { startDate: '2026-01-01', endDate: '2026-12-31', ...query } });
const transactions = (query: Partial<Parameters<typeof sandbox.provider.listTransactions>[0]['query']> = {}) =>
  sandbox.provider.listTransactions({ query: { startDate: '2026-01-01', endDate: '2026-12-31', ...query } });
const balance = async () => {
  const { entityBody } = await sandbox.provider.getBalance({});
  return { pending: entityBody.pendingAmount.minor, available: entityBody.availableAmount.minor };
};

describe('transactions', () => {
  test('are one for each approval and cancel, each with a key of its own, oldest first', async () => {
    const payment = await paid(sandbox, 10_000n);
    await freezeAt(sandbox, '2026-03-04T10:00:01');
    const canceled = await cancel(payment.paymentKey, 4_000n);
    expect(await transactions()).toMatchObject([
      {
        transactionKey: payment.lastTransactionKey,
        status: 'DONE',
        amount: 10_000n,
        transactionAt: seoul('2026-03-04T10:00:00'),
      },
      {
        transactionKey: canceled.lastTransactionKey,
        status: 'PARTIAL_CANCELED',
        amount: 4_000n,
        transactionAt: seoul('2026-03-04T10:00:01'),
      },
    ]);
  });

  test('come page by page without a gap or a repetition, whatever the size of the page', async () => {
    for (let i = 0; i < 7; i += 1) await paid(sandbox, 1_000n + BigInt(i));
    const all = (await transactions()).map(({ transactionKey }) => transactionKey);
    expect(all).toHaveLength(7);
    for (const limit of [1, 2, 3, 7]) {
      const seen: string[] = [];
      for (let startingAfter: string | undefined; ; startingAfter = seen.at(-1)) {
        const page = await transactions({ limit, ...(startingAfter && { startingAfter }) });
        seen.push(...page.map(({ transactionKey }) => transactionKey));
        if (page.length < limit) break;
      }
      expect(seen).toEqual(all);
    }
  });

  // prettier-ignore
  test.each([
    ['2026-03-04',          '2026-03-05',          1],
    ['2026-03-05',          '2026-03-06',          0],
    ['2026-03-03',          '2026-03-04',          0],
    ['2026-03-04T10:00:00', '2026-03-04T10:00:00', 1],
    ['2026-03-04T10:00:01', '2026-03-04T11:00:00', 0],
    ['2026-03-04T00:00:00', '2026-03-04T09:59:59', 0],
  ])('from %s to %s hold %d of one approved at 10:00 in Seoul', async (startDate, endDate, count) => {
    await paid(sandbox, 10_000n);
    expect(await transactions({ startDate, endDate })).toHaveLength(count);
  });

  // prettier-ignore
  test.each([
    [{ startDate: '2026-13-01' },                          'INVALID_DATE'],
    [{ startDate: 'yesterday' },                           'INVALID_DATE'],
    [{ startDate: '2026-03-05', endDate: '2026-03-04' },   'INVALID_DATE'],
    [{ startingAfter: 'txrd_nobody' },                     'INVALID_TRANSACTION_KEY'],
    [{ limit: 5_001 },                                     'EXCEED_MAX_QUERY_LIMIT'],
    [{ limit: 0 },                                         'INVALID_REQUEST'],
  ])('asked for with %j are refused', async (query, code) => {
    await expect(transactions(query)).rejects.toMatchObject({ outcome: 'rejected', status: 400, code });
  });
});

describe('settlements', () => {
  test('show a payment from the next day, with the fee of its method', async () => {
    const payment = await paid(sandbox, 50_000n);
    expect(await settlements()).toEqual([]);
    await freezeAt(sandbox, '2026-03-05T00:00:00');
    expect(await settlements()).toMatchObject([
      {
        paymentKey: payment.paymentKey,
        transactionKey: payment.lastTransactionKey,
        amount: 50_000n,
        fee: 1_100n,
        fees: [{ type: 'BASE', fee: 1_100n }],
        supplyAmount: 1_000n,
        vat: 100n,
        payOutAmount: 48_900n,
        soldDate: '2026-03-04',
        paidOutDate: '2026-03-06',
        cancel: null,
        approvedAt: payment.approvedAt,
        card: { amount: 50_000n },
      },
    ]);
  });

  // prettier-ignore
  test.each([
    ['카드',   33_333n, 733n],
    ['간편결제', 33_333n, 833n],
    ['계좌이체', 33_333n, 549n],
    ['휴대폰',  33_333n, 1_099n],
  ] as const)('of %s over %d cost %d', async (method, amount, fee) => {
    await paid(sandbox, amount, { method });
    await freezeAt(sandbox, '2026-03-05T00:00:00');
    expect(await settlements()).toMatchObject([{ fee, payOutAmount: amount - fee }]);
  });

  test('of partial cancels return the fee in proportion, and the last one the odd won', async () => {
    const payment = await paid(sandbox, 10_001n);
    for (const part of [3_333n, 3_333n, 3_335n]) await cancel(payment.paymentKey, part);
    await freezeAt(sandbox, '2026-03-05T00:00:00');
    const rows = await settlements();
    // prettier-ignore
    expect(rows.map((row) => [row.amount, row.fee, row.supplyAmount, row.vat, row.payOutAmount])).toEqual([
      [10_001n, 220n,  200n, 20n, 9_781n],
      [-3_333n, -73n,  -66n, -7n, -3_260n],
      [-3_333n, -73n,  -66n, -7n, -3_260n],
      [-3_335n, -74n,  -67n, -7n, -3_261n],
    ]);
    expect(rows.map((row) => row.cancel?.refundableAmount)).toEqual([undefined, 6_668n, 3_335n, 0n]);
    expect(rows.map((row) => row.approvedAt)).toEqual(Array(4).fill(payment.approvedAt));
    expect(rows.reduce((sum, row) => sum + row.payOutAmount, 0n)).toBe(0n);
  });

  test('of a cancel on a later day are sold on that day', async () => {
    const payment = await paid(sandbox, 10_000n);
    await freezeAt(sandbox, '2026-03-06T23:59:59');
    await cancel(payment.paymentKey, 10_000n);
    await freezeAt(sandbox, '2026-03-07T00:00:00');
    expect((await settlements()).map(({ soldDate, paidOutDate }) => [soldDate, paidOutDate])).toEqual([
      ['2026-03-04', '2026-03-06'],
      ['2026-03-06', '2026-03-10'],
    ]);
    expect(
      await settlements({ startDate: '2026-03-06', endDate: '2026-03-06', dateType: 'paidOutDate' }),
    ).toMatchObject([{ amount: 10_000n }]);
    expect(await settlements({ startDate: '2026-03-06', endDate: '2026-03-06' })).toMatchObject([{ amount: -10_000n }]);
  });

  test('come in numbered pages, and an empty one after the last', async () => {
    for (let i = 1; i <= 5; i += 1) await paid(sandbox, BigInt(i) * 1_000n);
    await freezeAt(sandbox, '2026-03-05T00:00:00');
    const pages = await Promise.all([1, 2, 3, 4].map((page) => settlements({ page, size: 2 })));
    expect(pages.map((rows) => rows.map(({ amount }) => amount))).toEqual([
      [1_000n, 2_000n],
      [3_000n, 4_000n],
      [5_000n],
      [],
    ]);
  });

  // prettier-ignore
  test.each([
    [{ startDate: '2026-02-30' },                        'INVALID_DATE'],
    [{ startDate: '2026-03-05', endDate: '2026-03-04' }, 'INVALID_DATE'],
    [{ page: 0 },                                        'INVALID_REQUEST'],
    [{ size: 5_001 },                                    'INVALID_REQUEST'],
  ])('asked for with %j are refused', async (query, code) => {
    const search = new URLSearchParams({ startDate: '2026-01-01', endDate: '2026-12-31', ...Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])) });
    expect((await raw(sandbox, 'GET', `/v1/settlements?${search.toString()}`)).json).toMatchObject({ code });
  });
});

test('money is nowhere, then pending, then available as the days pass, and cancels take it back', async () => {
  const first = await paid(sandbox, 100_000n);
  // prettier-ignore
  const days = [
    ['2026-03-04T23:59:59', 0n,      0n],
    ['2026-03-05T00:00:00', 97_800n, 0n],
    ['2026-03-05T23:59:59', 97_800n, 0n],
    ['2026-03-06T00:00:00', 0n,      97_800n],
  ] as const;
  for (const [time, pending, available] of days) {
    await freezeAt(sandbox, time);
    expect(await balance()).toEqual({ pending, available });
  }
  await cancel(first.paymentKey, 50_000n);
  await freezeAt(sandbox, '2026-03-10T09:00:00');
  expect(await balance()).toEqual({ pending: 0n, available: 48_900n });
  expect(await sandbox.control.readBook({})).toMatchObject({
    approved: 100_000n,
    canceled: 50_000n,
    settledAmount: 50_000n,
    settledFees: 1_100n,
    settledPayOut: 48_900n,
    pending: 0n,
    available: 48_900n,
  });
});

test('another contract counts for what happens from then on', async () => {
  await paid(sandbox, 100_000n);
  await sandbox.control.changeSettings({
    body: { feeRates: { 카드: 1_000 }, settlementCycle: 'WEEKLY', payoutLagBusinessDays: 3 },
  });
  await paid(sandbox, 100_000n);
  await freezeAt(sandbox, '2026-03-20T00:00:00');
  expect((await settlements()).map(({ fee, soldDate, paidOutDate }) => [fee, soldDate, paidOutDate])).toEqual([
    [2_200n, '2026-03-04', '2026-03-06'],
    [1_000n, '2026-03-08', '2026-03-11'],
  ]);
});

test('an approval under way is not in the records until it is confirmed', async () => {
  await authenticated(sandbox, 10_000n);
  expect(await transactions()).toEqual([]);
});

test('after many approvals and cancels at once the balance is what the book sums up to', async () => {
  const payments = await Promise.all(Array.from({ length: 60 }, (_, i) => paid(sandbox, 1_001n + BigInt(i * 37))));
  await Promise.all(
    payments.flatMap(({ paymentKey }, i) => [cancel(paymentKey, 100n), cancel(paymentKey, BigInt(i + 1))]),
  );
  for (const time of ['2026-03-05T00:00:00', '2026-03-06T00:00:00']) {
    await freezeAt(sandbox, time);
    const book = await sandbox.control.readBook({});
    expect(await balance()).toEqual({ pending: book.pending, available: book.available });
    expect(book.settledPayOut).toBe(book.pending + book.available);
    expect(book.settledAmount).toBe(book.approved - book.canceled);
  }
});
