import { addDays } from '@jeongsan/calendar';
import { eventually, testDatabase } from '@jeongsan/testing';
import { NIGHT, SOLD_ON } from '../testing/market-day.js';
import { breaksOf, count, night, settings } from '../testing/night.js';
import { stagingOf } from '../testing/staging.js';
import { isPage, type TroubledDay, troubledDay } from '../testing/troubled-day.js';
import { rawPage } from './raw-pages.js';

jest.setTimeout(240_000);
let day: TroubledDay;
beforeEach(async () => {
  day = await troubledDay();
}, 60_000);
afterEach(() => day.end());

type Instead = TroubledDay['provider']['instead'];
const NIGHT_AFTER = addDays(NIGHT, 1);

/** Breaks the first `times` answers to the requests of the second page of transactions. */
function spoil(times: number, how: Instead): void {
  let left = times;
  day.provider.instead = (url, answer, response) =>
    isPage(url, 'transactions', 'startingAfter=txn-sale3') && (left -= 1) >= 0 && how(url, answer, response);
}
let whole: string[] | undefined;
/** The staging of a night without trouble: the same in every test. */
async function clean(): Promise<string[]> {
  if (whole) return whole;
  const other = await testDatabase();
  try {
    await night(other.db, day.api, NIGHT);
    return (whole = await stagingOf(other.db));
  } finally {
    await other.drop();
  }
}

// prettier-ignore
test.each<[string, number, Instead]>([
  ['is cut in the middle of a page',    5, (_, answer, response) => { response.writeHead(200, { 'content-length': answer.length }).write(answer.slice(0, 20)); response.destroy(); return true; }],
  ['ends a page before its last row',   1, (_, answer, response) => !!response.end(answer.slice(0, -20))],
  ['answers 429 more often than a call is repeated', 4, (_, __, response) => !!response.writeHead(429).end('{"code":"TOO_MANY_REQUESTS","message":""}')],
  ['answers 429 with Retry-After',      4, (_, __, response) => !!response.writeHead(429, { 'retry-after': '0' }).end('{}')],
  ['answers 503',                       4, (_, __, response) => !!response.writeHead(503).end('busy')],
])('a provider that %s is asked again, and all rows are there', async (_, times, how) => {
  spoil(times, how);
  await night(day.db, day.api, NIGHT, { pageTries: 3 });
  day.provider.instead = () => false;
  expect(await stagingOf(day.db)).toEqual(await clean());
  expect(await breaksOf(day.db)).toEqual([]);
});

test('a refusal is not repeated, and the night goes on from its place when the provider answers again', async () => {
  spoil(1, (_, __, response) => !!response.writeHead(400).end('{"code":"INVALID_DATE","message":""}'));
  await expect(night(day.db, day.api, NIGHT, { pageTries: 3 })).rejects.toMatchObject({ outcome: 'rejected' });
  expect(await count(day.db, 'reconciliation.transaction')).toBe(3);
  await night(day.db, day.api, NIGHT);
  expect(await stagingOf(day.db)).toEqual(await clean());
});

// prettier-ignore
test.each<[string, string, (url: URL) => void]>([
  ['a repeated page of transactions',    'SAME_PAGE', (url) => url.searchParams.delete('startingAfter')],
  ['a last page that comes for ever',    'SAME_PAGE', (url) => { if (url.searchParams.get('page') === '3') url.searchParams.set('page', '2'); }],
  ['pages longer than asked for',        'LONG_PAGE', (url) => { url.searchParams.set('limit', '9'); url.searchParams.set('size', '9'); }],
])('%s: the night proves nothing, and the next try is complete', async (_, fault, twist) => {
  day.provider.before = twist;
  await expect(night(day.db, day.api, NIGHT)).rejects.toMatchObject({ code: 'INCOMPLETE_LISTING', fault });
  day.provider.before = () => undefined;
  await night(day.db, day.api, NIGHT);
  expect(await stagingOf(day.db)).toEqual(await clean());
  expect(await breaksOf(day.db)).toEqual([]);
});

