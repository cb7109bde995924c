import { freezeAt, seoul } from '../testing/buyer.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';
import { settledAmounts } from '../records/settlement-arithmetic.js';

const world = { seed: 42, payments: 3_000, sellers: 60, days: 30 };
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

const counts = async (table: string): Promise<Partial<Record<string, number>>> => {
  const rows = await sandbox.sql(`select status, count(*)::int as n from ${table} group by status`);
  return Object.fromEntries(rows.map(({ status, n }) => [String(status), Number(n)]));
};

test('a seeded world has payments, sellers and payouts in every state, and its books agree', async () => {
  const seeded = await sandbox.control.seed({ body: world });
  // Every second seller is payable, and no payable seller is among the deleted ones.
  expect(seeded).toMatchObject({ payments: 3_000, sellers: 60, payouts: 210 });
  const payments = await counts('payment');
  for (const status of [
    'DONE',
    'CANCELED',
    'PARTIAL_CANCELED',
    'ABORTED',
    'EXPIRED',
    'WAITING_FOR_DEPOSIT',
    'READY',
    'IN_PROGRESS',
  ])
    expect([status, payments[status] ?? 0]).not.toEqual([status, 0]);
  expect(Object.keys(await counts('seller')).sort()).toEqual([
    'APPROVAL_REQUIRED',
    'APPROVED',
    'KYC_REQUIRED',
    'PARTIALLY_APPROVED',
  ]);
  expect(await counts('payout')).toEqual(
    Object.fromEntries(
      ['COMPLETED', 'FAILED', 'CANCELED', 'REJECTED', 'DELETED', 'REQUESTED', 'IN_PROGRESS'].map((status) => [
        status,
        30,
      ]),
    ),
  );
  const book = await sandbox.control.readBook({});
  const { entityBody: balance } = await sandbox.provider.getBalance({});
  expect([balance.availableAmount.minor, balance.pendingAmount.minor]).toEqual([book.available, book.pending]);
  expect(book.available).toBeGreaterThan(0n);
  const [settled] = await sandbox.sql('select sum(amount)::text as amount from settlement');
  expect(String(book.approved - book.canceled)).toBe(settled?.['amount']);
});

test('every settlement row is what the arithmetic says of its transaction', async () => {
  await sandbox.control.seed({ body: world });
  const rows = await sandbox.sql(`
    select payment.method, settlement.amount::text, settlement.fee::text, supply_amount::text as "supplyAmount", vat::text,
      pay_out_amount::text as "payOutAmount", total_amount::text as total, payment.fees[1]::text as "wholeFee"
    from settlement join payment using (payment_key)`);
  const rates: Record<string, bigint> = { 카드: 2200n, 간편결제: 2500n, 계좌이체: 1650n, 휴대폰: 3300n };
  expect(rows.length).toBeGreaterThan(2_900);
  for (const row of rows) {
    const [amount, total, wholeFee] = [
      BigInt(String(row['amount'])),
      BigInt(String(row['total'])),
      BigInt(String(row['wholeFee'])),
    ];
    expect(wholeFee).toBe((total * (rates[String(row['method'])] ?? 0n)) / 100_000n);
    const fee = amount > 0n ? wholeFee : -((wholeFee * -amount) / total);
    const expected = Object.fromEntries(
      Object.entries(settledAmounts(amount, fee)).map(([name, won]) => [name, String(won)]),
    );
    expect(row).toMatchObject(expected);
  }
});

test('what was seeded reads like anything else: every object fits the contract, page by page', async () => {
  await sandbox.control.seed({ body: { ...world, payments: 800 } });
  const orders = await sandbox.sql(
    'select distinct on (status, method) payment_key as key, status from payment order by status, method',
  );
  for (const { key, status } of orders)
    expect(await sandbox.provider.getPayment({ params: { paymentKey: String(key) } })).toMatchObject({ status });
  // Records get their positions in the list when the clock passes their day.
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  const period = { startDate: '2026-02-02', endDate: '2026-03-04' };
  const transactions = await sandbox.provider.listTransactions({ query: { ...period, limit: 5_000 } });
  expect(await sandbox.provider.listSettlements({ query: { ...period, size: 5_000 } })).toHaveLength(
    transactions.length,
  );
  expect(transactions.map(({ transactionAt }) => transactionAt.getTime())).toEqual(
    transactions.map(({ transactionAt }) => transactionAt.getTime()).sort((a, b) => a - b),
  );
  expect((await sandbox.provider.listSellers({ query: { limit: 100 } })).entityBody.size).toBe(59);
  expect((await sandbox.provider.listPayouts({ query: { limit: 1_000 } })).entityBody.size).toBe(210);
});

test('the world goes on from there: transfers end, payments expire, and the books still agree', async () => {
  await sandbox.control.seed({ body: { ...world, payments: 500 } });
  await sandbox.control.setClock({ body: { now: seoul('2026-03-20T12:00:00') } });
  const payouts = await counts('payout');
  expect([payouts['REQUESTED'], payouts['IN_PROGRESS'], payouts['COMPLETED']]).toEqual([undefined, undefined, 90]);
  expect(Object.keys(await counts('payment'))).not.toContain('READY');
  const book = await sandbox.control.readBook({});
  expect((await sandbox.provider.getBalance({})).entityBody.availableAmount.minor).toBe(book.available);
});

test('the same seed makes the same world, another one another, and none twice', async () => {
  const fingerprint = async () =>
    (await sandbox.sql(`select md5(string_agg(payment::text, '|' order by payment_key)) as payments from payment`))[0];
  const make = async (seed: number) => {
    await sandbox.control.reset({});
    await freezeAt(sandbox, '2026-03-04T10:00:00');
    await sandbox.control.seed({ body: { ...world, seed, payments: 300 } });
    return fingerprint();
  };
  const first = await make(7);
  expect(await make(7)).toEqual(first);
  expect(await make(8)).not.toEqual(first);
  await sandbox.control.seed({ body: { ...world, seed: 9, payments: 10 } });
  await expect(sandbox.control.seed({ body: { ...world, seed: 8 } })).rejects.toMatchObject({
    status: 409,
    code: 'NOT_POSSIBLE',
  });
});

// prettier-ignore
test.each([
  ['more than a million payments',    { ...world, payments: 1_000_001 }, 400],
  ['no days',                         { ...world, days: 0 },             400],
  ['half a seed',                     { ...world, seed: 0.5 },           400],
  ['nothing at all',                  { seed: -1, payments: 0, sellers: 0, days: 1 }, 201],
  ['sellers without money',           { seed: -1, payments: 0, sellers: 4, days: 1 }, 201],
])('a seed of %s', async (_, body, status) => {
  const headers = { 'content-type': 'application/json' };
  expect((await raw(sandbox, 'POST', '/control/seed', { headers, body: JSON.stringify(body) })).status).toBe(status);
});
