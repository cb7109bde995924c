import { instantAt } from '@jeongsan/calendar';
import { askByHand, type HandRunBody, NOON, workByHand } from '../testing/hand-runs.js';
import { DAY, type KnownDay, knownDay, saleOf, TODAY, tradeOn } from '../testing/known-day.js';
import { bookSale, listCorrectly } from '../testing/market-day.js';
import { breaksOf, count, night } from '../testing/night.js';
import { listRuns } from '../read-reconciliation/list-runs.js';
import { readRun } from '../read-reconciliation/read-run.js';
import { readHandRun } from './read-hand-runs.js';

jest.setTimeout(60_000);
let db: KnownDay['db'];
let provider: KnownDay['provider'];
let api: KnownDay['api'];
let end: KnownDay['end'];
beforeEach(async () => {
  ({ db, provider, api, end } = await knownDay());
  await tradeOn({ db, provider }, [10_000n, 20_000n]);
}, 60_000);
afterEach(() => end());

const ask = (body: HandRunBody) => askByHand(db, body);
const work = (id: string) => workByHand({ db, api }, id);

test('a listing that was wrong at night is read again by hand: the break closes and the night is proven', async () => {
  const [lost] = provider.transactions.splice(0, 1);
  await night(db, api, TODAY);
  expect((await breaksOf(db)).map((b) => b.class)).toEqual(['MISSING_TRANSACTION']);
  expect(await readRun(db, TODAY)).toMatchObject({ transactions: 1, settlements: 2 });
  if (lost) provider.transactions.unshift(lost);
  const { id } = await ask({ mode: 'reconcile' });
  await work(id);
  expect(await breaksOf(db)).toEqual([]);
  expect(await readRun(db, TODAY)).toMatchObject({ transactions: 2, settlements: 2 });
  expect((await listRuns(db, {})).items).toMatchObject([{ transactions: 2, settlements: 2 }]);
  expect(await readHandRun(db, id)).toMatchObject({
    ...{ state: 'done', day: TODAY, stage: 'end', requestedBy: 'person:kim', openBreaks: 0, rows: 7 },
    results: [
      {
        businessDate: TODAY,
        breaks: { MISSING_TRANSACTION: { before: 1, after: 0 } },
        proof: { number: 2, state: 'PROVEN' },
      },
    ],
  });
  expect(await count(db, `audit.decision where kind = 'reconciliation.requested'`)).toBe(1);
});

describe('a reading by hand finds a new settlement row twice', () => {
  /** Settlement rows of a night that lacked the third and the last; each page has three. */
  const nightWithoutTwo = async (): Promise<KnownDay['provider']['settlements']> => {
    const more = [3, 4, 5, 6].map((n) => saleOf(n, 30_000n));
    for (const sale of more) await bookSale(db, sale);
    listCorrectly(provider, more);
    const all = provider.settlements;
    provider.settlements = all.filter((_, place) => place !== 2 && place !== 5);
    await night(db, api, TODAY);
    return all;
  };
  const readByHand = async (): Promise<void> => work((await ask({ mode: 'reconcile' })).id);

  test('because the pages moved while they were read: no break, after a second reading', async () => {
    const all = await nightWithoutTwo();
    const [last] = all.splice(5, 1);
    if (!last) throw new Error('The world is empty');
    provider.settlements = all;
    provider.before = (url) => {
      if (url.searchParams.get('page') === '2' && !all.includes(last)) all.unshift(last);
    };
    await readByHand();
    expect(await breaksOf(db)).toEqual([]);
    expect(await count(db, 'reconciliation.settlement where copies > 1')).toBe(0);
    expect(await db.query('select source, pass from reconciliation.download where pass % 2 = 0')).toEqual([
      { source: 'settlements-sold', pass: 4 },
    ]);
    await readByHand();
    expect(await count(db, 'reconciliation.download where pass = 5 and done')).toBe(3);
    expect(await breaksOf(db)).toEqual([]);
  });

  test('because the provider lists it twice: a break', async () => {
    const all = await nightWithoutTwo();
    provider.settlements = [...all, ...all.slice(2, 3)];
    await readByHand();
    expect(await breaksOf(db)).toMatchObject([{ class: 'DUPLICATE_SETTLEMENT', subject: 'txn-3', found: '2 rows' }]);
  });
});

test('a match that is only tried says what would be open, and writes nothing', async () => {
  await night(db, api, TODAY);
  await db.query(`update gateway.payment set amount = amount + 1 where payment_key = 'pay-1'`);
  const { id } = await ask({ mode: 'match', dryRun: true });
  await work(id);
  const { results } = await readHandRun(db, id);
  expect(Object.values(results[0]?.breaks ?? {})).toContainEqual({ before: 0, after: 1 });
  expect(await breaksOf(db, 'all')).toEqual([]);
  const { id: committed } = await ask({ mode: 'match' });
  await work(committed);
  expect((await breaksOf(db)).length).toBeGreaterThan(0);
});

