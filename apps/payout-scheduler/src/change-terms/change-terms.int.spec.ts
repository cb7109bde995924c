import { randomUUID } from 'node:crypto';
import { transaction } from '@jeongsan/database';
import type { TermsChangeView } from '@jeongsan/platform-contract';
import { addDifferences, NO_DIFFERENCE, type TermsInput } from '@jeongsan/settlement';
import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import { listTerms } from '../set-terms/set-terms.js';
import { openSeller } from '../testing/closing-world.js';
import { booksOf, cancelPart, draftOn, pay, placeOrder, termsOf } from '../testing/terms-market.js';
import { approveChange, rejectChange } from './decide-change.js';
import { proposeChange } from './propose-change.js';
import { readChange, readChanges } from './read-changes.js';

jest.setTimeout(60_000);
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const on = (date: string): Date => new Date(`${date}T10:00:00+09:00`);
const now = on('2026-05-08');
const commission = (rate: number): Partial<TermsInput> => ({ commission: { charge: { kind: 'RATE', rate } } });

async function newSeller(rate: number, more: Partial<TermsInput> = {}): Promise<string> {
  const sellerId = `s-${randomUUID().slice(0, 13)}`;
  await openSeller(database.db, sellerId, { ...commission(rate), ...more });
  return sellerId;
}
const propose = (sellerId: string, rate: number, effectiveFrom: string, at = now) =>
  transaction(database.db, (tx) => proposeChange(tx, { sellerId, effectiveFrom, ...termsOf(rate) }, 'kim', at));
const approve = ({ id, contentHash }: TermsChangeView, by = 'lee', at = now) =>
  transaction(database.db, (tx) => approveChange(tx, id, contentHash, by, at));
const postings = (changeId: string) =>
  database.db.query<{ key: string }[]>(`select key from ledger.posting where key like 'terms.adjusted/' || $1 || '%'`, [
    changeId,
  ]);

/** Everything that an approval could change. */
const everything = async (sellerId: string): Promise<unknown> => [
  await booksOf(database.db, sellerId),
  await listTerms(database.db, sellerId),
  await database.db.query('select * from payouts.terms_change where seller_id = $1 order by id', [sellerId]),
  await database.db.query('select count(*) from payouts.line_adjustment'),
];

test('10 % become 8 % from last week on: the deltas to the won, the statement, and zero once all is canceled', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  const sold = { sellerId, rate: 10_000, maturesOn: '2026-06-20' };
  const before = await placeOrder(db, { ...sold, amount: 50_000n, at: on('2026-05-01') });
  const whole = await placeOrder(db, { ...sold, amount: 10_000n, at: new Date('2026-05-02T00:00:00+09:00') });
  const part = await placeOrder(db, { ...sold, amount: 33_330n, at: on('2026-05-05') });
  await cancelPart(db, part, 11_110n, on('2026-05-06'));

  const books = await booksOf(db, sellerId);
  const change = await propose(sellerId, 8_000, '2026-05-02');
  const { lines } = await readChange(db, change.id, {});
  const table = (rows: readonly Omit<(typeof lines.items)[number], 'orderId' | 'lineId'>[]): string[] =>
    rows.map((row) => `${row.canceled} | ${row.commission} | ${row.commissionVat} | ${row.net}`).sort();
  // canceled | commission | VAT | net
  expect(table(lines.items)).toEqual(['0 | -200 | -20 | 220', '11110 | -444 | -44 | 488']);
  expect(change).toMatchObject({ lineCount: 2, isEstimate: false, state: 'proposed' });
  expect(change.total).toEqual({ ...NO_DIFFERENCE, commission: -644n, commissionVat: -64n, net: 708n });
  expect(await booksOf(db, sellerId)).toEqual(books);

  await approve(change);
  expect(await booksOf(db, sellerId)).toEqual({
    ...books,
    payable: 708n,
    'platform:commission': (books['platform:commission'] ?? 0n) - 644n,
    'platform:vat': (books['platform:vat'] ?? 0n) - 64n,
  });
  expect(await listTerms(db, sellerId)).toMatchObject([
    { effectiveFrom: '2026-01-01' },
    { effectiveFrom: '2026-05-08', ...termsOf(8_000) },
  ]);

  await draftOn(db, '2026-05-09');
  const stated = () =>
    db.query(
      `select s.business_date as date, sum(l.amount)::bigint as amount, s.taxable
         from payouts.statement_line l join payouts.statement s on s.id = l.statement_id
        where s.seller_id = $1 and l.posting_key like 'terms.adjusted/%' group by s.id order by 1`,
      [sellerId],
    );
  expect(await stated()).toEqual([{ date: '2026-05-09', amount: 708n, taxable: 708n }]);

  for (const [order, left] of [[before, 50_000n], [whole, 10_000n], [part, 22_220n]] as const)
    await cancelPart(db, order, left, on('2026-05-09'));
  await draftOn(db, '2026-05-10');
  expect(await stated()).toEqual([
    { date: '2026-05-09', amount: 708n, taxable: 708n },
    { date: '2026-05-10', amount: -708n, taxable: -708n },
  ]);
  expect(await booksOf(db, sellerId)).toEqual({});
  await draftOn(db, '2026-05-11');
  expect(await postings(change.id)).toHaveLength(2);
});

