import { balances, booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import type { Provider } from '../provider.js';
import { listBalanceProofs } from '../read-reconciliation/list-proofs.js';
import { balanceOn, listCorrectly, NIGHT, refund, type Refund, type Sale, sell } from '../testing/market-day.js';
import { breaksOf, clientOf, count, mainOf, night } from '../testing/night.js';
import { WrongProvider } from '../testing/wrong-provider.js';

// A long time-out: a night reads two dozen listings.
jest.setTimeout(240_000);
const BILLING = 'billing1';
let database: TestDatabase;
let db: DataSource;
/** The provider as each of the two accounts sees it. */
let main: WrongProvider;
let billing: WrongProvider;
let accounts: Provider['accounts'];
beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
  [main, billing] = [new WrongProvider(), new WrongProvider()];
  accounts = [mainOf(clientOf(await main.start())), { name: BILLING, api: clientOf(await billing.start()) }];
}, 60_000);
afterEach(async () => {
  await booksAreSound(db);
  await Promise.all([main.stop(), billing.stop()]);
  await database.drop();
});

/** Sales and a refund at each account: 60,000 won less 5,000 at the main one, 90,000 less 10,000 at the other one. */
async function aDay(): Promise<void> {
  const atMain: (Sale | Refund)[] = [];
  const atBilling: (Sale | Refund)[] = [];
  for (const [name, amount] of [
    ['one', 20_000n],
    ['two', 40_000n],
  ] as const)
    atMain.push(await sell(db, name, amount));
  for (const [name, amount] of [
    ['three', 30_000n],
    ['four', 60_000n],
  ] as const)
    atBilling.push(await sell(db, name, amount));
  atMain.push(await refund(db, atMain[0] as Sale, 'refund1', 5_000n));
  atBilling.push(await refund(db, atBilling[0] as Sale, 'refund2', 10_000n));
  listCorrectly(main, atMain);
  listCorrectly(billing, atBilling);
}

const balanceIsRightOn = (date: string): void => {
  for (const provider of [main, billing]) provider.balance = balanceOn(provider.settlements, date);
};
const proofs = async () =>
  (await listBalanceProofs(db, {})).items.map(({ businessDate, account, proven }) => [businessDate, account, proven]);

test('each account is downloaded, settled and proven by itself', async () => {
  await aDay();
  await night(db, accounts, NIGHT);
  expect(await breaksOf(db, 'all')).toEqual([]);
  expect(await count(db, `reconciliation.transaction where account = '${BILLING}'`)).toBe(3);

  balanceIsRightOn('2026-11-21');
  await night(db, accounts, '2026-11-21');
  const pending = await balances(db);
  expect(pending['provider:receivable']).toBe(0n);
  expect(pending['provider:pending']).toBe(BigInt(main.balance.pending));
  expect(pending[`provider:${BILLING}:pending`]).toBe(BigInt(billing.balance.pending));

  balanceIsRightOn('2026-11-23');
  await night(db, accounts, '2026-11-23');
  const available = await balances(db);
  expect([available['provider:pending'], available[`provider:${BILLING}:pending`]]).toEqual([0n, 0n]);
  expect(available['provider:available']).toBe(BigInt(main.balance.available));
  expect(available[`provider:${BILLING}:available`]).toBe(BigInt(billing.balance.available));
  expect(await breaksOf(db, 'all')).toEqual([]);
  expect(await proofs()).toEqual([
    ['2026-11-23', '', true],
    ['2026-11-23', BILLING, true],
    ['2026-11-21', '', true],
    ['2026-11-21', BILLING, true],
    [NIGHT, '', true],
    [NIGHT, BILLING, true],
  ]);
});

