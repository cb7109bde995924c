import { freezeAt, paid } from '../testing/buyer.js';
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

const cancel = (paymentKey: string, cancelAmount?: bigint) =>
  sandbox.provider.cancelPayment({
    params: { paymentKey },
    body: { cancelReason: '변심', ...(cancelAmount !== undefined && { cancelAmount }) },
  });
const settlements = (query: Partial<Parameters<typeof sandbox.provider.listSettlements>[0]['query']> = {}) =>
  sandbox.provider.listSettlements({ query: { startDate: '2026-01-01', endDate: '2026-12-31', ...query } });
const read = (paymentKey: string) => sandbox.provider.getPayment({ params: { paymentKey } });

test('fees come in lines that mirror in cancels, the last of which returns the odd won of each', async () => {
  const card = { installmentPlanMonths: 3, interestPayer: 'MERCHANT', useCardPoint: true } as const;
  const payment = await paid(sandbox, 70_001n, { card });
  await cancel(payment.paymentKey, 23_333n);
  await cancel(payment.paymentKey, 23_333n);
  await cancel(payment.paymentKey);
  await freezeAt(sandbox, '2026-03-05T00:00:00');
  const rows = await settlements();
  // prettier-ignore
  expect(rows.map(({ amount, fee, interestFee, fees }) => [amount, fee, interestFee, ...fees.map((line) => [line.type, line.fee])])).toEqual([
    [70_001n,  2_450n, 840n,  ['BASE', 1_540n], ['INSTALLMENT', 840n],  ['POINT_SAVING', 70n]],
    [-23_333n, -815n,  -279n, ['BASE', -513n],  ['INSTALLMENT', -279n], ['POINT_SAVING', -23n]],
    [-23_333n, -816n,  -280n, ['BASE', -513n],  ['INSTALLMENT', -280n], ['POINT_SAVING', -23n]],
    [-23_335n, -819n,  -281n, ['BASE', -514n],  ['INSTALLMENT', -281n], ['POINT_SAVING', -24n]],
  ]);
  expect(rows.reduce((sum, { payOutAmount }) => sum + payOutAmount, 0n)).toBe(0n);
});

// prettier-ignore
test.each([
  ['문화상품권', { giftCertificate: { settlementStatus: 'INCOMPLETED' }, card: null }],
  ['간편결제',   { easyPay: { provider: '토스페이' }, card: null }],
  ['휴대폰',    { mobilePhone: { settlementStatus: 'INCOMPLETED' }, card: null }],
] as const)('a record of %s carries the details of its method', async (method, details) => {
  await paid(sandbox, 10_000n, { method });
  await freezeAt(sandbox, '2026-03-05T00:00:00');
  expect(await settlements()).toMatchObject([{ method, ...details }]);
});

describe('the card company', () => {
  const statusAt = async (paymentKey: string, time: string) => {
    await freezeAt(sandbox, time);
    return (await read(paymentKey)).card?.acquireStatus;
  };

  test('is asked the day after the approval and pays by the next', async () => {
    const { paymentKey, card } = await paid(sandbox, 10_000n);
    expect(card?.acquireStatus).toBe('READY');
    expect(await statusAt(paymentKey, '2026-03-04T23:59:59')).toBe('READY');
    expect(await statusAt(paymentKey, '2026-03-05T00:00:00')).toBe('REQUESTED');
    expect(await statusAt(paymentKey, '2026-03-06T00:00:00')).toBe('COMPLETED');
    await cancel(paymentKey, 4_000n);
    expect((await read(paymentKey)).card?.acquireStatus).toBe('COMPLETED');
    expect((await cancel(paymentKey)).card?.acquireStatus).toBe('CANCEL_REQUESTED');
    expect(await statusAt(paymentKey, '2026-03-07T00:00:00')).toBe('CANCELED');
  });

  test('has nothing to give back of what is canceled on its day', async () => {
    const { paymentKey } = await paid(sandbox, 10_000n);
    expect((await cancel(paymentKey)).card?.acquireStatus).toBe('CANCELED');
  });
});

// prettier-ignore
test.each([
  ['계좌이체',   'transfer'],
  ['휴대폰',    'mobilePhone'],
  ['문화상품권', 'giftCertificate'],
] as const)('%s is settled from the day it is paid out', async (method, member) => {
  const payment = await paid(sandbox, 10_000n, { method });
  const statusAt = async (time: string) => {
    await freezeAt(sandbox, time);
    return (await read(payment.paymentKey))[member]?.settlementStatus;
  };
  expect([payment[member]?.settlementStatus, await statusAt('2026-03-05T23:59:59'), await statusAt('2026-03-06T00:00:00')])
    .toEqual(['INCOMPLETED', 'INCOMPLETED', 'COMPLETED']);
});