test('a raised rate takes what is payable and makes a debt of the rest; nobody falls below zero', async () => {
  const sellerId = await newSeller(5_000);
  await placeOrder(database.db, { sellerId, amount: 10_000n, rate: 5_000, at: on('2026-05-04') });
  const change = await propose(sellerId, 20_000, '2026-05-01');
  await approve(change);
  const books = await booksOf(database.db, sellerId);
  expect(books).toMatchObject({ debt: 1_650n, pending: 9_450n, 'platform:commission': 2_000n, 'platform:vat': 200n });
  expect(books['payable']).toBeUndefined();
});

test('the proposer cannot approve, and neither can the table be told so', async () => {
  const sellerId = await newSeller(10_000);
  await placeOrder(database.db, { sellerId, amount: 10_000n, rate: 10_000, at: on('2026-05-04') });
  const change = await propose(sellerId, 8_000, '2026-05-01');
  const before = await everything(sellerId);
  await expect(approve(change, 'kim')).rejects.toMatchObject({ code: 'TERMS_CHANGE_SECOND_PERSON_REQUIRED' });
  await expect(
    database.db.query(`update payouts.terms_change set state = 'approved', decided_by = 'kim', approval = 1 where id = $1`, [
      change.id,
    ]),
  ).rejects.toThrow('second_person');
  expect(await everything(sellerId)).toEqual(before);
});

test('approved twice, and by eight at once, it is posted once', async () => {
  const sellerId = await newSeller(10_000);
  await placeOrder(database.db, { sellerId, amount: 10_000n, rate: 10_000, at: on('2026-05-04') });
  const change = await propose(sellerId, 8_000, '2026-05-01');
  const results = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => approve(change, i < 4 ? 'lee' : 'park')));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'TERMS_CHANGE_STATE' });
  const [decided] = (await readChanges(database.db, { sellerId })).items;
  const books = await everything(sellerId);
  await approve(change, decided?.decidedBy ?? '');
  expect(await everything(sellerId)).toEqual(books);
  expect(await postings(change.id)).toHaveLength(1);
  expect(await booksOf(database.db, sellerId)).toMatchObject({ payable: 220n });
});

test.each(['order', 'cancel', 'hash', 'version'] as const)('what changed since it was shown is not approved: %s', async (kind) => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  const sold = { sellerId, amount: 10_000n, rate: 10_000, at: on('2026-05-04') };
  const order = await placeOrder(db, sold);
  const change = await propose(sellerId, 8_000, '2026-05-01');
  if (kind === 'order') await placeOrder(db, sold);
  if (kind === 'cancel') await cancelPart(db, order, 1_000n, now);
  if (kind === 'version') await approve(await propose(sellerId, 7_000, '2026-05-01'));
  const before = await everything(sellerId);
  const shown = kind === 'hash' ? { ...change, contentHash: 'other' } : change;
  const code = kind === 'version' ? 'TERMS_CONFLICT' : 'TERMS_CHANGE_STALE';
  await expect(approve(shown)).rejects.toMatchObject({ code });
  expect(await everything(sellerId)).toEqual(before);
});