test('a row that is added while settlements are read shifts the pages: all rows are there once, after a second reading', async () => {
  const late = day.provider.settlements.pop();
  if (!late) throw new Error('The day is empty');
  day.provider.before = (url) => {
    if (isPage(url, 'settlements', 'page=2') && !day.provider.settlements.includes(late))
      day.provider.settlements.unshift(late);
  };
  await night(day.db, day.api, NIGHT);
  const rows = await day.db.query<unknown[]>(
    `select transaction_key, copies from reconciliation.settlement order by 1`,
  );
  expect(rows).toEqual(
    ['refund', ...[1, 2, 3, 4, 5, 6].map((i) => `sale${i}`)].map((name) => ({
      transaction_key: `txn-${name}`,
      copies: 1,
    })),
  );
  expect(await breaksOf(day.db)).toEqual([]);
});

test('pages are kept to the byte, sealed, and once however often they arrive', async () => {
  const sent = new Set<string>();
  day.provider.instead = (_, answer) => void sent.add(answer) === null;
  await night(day.db, day.api, NIGHT);
  const pages = await day.db.query<{ download_id: bigint; number: number }[]>(`select * from reconciliation.page`);
  const kept = await Promise.all(pages.map((p) => rawPage(day.db, settings.seal, p.download_id, p.number)));
  const listed = [...sent].filter((answer) => answer.startsWith('['));
  expect(new Set(kept)).toEqual(new Set(listed));
  expect(await count(day.db, `reconciliation.raw_page where text_sealed like '%txn%'`)).toBe(0);
  const before = await count(day.db, 'reconciliation.raw_page');
  await night(day.db, day.api, NIGHT_AFTER, { lookBackDays: 1 });
  expect([await count(day.db, 'reconciliation.page'), await count(day.db, 'reconciliation.raw_page')]).toEqual([
    // Again 4 pages of each listing of the day, and one empty page of each of the day after.
    pages.length + 2 * 4 + 3,
    before,
  ]);
});

test('rows that were listed late or changed are noticed when their day is read again, and both contents are kept', async () => {
  const held = day.provider.transactions.pop();
  if (!held) throw new Error('The day is empty');
  await night(day.db, day.api, NIGHT);
  day.provider.transactions.push(held);
  const [sale] = day.provider.transactions;
  if (sale) sale.amount += 1;
  for (let again = 0; again < 2; again += 1)
    await night(day.db, day.api, addDays(NIGHT_AFTER, again), { lookBackDays: 2 });
  const counted = await day.db.query<unknown[]>(
    `select business_date, late_rows, changed_rows from reconciliation.download
      where source = 'transactions' and day = $1 and (late_rows > 0 or changed_rows > 0)`,
    [SOLD_ON],
  );
  expect(counted).toEqual([{ business_date: NIGHT_AFTER, late_rows: 1n, changed_rows: 1n }]);
  const changes = await day.db.query<unknown[]>(
    `select transaction_key, earlier ->> 'amount' as earlier, later ->> 'amount' as later from reconciliation.changed_row`,
  );
  expect(changes).toEqual([{ transaction_key: day.first.transactionKey, earlier: '10000', later: '10001' }]);
  expect(await count(day.db, `reconciliation.transaction where listed_on = '${NIGHT_AFTER}'`)).toBe(1);
});

test('all processes wait for the turn of the account, and the download says so', async () => {
  await day.db.query(`insert into reconciliation.reading_pace values ('', now() + interval '2 s')`);
  const running = night(day.db, day.api, NIGHT);
  await eventually(async () => {
    const [row] = await day.db.query<{ waiting_for: string | null; is_ahead: boolean }[]>(
      `select waiting_for, waiting_until > now() - interval '1 minute' as is_ahead from reconciliation.download order by id limit 1`,
    );
    expect(row).toEqual({ waiting_for: 'own limit', is_ahead: true });
  });
  await running;
  expect(await count(day.db, 'reconciliation.download where waiting_for is not null or not done')).toBe(0);
});
