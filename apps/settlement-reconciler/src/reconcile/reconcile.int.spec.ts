import { instantAt } from '@jeongsan/calendar';
import { balances, booksAreSound, eventually, testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { postSettlements } from '../post-settlements/post-settlements.js';
import type { ProviderApi } from '../provider.js';
import {
  balanceOn,
  HOURS,
  NIGHT,
  refund,
  type Refund,
  type Sale,
  sell,
  SOLD_ON,
  listCorrectly,
} from '../testing/market-day.js';
import { breaksOf, clientOf, count, mainOf, night, settings } from '../testing/night.js';
import { WrongProvider } from '../testing/wrong-provider.js';
import { reconcile } from './reconcile.js';

// A long time-out: a night reads a dozen listings.
jest.setTimeout(30_000);
let database: TestDatabase;
let db: DataSource;
let provider: WrongProvider;
let api: ProviderApi;
beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
  provider = new WrongProvider();
  api = clientOf(await provider.start());
}, 60_000);
afterEach(async () => {
  await booksAreSound(db);
  await provider.stop();
  await database.drop();
});

/** Seven sales and two refunds, three pages in each listing. */
async function aDay(): Promise<(Sale | Refund)[]> {
  const sales: Sale[] = [];
  for (let i = 1; i <= 7; i += 1) sales.push(await sell(db, `sale${i}`, BigInt(i) * 10_000n));
  const [first, second] = sales as [Sale, Sale];
  const all = [...sales, await refund(db, first, 'refund1', 10_000n), await refund(db, second, 'refund2', 5_000n)];
  listCorrectly(provider, all);
  return all;
}
const balanceIsRightOn = (date: string) => void (provider.balance = balanceOn(provider.settlements, date));

const statesOf = (): Promise<unknown> =>
  db.query(`select state, count(*)::int as rows from reconciliation.settlement group by state order by state`);

test('a clean day has no break, waits until it is pending, then becomes available, and the balance is proven each night', async () => {
  await aDay();
  const gross = 280_000n - 15_000n;

  await night(db, api, NIGHT);
  expect(await breaksOf(db, 'all')).toEqual([]);
  expect(await statesOf()).toEqual([{ state: 'imported', rows: 9 }]);
  expect((await balances(db))['provider:receivable']).toBe(gross);

  balanceIsRightOn('2026-11-21');
  await night(db, api, '2026-11-21');
  expect(await statesOf()).toEqual([{ state: 'pending', rows: 9 }]);
  const pending = await balances(db);
  expect(pending['provider:receivable']).toBe(0n);
  expect(pending['provider:pending']).toBe(BigInt(provider.balance.pending));
  expect((pending['provider:fees'] ?? 0n) + (pending['provider:fee-vat'] ?? 0n)).toBe(
    gross - BigInt(provider.balance.pending),
  );

  balanceIsRightOn('2026-11-23');
  await night(db, api, '2026-11-23');
  expect(await statesOf()).toEqual([{ state: 'available', rows: 9 }]);
  expect((await balances(db))['provider:available']).toBe(BigInt(provider.balance.available));
  expect((await balances(db))['provider:pending']).toBe(0n);
  expect(await breaksOf(db, 'all')).toEqual([]);
  expect(await db.query(`select business_date, proven from reconciliation.balance_proof order by 1`)).toEqual([
    { business_date: NIGHT, proven: true },
    { business_date: '2026-11-21', proven: true },
    { business_date: '2026-11-23', proven: true },
  ]);
});

/** Books a sale and a refund at each of the hours. */
async function aDayOfHours(): Promise<(Sale | Refund)[]> {
  const all: (Sale | Refund)[] = [];
  for (const [i, time] of HOURS.entries()) {
    const sale = await sell(db, `sale${i}`, BigInt(i + 1) * 10_000n, SOLD_ON, time);
    all.push(sale, await refund(db, sale, `refund${i}`, 1_000n, SOLD_ON, time));
  }
  return all;
}