test('a difference between two accounts that cancels out in their sum is a break of each', async () => {
  await aDay();
  await night(db, accounts, NIGHT);
  balanceIsRightOn('2026-11-23');
  main.balance.available += 1_000;
  billing.balance.available -= 1_000;
  await night(db, accounts, '2026-11-23');
  expect(await breaksOf(db)).toMatchObject([
    { class: 'BALANCE_AVAILABLE', subject: '2026-11-23' },
    { class: 'BALANCE_AVAILABLE', subject: `2026-11-23 ${BILLING}` },
  ]);
  // The break of one account closes by itself; the other one stays and is reported once.
  billing.balance.available += 1_000;
  await night(db, accounts, '2026-11-24');
  expect(await breaksOf(db)).toMatchObject([{ class: 'BALANCE_AVAILABLE', subject: '2026-11-23' }]);
});

test('an account without the payout contract has no proof, and the night ends', async () => {
  billing.refusesBalance = true;
  await night(db, accounts, NIGHT);
  expect(await proofs()).toEqual([[NIGHT, '', true]]);
  main.refusesBalance = true;
  await expect(night(db, accounts, '2026-11-20')).rejects.toMatchObject({ code: 'FORBIDDEN_REQUEST' });
});

test('proofs come page by page, across dates and accounts', async () => {
  for (const date of [NIGHT, '2026-11-20', '2026-11-21']) await night(db, accounts, date);
  const seen: string[] = [];
  for (let after: string | undefined; seen.length < 100;) {
    const page = await listBalanceProofs(db, { limit: 1, ...(after !== undefined && { after }) });
    seen.push(...page.items.map(({ businessDate, account }) => `${businessDate} ${account}`));
    if (page.nextCursor === null) break;
    after = page.nextCursor;
  }
  expect(seen).toEqual(['2026-11-21', '2026-11-20', NIGHT].flatMap((date) => [`${date} `, `${date} ${BILLING}`]));
});

test('a payment of one account that the other one lists, too, is settled once', async () => {
  await aDay();
  billing.settlements.push(...main.settlements.slice(0, 1));
  await night(db, accounts, NIGHT);
  await night(db, accounts, '2026-11-23');
  expect(await count(db, `reconciliation.settlement where transaction_key = 'txn-one'`)).toBe(1);
});

test('an account that was removed from the settings before its listings were read stops the run, and says so', async () => {
  billing.before = () => {
    throw new Error('down');
  };
  await expect(night(db, accounts, NIGHT)).rejects.toThrow();
  await expect(night(db, [accounts[0]], NIGHT)).rejects.toThrow(`${BILLING} is not among PROVIDER_ACCOUNTS`);
  billing.before = () => undefined;
  await night(db, accounts, NIGHT);
  expect((await proofs()).length).toBe(2);
});

test('an account that is added later changes nothing of what was reconciled before', async () => {
  const [mainAccount] = accounts;
  listCorrectly(main, [await sell(db, 'before', 10_000n)]);
  await night(db, [mainAccount], NIGHT);
  await night(db, accounts, '2026-11-20');
  expect(await breaksOf(db, 'all')).toEqual([]);
});

test('the receivable is what each account has not settled, row by row, and money missing at one account is its break', async () => {
  await aDay();
  billing.settlements = billing.settlements.filter(({ transactionKey }) => transactionKey !== 'txn-four');
  await night(db, accounts, NIGHT);
  await night(db, accounts, '2026-11-23');
  expect(await breaksOf(db)).toContainEqual(
    expect.objectContaining({ class: 'OVERDUE_SETTLEMENT', subject: 'txn-four', expected: '60000' }),
  );
  const receivable = await db.query<{ account: string; won: bigint }[]>(
    `select t.account, sum(case when s.state in ('pending', 'available') then 0 else t.amount end)::bigint as won
       from reconciliation.transaction t left join reconciliation.settlement s using (transaction_key)
      group by 1 having sum(case when s.state in ('pending', 'available') then 0 else t.amount end) <> 0`,
  );
  expect(receivable).toEqual([{ account: BILLING, won: 60_000n }]);
  expect((await balances(db))['provider:receivable']).toBe(60_000n);
});