/** Makes the books differ: one break opens, one keeps its facts, one is gone, one has other facts, and one was found by a later night. */
async function disturb(): Promise<void> {
  const raise = (by: number, n: number) =>
    db.query(`update gateway.payment set amount = amount + $1 where payment_key = $2`, [by, `pay-${n}`]);
  for (const n of [2, 3, 4, 5]) await raise(1, n);
  const { id } = await ask({ mode: 'match' });
  await work(id);
  const [settled, changed] = [4, 5].map((n) => `txn-${n}`);
  await db.query(
    `update reconciliation.break set state = 'EXPLAINED', resolved_at = $1, changed_at = $1, changed_by = 'person:kim', reason = 'a reason', action = 'expect', version = version + 1
      where class = 'TRANSACTION_AMOUNT' and subject = any($2)`,
    [NOON, [settled, changed]],
  );
  await db.query(
    `insert into reconciliation.break (class, subject, business_date, opened_at, changed_at, medium_at, high_at, critical_at, due_at)
     select 'TRANSACTION_STATUS', 'txn-1', '2026-11-20', $1, $1, medium_at, high_at, critical_at, due_at from reconciliation.break limit 1`,
    [NOON],
  );
  await raise(1, 1);
  await raise(-1, 2);
  await raise(1, 5);
}

test('a try counts what the match then leaves open', async () => {
  const more = [3, 4, 5].map((n) => saleOf(n, 30_000n));
  for (const sale of more) await bookSale(db, sale);
  listCorrectly(provider, more);
  await night(db, api, TODAY);
  await disturb();
  const { id: tried } = await ask({ mode: 'match', dryRun: true });
  await work(tried);
  const { id: committed } = await ask({ mode: 'match' });
  await work(committed);
  const [would, did] = [await readHandRun(db, tried), await readHandRun(db, committed)];
  expect(would.results[0]?.breaks).toMatchObject({ TRANSACTION_AMOUNT: { before: 2, after: 3 } });
  expect(would.results).toEqual(did.results);
});

test('a try waits for no one, and locks nothing', async () => {
  await night(db, api, TODAY);
  await db.query(`update gateway.payment set amount = amount + 1 where payment_key = 'pay-1'`);
  const { id } = await ask({ mode: 'match', dryRun: true });
  await db.transaction(async (tx) => {
    await tx.query(`select from reconciliation.run for update`);
    await tx.query(`lock table reconciliation.break, reconciliation.settlement in share mode`);
    await work(id);
  });
  expect(await readHandRun(db, id)).toMatchObject({ state: 'done' });
});

test('a second run of the same date is refused until the first is over', async () => {
  await night(db, api, TODAY);
  const { id } = await ask({});
  await expect(ask({ from: DAY })).rejects.toMatchObject({ code: 'HAND_RUN_OVERLAPS', status: 409 });
  await work(id);
  await expect(ask({})).resolves.toMatchObject({ state: 'queued' });
});

test.each([
  [{ from: TODAY, to: DAY }],
  [{ to: '2026-11-20' }],
  [{ from: '2026-01-01' }],
  [{ mode: 'prove', dryRun: true } as const],
])('a window that cannot be worked on is refused: %j', async (body) => {
  await expect(ask(body)).rejects.toMatchObject({ code: 'HAND_RUN_WINDOW_INVALID', status: 422 });
});

test('a reconcile of a date whose night is still to come is refused, and does not take its place', async () => {
  const planned = (night: string) =>
    db.query(
      `insert into messaging.schedule values ('settlement.reconcile', $1)
         on conflict (name) do update set next_run_at = excluded.next_run_at`,
      [instantAt(night, '03:00:00')],
    );
  // Also at noon: a night that is late reads what is listed by then.
  await planned(TODAY);
  await expect(ask({ mode: 'reconcile', from: DAY })).rejects.toMatchObject({
    ...{ code: 'HAND_RUN_WINDOW_INVALID', status: 422, message: expect.stringContaining(TODAY) as string },
  });
  await expect(ask({ mode: 'reconcile', from: DAY, to: DAY })).resolves.toMatchObject({ state: 'queued' });
  await expect(ask({ mode: 'match' })).resolves.toMatchObject({ state: 'queued' });
  await db.query(`update reconciliation.hand_run set state = 'done', finished_at = requested_at`);
  await planned('2026-11-20');
  await expect(ask({ mode: 'reconcile' })).resolves.toMatchObject({ state: 'queued' });
});

test('a date that no night has begun begins at the time of the platform', async () => {
  const { id } = await ask({ mode: 'reconcile' });
  await work(id);
  expect(await db.query(`select started_at from reconciliation.run`)).toEqual([{ started_at: NOON }]);
});

test('a date that was never read fails the run, with its reason', async () => {
  const { id } = await ask({ from: '2026-11-01', to: '2026-11-01' });
  await work(id);
  expect(await readHandRun(db, id)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('reconcile') as string,
  });
});