test('a day is a day in Seoul, from its first second to its last', async () => {
  listCorrectly(provider, await aDayOfHours());
  await night(db, api, NIGHT);
  expect(await breaksOf(db, 'all')).toEqual([]);
  const days = await db.query<unknown[]>(
    `select business_date, count(*)::int as rows from reconciliation.transaction group by 1`,
  );
  expect(days).toEqual([{ business_date: SOLD_ON, rows: 12 }]);
});

test('whatever the hour, what we booked and the provider does not list is found in the night of its day', async () => {
  const all = await aDayOfHours();
  const after = await sell(db, 'after', 5_000n, NIGHT, '00:00:00');
  await refund(db, after, 'after-refund', 1_000n, NIGHT, '00:00:00');
  await night(db, api, NIGHT);
  const missing = (await breaksOf(db, 'all')).map(({ class: kind, subject }) => `${kind} ${subject}`);
  expect(missing).toEqual(all.map(({ transactionKey }) => `MISSING_TRANSACTION ${transactionKey}`).toSorted());
});

test('whatever the hour, what is listed a night late is read again with its day, and closes its break', async () => {
  listCorrectly(provider, await aDayOfHours());
  const late = provider.transactions.splice(0);
  await night(db, api, NIGHT);
  provider.transactions.push(...late);
  provider.requests.length = 0;
  await night(db, api, '2026-11-20');
  expect(await breaksOf(db)).toEqual([]);
  const listed = provider.requests.filter((path) => path.includes('/v1/transactions') && path.includes('startDate'));
  const days = new Set(listed.map((path) => new URL(path, 'http://provider').searchParams.get('startDate')));
  expect(days).toEqual(new Set([`${SOLD_ON}T00:00:00`, `${NIGHT}T00:00:00`]));
});

test('postings carry the day on which the provider moves the money, however late they are made', async () => {
  await aDay();
  balanceIsRightOn('2026-11-25');
  await night(db, api, NIGHT);
  await night(db, api, '2026-11-25');
  const days = await db.query<unknown[]>(
    `select template, min(effective_at) as first, max(effective_at) as last from ledger.posting where template like 'settlement.%' group by 1 order by 1`,
  );
  const [available, pending] = [instantAt('2026-11-23', '00:00:00'), instantAt('2026-11-21', '00:00:00')];
  expect(days).toEqual([
    { template: 'settlement.available', first: available, last: available },
    { template: 'settlement.pending', first: pending, last: pending },
  ]);
});

test('a repeated job of a finished night asks nobody and changes nothing', async () => {
  await aDay();
  await night(db, api, NIGHT);
  const asked = provider.requests.length;
  const postings = await count(db, 'ledger.posting');
  await night(db, api, NIGHT);
  expect(provider.requests).toHaveLength(asked);
  expect(await count(db, 'ledger.posting')).toBe(postings);
});

test('a night whose worker dies at every request in turn goes on each time and posts nothing twice', async () => {
  await aDay();
  balanceIsRightOn('2026-11-23');
  let deaths = 0;
  const died = (): void => void (deaths += 1);
  const dying = {
    ...api,
    listTransactions: failing(api.listTransactions, died),
    listSettlements: failing(api.listSettlements, died),
    getBalance: failing(api.getBalance, died),
  };
  for (const date of [NIGHT, '2026-11-23']) while (!(await hasEnded(night(db, dying, date))));
  expect(deaths).toBeGreaterThan(12);
  expect(await statesOf()).toEqual([{ state: 'available', rows: 9 }]);
  expect(await count(db, 'reconciliation.transaction')).toBe(9);
  expect(await count(db, `ledger.posting where template like 'settlement.%'`)).toBe(18);
  expect(await count(db, `reconciliation.settlement where copies > 1`)).toBe(0);
});

/** A call that fails the given time it is made. */
function breakingOff<C extends Call>(time: number, cause: string, call: C): C {
  let calls = 0;
  return before(call, async () => {
    if ((calls += 1) === time) throw new Error(cause);
  });
}

type Call = (...args: never[]) => Promise<unknown>;