describe('manual settlement', () => {
  const ask = (paymentKey: string) => sandbox.provider.requestSettlement({ body: { paymentKey } });
  const verdictOf = (asked: Promise<{ result: boolean }>) =>
    asked.then(
      ({ result }) => result,
      (error: { code: string }) => error.code,
    );
  const contract = (manualSettlement: boolean) => sandbox.control.changeSettings({ body: { manualSettlement } });

  test('settles nothing until asked, then from that day on, cancels included', async () => {
    await contract(true);
    const { paymentKey } = await paid(sandbox, 50_000n);
    const canceled = await cancel(paymentKey, 10_000n);
    await freezeAt(sandbox, '2026-03-09T10:00:00');
    expect([await settlements(), (await read(paymentKey)).card?.acquireStatus]).toEqual([[], 'READY']);
    expect(await ask(paymentKey)).toEqual({ result: true });
    expect((await read(paymentKey)).card?.acquireStatus).toBe('REQUESTED');
    await cancel(paymentKey, 5_000n);
    await freezeAt(sandbox, '2026-03-11T10:00:00');
    expect(await settlements()).toMatchObject([
      { amount: 50_000n, fee: 1_100n, soldDate: '2026-03-09', paidOutDate: '2026-03-11', cancel: null },
      { amount: -10_000n, fee: -220n, soldDate: '2026-03-09', cancel: { transactionKey: canceled.lastTransactionKey } },
      { amount: -5_000n, fee: -110n, soldDate: '2026-03-09' },
    ]);
    const { entityBody } = await sandbox.provider.getBalance({});
    const book = await sandbox.control.readBook({});
    expect([entityBody.availableAmount.minor, book.available]).toEqual([34_230n, 34_230n]);
    expect(
      await sandbox.provider.listTransactions({ query: { startDate: '2026-03-01', endDate: '2026-03-31' } }),
    ).toHaveLength(3);
  });

  // prettier-ignore
  test.each([
    ['without the contract',           false, {},                      'FORBIDDEN_REQUEST'],
    ['of a card payment',              true,  {},                      true],
    ['of a transfer',                  true,  { method: '계좌이체' },    'NOT_FOUND_METHOD'],
  ] as const)('%s (contract: %s) for %j ends in %s', async (_, isManual, purchase, verdict) => {
    await contract(isManual);
    const { paymentKey } = await paid(sandbox, 10_000n, purchase);
    expect(await verdictOf(ask(paymentKey))).toBe(verdict);
  });

  test('is asked for once, of a payment that exists and has something left', async () => {
    const before = await paid(sandbox, 10_000n);
    await contract(true);
    const once = await paid(sandbox, 10_000n);
    const gone = await paid(sandbox, 10_000n);
    await cancel(gone.paymentKey);
    const verdicts = await Promise.all([ask(once.paymentKey), ask(once.paymentKey)].map(verdictOf));
    expect(verdicts).toEqual(expect.arrayContaining([true, 'ALREADY_REQUESTED_SETTLEMENT']));
    expect(await verdictOf(ask(before.paymentKey))).toBe('ALREADY_REQUESTED_SETTLEMENT');
    expect(await verdictOf(ask(gone.paymentKey))).toBe('FORBIDDEN_REQUEST');
    expect(await verdictOf(ask('nobody'))).toBe('NOT_FOUND_PAYMENT');
  });
});

describe('the list of settlements', () => {
  const keys = (rows: Awaited<ReturnType<typeof settlements>>) => rows.map(({ transactionKey }) => transactionKey);

  test('has the same records in the same order, whatever the size of its pages and the cycle of its days', async () => {
    for (const [day, settlementCycle] of [
      ['04', 'DAILY'],
      ['05', 'WEEKLY'],
      ['06', 'WEEKLY'],
      ['09', 'MONTHLY'],
      ['10', 'DAILY'],
    ] as const) {
      await freezeAt(sandbox, `2026-03-${day}T10:00:00`);
      await sandbox.control.changeSettings({ body: { settlementCycle } });
      for (let i = 0; i < 4; i += 1) await paid(sandbox, 1_000n + BigInt(i));
    }
    await freezeAt(sandbox, '2026-03-10T12:00:00');
    for (const dateType of ['soldDate', 'paidOutDate'] as const) {
      const all = await settlements({ dateType });
      expect(all).toHaveLength(16);
      const dates = all.map((row) => row[dateType]);
      expect(dates).toEqual([...dates].sort());
      for (const size of [1, 3, 5, 16, 17]) {
        const seen: string[] = [];
        for (let page = 1; ; page += 1) {
          const rows = await settlements({ dateType, page, size });
          seen.push(...keys(rows));
          if (rows.length < size) break;
        }
        expect(seen).toEqual(keys(all));
      }
    }
    expect(await settlements({ startDate: '2026-03-08', endDate: '2026-03-08' })).toHaveLength(8);
    expect(await settlements({ startDate: '2026-03-09', endDate: '2026-03-30' })).toEqual([]);
  });

  test('forgets what has not happened yet when the clock goes back, and takes up what happens then', async () => {
    const [first] = [await paid(sandbox, 1_000n)];
    await freezeAt(sandbox, '2026-03-06T10:00:00');
    expect(keys(await settlements())).toEqual([first.lastTransactionKey]);
    await freezeAt(sandbox, '2026-03-04T11:00:00');
    expect(await settlements()).toEqual([]);
    const second = await paid(sandbox, 2_000n);
    await freezeAt(sandbox, '2026-03-06T10:00:00');
    expect(keys(await settlements({ size: 1, page: 2 }))).toEqual([second.lastTransactionKey]);
  });
});