test('what cannot be is refused, and nothing changes', async () => {
  const sellerId = await newSeller(10_000);
  const rejected = await propose(sellerId, 8_000, '2026-05-01');
  await transaction(database.db, (tx) => rejectChange(tx, rejected.id, 'lee', now));
  const approved = await propose(sellerId, 7_000, '2026-05-01');
  await approve(approved);
  const before = await everything(sellerId);
  const reject = (id: string) => transaction(database.db, (tx) => rejectChange(tx, id, 'lee', now));
  await expect(approve(rejected)).rejects.toMatchObject({ code: 'TERMS_CHANGE_STATE' });
  await expect(reject(approved.id)).rejects.toMatchObject({ code: 'TERMS_CHANGE_STATE' });
  await reject(rejected.id);
  await expect(reject(randomUUID())).rejects.toMatchObject({ code: 'TERMS_CHANGE_NOT_FOUND' });
  await expect(propose(sellerId, 8_000, '2025-05-07')).rejects.toMatchObject({ code: 'TERMS_CHANGE_TOO_OLD' });
  await expect(propose(sellerId, 90_001, '2026-05-01')).rejects.toMatchObject({ code: 'TERMS_INVALID' });
  expect(await everything(sellerId)).toEqual(before);
});

test('a change to come is estimated over the last 30 days, and approved it posts nothing', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  for (const date of ['2026-04-07', '2026-04-08', '2026-05-04'])
    await placeOrder(db, { sellerId, amount: 10_000n, rate: 10_000, at: on(date) });
  const books = await booksOf(db, sellerId);
  const change = await propose(sellerId, 8_000, '2026-06-01');
  expect(change).toMatchObject({ isEstimate: true, lineCount: 2, total: { net: 440n } });
  await expect(approve(change, 'lee', on('2026-06-01'))).rejects.toMatchObject({ code: 'TERMS_CHANGE_STALE' });
  await placeOrder(db, { sellerId: await newSeller(0), amount: 1n, rate: 0, at: on('2026-05-04') });
  await approve(change);
  expect(await booksOf(db, sellerId)).toEqual(books);
  expect((await listTerms(db, sellerId)).map(({ effectiveFrom }) => effectiveFrom)).toEqual(['2026-01-01', '2026-06-01']);
  await draftOn(db, '2026-05-12');
  expect(await postings(change.id)).toEqual([]);
});

test('an order that is paid after the approval is adjusted with the next draft', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  const late = await placeOrder(db, { sellerId, amount: 10_000n, rate: 10_000, at: on('2026-05-04'), isPaid: false });
  const change = await propose(sellerId, 8_000, '2026-05-01');
  expect(change.lineCount).toBe(0);
  await approve(change);
  await draftOn(db, '2026-05-13');
  expect(await booksOf(db, sellerId)).toEqual({});
  await pay(db, late);
  await draftOn(db, '2026-05-14');
  expect(await booksOf(db, sellerId)).toMatchObject({ pending: 8_900n, payable: 220n, 'platform:commission': 800n });
});

test('lines and changes are read page by page', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  for (let i = 0; i < 5; i += 1) await placeOrder(db, { sellerId, amount: 10_000n, rate: 10_000, at: on('2026-05-04') });
  const change = await propose(sellerId, 8_000, '2026-05-01');
  const seen = [];
  let total = NO_DIFFERENCE;
  for (let after: string | null = ''; after !== null;) {
    const { lines } = await readChange(db, change.id, { limit: 2, ...(after && { after }) });
    for (const line of lines.items) [total] = [addDifferences(total, line)];
    seen.push(lines.items.length);
    after = lines.nextCursor;
  }
  expect(seen).toEqual([2, 2, 1]);
  expect(total).toEqual(change.total);
  const other = await propose(sellerId, 7_000, '2026-05-01');
  const [first, second] = [change.id, other.id].sort();
  const page = await readChanges(db, { sellerId, limit: 1 });
  expect(page.items.map(({ id }) => id)).toEqual([first]);
  const rest = await readChanges(db, { sellerId, limit: 1, after: page.nextCursor ?? '' });
  expect(rest).toMatchObject({ items: [{ id: second }], nextCursor: null });
});