/** The call, made after `first`, which may throw in its place. */
const before = <C extends Call>(call: C, first: (input: unknown) => Promise<unknown>): C =>
  (async (...args: Parameters<C>) => {
    await first(args[0]);
    return call(...args);
  }) as C;

test('the listings of transactions and of settlements are read at the same time', async () => {
  await aDay();
  const begun = new Set<string>();
  const both = new Promise<void>((resolve) => {
    provider.before = ({ pathname }) => {
      begun.add(pathname);
      if (begun.has('/v1/transactions') && begun.has('/v1/settlements')) resolve();
    };
  });
  const heldBack = <C extends Call>(call: C): C =>
    (async (...args: Parameters<C>) => {
      const page = await call(...args);
      await both;
      return page;
    }) as C;
  const waiting: ProviderApi = {
    ...api,
    listTransactions: heldBack(api.listTransactions),
    listSettlements: heldBack(api.listSettlements),
  };
  await night(db, waiting, NIGHT);
  expect(await breaksOf(db, 'all')).toEqual([]);
});

test('of two listings that fail differently, both failures are told, and the pages of both are kept', async () => {
  await aDay();
  const broken: ProviderApi = {
    ...api,
    listTransactions: breakingOff(2, 'the first cause', api.listTransactions),
    listSettlements: breakingOff(3, 'the second cause', api.listSettlements),
  };
  await expect(night(db, broken, NIGHT)).rejects.toThrow('the first cause; the second cause');
  expect(
    await db.query(`select source, pages from reconciliation.download where pages > 0 order by source desc`),
  ).toEqual([
    { source: 'transactions', pages: 1 },
    { source: 'settlements-sold', pages: 2 },
  ]);
  await night(db, api, NIGHT);
  expect(await breaksOf(db, 'all')).toEqual([]);
});

const hasEnded = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** A call that fails the first time, without the client's retries. */
function failing<C extends Call>(call: C, died: () => void): C {
  const asked = new Set<string>();
  return before(call, async (input) => {
    const key = JSON.stringify(input);
    if (asked.has(key)) return;
    asked.add(key);
    died();
    throw new Error('the worker dies');
  });
}

test('a download that broke off between pages reads on from the last page that was stored', async () => {
  await aDay();
  const dying: ProviderApi = { ...api, listTransactions: breakingOff(3, 'the worker dies', api.listTransactions) };
  await expect(night(db, dying, NIGHT)).rejects.toThrow('the worker dies');
  expect(await count(db, 'reconciliation.transaction')).toBe(6);
  provider.requests.length = 0;
  await night(db, api, NIGHT);
  expect(provider.requests[0]).toContain('startingAfter=txn-sale6');
  expect(await count(db, 'reconciliation.transaction')).toBe(9);
});

test('what another night has read and not compared yet is not posted', async () => {
  await aDay();
  await expect(night(db, { ...api, listSettlements: failingOnPaid(api.listSettlements) }, NIGHT)).rejects.toThrow(
    'dies',
  );
  expect(await statesOf()).toEqual([{ state: 'imported', rows: 9 }]);
  await postSettlements(db, '2026-11-23');
  expect(await statesOf()).toEqual([{ state: 'imported', rows: 9 }]);
  await night(db, api, NIGHT);
  await postSettlements(db, '2026-11-23');
  expect(await statesOf()).toEqual([{ state: 'available', rows: 9 }]);
});

/** Fails after the sold rows are stored and before anything is compared, like a crash. */
const failingOnPaid =
  (list: ProviderApi['listSettlements']): ProviderApi['listSettlements'] =>
  async (input, ...rest) => {
    if (input.query?.dateType === 'paidOutDate') throw new Error('the worker dies');
    return list(input, ...rest);
  };

test('two workers on one night end with one result', async () => {
  await aDay();
  await night(db, api, NIGHT);
  balanceIsRightOn('2026-11-23');
  const results = await Promise.allSettled([1, 2, 3].map(() => night(db, api, '2026-11-23')));
  expect(results.map((r) => r.status)).toContain('fulfilled');
  await night(db, api, '2026-11-23');
  expect(await statesOf()).toEqual([{ state: 'available', rows: 9 }]);
  expect(await count(db, 'reconciliation.transaction')).toBe(9);
  expect(await breaksOf(db, 'all')).toEqual([]);
});

test('two workers that overtake each other, each in another listing, end the night', async () => {
  await aDay();
  const isRead = (sources: string[]) =>
    eventually(async () => {
      const open = `select count(*) filter (where not done)::int as open from reconciliation.download where source = any($1)`;
      expect(await db.query(open, [sources])).toEqual([{ open: 0 }]);
    }, PATIENCE);
  const first: ProviderApi = { ...api, listTransactions: before(api.listTransactions, () => isRead(['transactions'])) };
  const settlements = ['settlements-sold', 'settlements-paid'];
  const second: ProviderApi = { ...api, listSettlements: before(api.listSettlements, () => isRead(settlements)) };
  const results = await Promise.allSettled([first, second].map((its) => night(db, its, NIGHT)));
  expect(results.map((r) => r.status)).toContain('fulfilled');
  expect(await statesOf()).toEqual([{ state: 'imported', rows: 9 }]);
  expect(await count(db, 'reconciliation.transaction')).toBe(9);
  expect(await breaksOf(db, 'all')).toEqual([]);
});

const PATIENCE = { timeoutMs: 20_000 };

/** A call whose answer comes only when something else has happened. */
test('nights that are made up for later leave the proof to the last of them', async () => {
  await aDay();
  balanceIsRightOn('2026-11-23');
  const now = () => instantAt('2026-11-23', '09:00:00');
  for (const date of [NIGHT, '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'])
    await reconcile(db, [mainOf(api)], date, settings, now);
  expect(await db.query(`select business_date, proven from reconciliation.balance_proof`)).toEqual([
    { business_date: '2026-11-23', proven: true },
  ]);
  expect(await breaksOf(db, 'all')).toEqual([]);
});

test('a night that gave up while the provider was away is made up for by the next one', async () => {
  await aDay();
  provider.before = () => {
    throw new Error('away');
  };
  await expect(night(db, api, NIGHT)).rejects.toMatchObject({ outcome: 'unknown' });
  provider.before = () => undefined;
  await night(db, api, '2026-11-20');
  expect(await count(db, 'reconciliation.transaction')).toBe(9);
  expect(await count(db, `reconciliation.run where state = 'done'`)).toBe(2);
  expect(await breaksOf(db, 'all')).toEqual([]);
});

test('a night that has not begun waits', async () => {
  await expect(reconcile(db, [mainOf(api)], NIGHT, settings, () => instantAt(SOLD_ON, '23:59:59'))).rejects.toThrow(
    'must wait',
  );
});

test('with a weekly cycle a row is missed only when its Sunday has passed, and counts before it', async () => {
  await sell(db, 'monday', 100_000n, '2026-11-16');
  const sunday = { soldDate: '2026-11-22', paidOutDate: '2026-11-23' };
  const monday = await sell(db, 'other', 50_000n, '2026-11-16');
  listCorrectly(provider, [monday]);
  Object.assign(provider.settlements[0] ?? {}, sunday);
  provider.transactions.unshift({
    ...provider.transactions[0]!,
    ...{ transactionKey: 'txn-monday', paymentKey: 'pay-monday', amount: 100_000 },
  });

  for (const date of ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']) {
    balanceIsRightOn(date);
    await night(db, api, date, { settlementCycle: 'WEEKLY' });
    expect(await breaksOf(db, 'all')).toEqual([]);
  }
  expect(await statesOf()).toEqual([{ state: 'pending', rows: 1 }]);
  balanceIsRightOn('2026-11-23');
  await night(db, api, '2026-11-23', { settlementCycle: 'WEEKLY' });
  expect(await breaksOf(db)).toEqual([
    { class: 'MISSING_SETTLEMENT', subject: 'txn-monday', expected: '100000', found: null },
  ]);
});
