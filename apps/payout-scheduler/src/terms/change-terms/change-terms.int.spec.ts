import { randomUUID } from 'node:crypto';
import { addDays } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import type { TermsChangeView } from '@jeongsan/platform-contract';
import {
  addDifferences,
  NO_DIFFERENCE,
  priceLine,
  reversedSoFar,
  type Terms,
  type TermsInput,
} from '@jeongsan/settlement';
import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import * as fc from 'fast-check';
import { listTerms } from '../set-terms/set-terms.js';
import { draftTaxInvoices } from '../../closing/tax/draft-tax-invoices/draft-tax-invoices.js';
import { totalsByTemplate } from '../../explanations/explain-payout/movement-items.js';
import { explainOrder } from '../../explanations/explain-order/explain-order.js';
import { openSeller } from '../../testing/closing-world.js';
import { policy } from '../../testing/usual-policy.js';
import { booksOf, canceledOf, cancelPart, draftOn, pay, placeOrder, termsOf } from '../../testing/terms-market.js';
import { approveChange, rejectChange } from './decide-change.js';
import { proposeChange } from './propose-change.js';
import { readChange, readChanges } from './read-changes.js';
import { personOf, rules } from '../../testing/people.js';

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
const propose = (sellerId: string, rate: number, effectiveFrom: string, more: Partial<Terms> = {}, at = now) =>
  transaction(database.db, (tx) =>
    proposeChange(tx, { sellerId, effectiveFrom, ...termsOf(rate), ...more }, personOf('kim', 'operator'), at),
  );
const approve = ({ id, contentHash }: TermsChangeView, by = 'lee', at = now) =>
  transaction(database.db, (tx) => approveChange(tx, id, contentHash, personOf(by), rules, at));
const postings = (changeId: string) =>
  database.db.query<{ key: string }[]>(`select key from ledger.posting where key like 'terms.adjusted/' || $1 || '%'`, [
    changeId,
  ]);

/** The statement lines that changes of terms caused. */
const stated = (sellerId: string) =>
  database.db.query<unknown[]>(
    `select s.business_date as date, sum(l.amount)::bigint as amount, s.taxable
       from payouts.statement_line l join payouts.statement s on s.id = l.statement_id
      where s.seller_id = $1 and l.posting_key like 'terms.adjusted/%' group by s.id order by 1`,
    [sellerId],
  );

/** All rows that an approval could change. */
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
    { effectiveFrom: '2026-05-08', ...termsOf(8_000), setBy: 'person:lee' },
  ]);

  await draftOn(db, '2026-05-09');
  expect(await stated(sellerId)).toMatchObject([{ date: '2026-05-09', amount: 708n }]);

  const words = { lang: 'en', audience: 'operator' } as const;
  const told = await explainOrder(db, part.orderId, words, policy, on('2026-05-09'));
  expect(told.unexplained).toBe(0n);
  expect(told.lines[0]?.adjustments).toMatchObject([
    {
      step: 0,
      effectiveFrom: '2026-05-02',
      commission: -444n,
      commissionVat: -44n,
      net: 488n,
      statementDate: '2026-05-09',
    },
  ]);
  expect(told.ledger.map(({ postingKey }) => postingKey)).toContain(`terms.adjusted/${change.id}`);
  expect((await explainOrder(db, before.orderId, words, policy, on('2026-05-09'))).lines[0]?.adjustments).toEqual([]);

  for (const [order, left] of [
    [before, 50_000n],
    [whole, 10_000n],
    [part, 22_220n],
  ] as const)
    await cancelPart(db, order, left, on('2026-05-09'));
  await draftOn(db, '2026-05-10');
  expect(await stated(sellerId)).toMatchObject([
    { date: '2026-05-09', amount: 708n },
    { date: '2026-05-10', amount: -708n },
  ]);
  expect(await booksOf(db, sellerId)).toEqual({});
  await draftOn(db, '2026-05-11');
  expect(await postings(change.id)).toHaveLength(2);
});

test('what an adjustment gives is withheld from, and what it takes gives that back, also where it became debt', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000, { taxType: 'WITHHOLDING' });
  const order = await placeOrder(db, { sellerId, amount: 100_000n, rate: 10_000, at: on('2026-05-04') });
  await approve(await propose(sellerId, 8_000, '2026-05-01', { taxType: 'WITHHOLDING' }));
  await draftOn(db, '2026-05-15');
  expect(await booksOf(db, sellerId)).toMatchObject({ reserved: 2_128n, 'platform:withholding': 72n });
  await cancelPart(db, order, 100_000n, on('2026-05-15'));
  await draftOn(db, '2026-05-16');
  expect(await stated(sellerId)).toMatchObject([
    { amount: 2_200n, taxable: 2_200n },
    { amount: 0n, taxable: -2_200n },
  ]);
  // The money is reserved for a payout, so the adjustment becomes debt, less the tax that was withheld on it.
  expect(await booksOf(db, sellerId)).toEqual({ debt: 2_128n, reserved: 2_128n });
});

test('the tax invoice of the month, and the explanation of the statement, are those of the books', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  const order = await placeOrder(db, { sellerId, amount: 100_000n, rate: 10_000, at: on('2026-05-04') });
  await approve(await propose(sellerId, 8_000, '2026-05-01'));
  await cancelPart(db, order, 40_000n, on('2026-05-16'));
  await draftOn(db, '2026-05-17');
  const [statement] = await db.query<{ id: string }[]>('select id from payouts.statement where seller_id = $1', [
    sellerId,
  ]);
  expect(await totalsByTemplate(db, [statement?.id ?? ''])).toMatchObject([
    { template: 'terms.adjusted', amount: 1_320n, unexplained: 0n },
  ]);
  await transaction(db, (tx) => draftTaxInvoices(tx, '2026-05', policy.calendar, personOf('lee'), on('2026-06-01')));
  const invoices = await db.query<unknown[]>('select commission, vat from payouts.tax_invoice where seller_id = $1', [
    sellerId,
  ]);
  expect(invoices).toEqual([{ commission: 4_800n, vat: 480n }]);
  expect(await booksOf(db, sellerId)).toMatchObject({ 'platform:commission': 4_800n, 'platform:vat': 480n });
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
    database.db.query(
      `update payouts.terms_change set state = 'approved', decided_by = 'person:kim', approval = 1 where id = $1`,
      [change.id],
    ),
  ).rejects.toThrow('second_person');
  expect(await everything(sellerId)).toEqual(before);
});

test('approved twice, and by eight at once, it is posted once', async () => {
  const sellerId = await newSeller(10_000);
  await placeOrder(database.db, { sellerId, amount: 10_000n, rate: 10_000, at: on('2026-05-04') });
  const change = await propose(sellerId, 8_000, '2026-05-01');
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) => approve(change, i < 4 ? 'lee' : 'park')),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'TERMS_CHANGE_STATE' });
  const [decided] = (await readChanges(database.db, { sellerId })).items;
  const books = await everything(sellerId);
  await approve(change, decided?.decidedBy?.replace('person:', ''));
  expect(await everything(sellerId)).toEqual(books);
  expect(await postings(change.id)).toHaveLength(1);
  expect(await booksOf(database.db, sellerId)).toMatchObject({ payable: 220n });
});

test.each(['order', 'cancel', 'hash', 'version'] as const)(
  'what changed since it was shown is not approved: %s',
  async (kind) => {
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
  },
);

test('what cannot be is refused, and nothing changes', async () => {
  const sellerId = await newSeller(10_000);
  const rejected = await propose(sellerId, 8_000, '2026-05-01');
  await transaction(database.db, (tx) => rejectChange(tx, rejected.id, personOf('lee'), now));
  const approved = await propose(sellerId, 7_000, '2026-05-01');
  await approve(approved);
  const before = await everything(sellerId);
  const reject = (id: string) => transaction(database.db, (tx) => rejectChange(tx, id, personOf('lee'), now));
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
  expect((await listTerms(db, sellerId)).map(({ effectiveFrom }) => effectiveFrom)).toEqual([
    '2026-01-01',
    '2026-06-01',
  ]);
  await draftOn(db, '2026-05-18');
  expect(await postings(change.id)).toEqual([]);
});

test('an order that is paid after the approval is adjusted with the next draft', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  const late = await placeOrder(db, { sellerId, amount: 10_000n, rate: 10_000, at: on('2026-05-04'), isPaid: false });
  const change = await propose(sellerId, 8_000, '2026-05-01');
  expect(change.lineCount).toBe(0);
  await approve(change);
  await draftOn(db, '2026-05-19');
  expect(await booksOf(db, sellerId)).toEqual({});
  await pay(db, late);
  await draftOn(db, '2026-05-20');
  expect(await booksOf(db, sellerId)).toMatchObject({ pending: 8_900n, payable: 220n, 'platform:commission': 800n });
});

test('a second change settles what the first owes the cancels since; there and back, and canceled whole, are nothing', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  const order = await placeOrder(db, { sellerId, amount: 10_000n, rate: 10_000, at: on('2026-05-04') });
  const books = await booksOf(db, sellerId);
  await approve(await propose(sellerId, 8_000, '2026-05-01'));
  await approve(await propose(sellerId, 10_000, '2026-05-01', {}, on('2026-05-09')), 'lee', on('2026-05-09'));
  expect(await booksOf(db, sellerId)).toEqual(books);

  await approve(await propose(sellerId, 6_000, '2026-05-01', {}, on('2026-05-10')), 'lee', on('2026-05-10'));
  await cancelPart(db, order, 5_000n, on('2026-05-10'));
  await approve(await propose(sellerId, 8_000, '2026-05-01', {}, on('2026-05-11')), 'lee', on('2026-05-11'));
  expect(await booksOf(db, sellerId)).toMatchObject({ pending: 4_450n, payable: 110n, 'platform:commission': 400n });
  await cancelPart(db, order, 5_000n, on('2026-05-11'));
  await draftOn(db, '2026-05-21');
  expect(await booksOf(db, sellerId)).toEqual({});
});

test('an approval and a cancel at once: one of them sees the other', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  const codes = new Set<unknown>();
  for (let day = 8; day < 18; day += 1) {
    const date = on(`2026-05-${String(day).padStart(2, '0')}`);
    const order = await placeOrder(db, { sellerId, amount: 10_000n, rate: 10_000, at: date });
    const change = await propose(sellerId, day * 1_000, '2026-05-01', {}, date);
    const [approved] = await Promise.allSettled([
      approve(change, 'lee', date),
      cancelPart(db, order, 5_000n, date),
      cancelPart(db, order, 5_000n, date),
    ]);
    codes.add(approved.status === 'rejected' ? (approved.reason as { code: string }).code : 'approved');
  }
  for (const code of codes) expect(['approved', 'TERMS_CHANGE_STALE']).toContain(code);
  await draftOn(db, '2026-05-22');
  expect(await booksOf(db, sellerId)).toEqual({});
});

test('lines and changes are read page by page', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  for (let i = 0; i < 5; i += 1)
    await placeOrder(db, { sellerId, amount: 10_000n, rate: 10_000, at: on('2026-05-04') });
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
  // Proposed at one time: the later id comes first.
  const [second, first] = [change.id, other.id].sort();
  const page = await readChanges(db, { sellerId, limit: 1 });
  expect(page.items.map(({ id }) => id)).toEqual([first]);
  const rest = await readChanges(db, { sellerId, limit: 1, after: page.nextCursor ?? '' });
  expect(rest).toMatchObject({ items: [{ id: second }], nextCursor: null });
});

/**
 * Random days: orders under the terms in force, partial cancels of earlier orders, and changes of terms from the start
 * on.
 */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('sell' as const),
    amount: fc.bigInt({ min: 1n, max: 1_000_000n }),
    matures: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(), share: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('change' as const), rate: fc.integer({ min: 0, max: 60_000 }) }),
  fc.record({ kind: fc.constant('draft' as const) }),
);

test('whatever is sold, canceled and changed in whatever order: the books are those of a market under the last terms from the start', async () => {
  const { db } = database;
  let firstDay = '2027-01-04';
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const start = firstDay;
      firstDay = addDays(firstDay, 20);
      const sellerId = await newSeller(10_000, { debt: { netShare: 0 } });
      const orders = [];
      let [rate, day] = [10_000, start];
      for (const todo of steps) {
        day = addDays(day, 1);
        if (todo.kind === 'sell') {
          const maturesOn = todo.matures ? addDays(day, 3) : '2030-01-01';
          orders.push(await placeOrder(db, { sellerId, amount: todo.amount, rate, at: on(day), maturesOn }));
        } else if (todo.kind === 'cancel') {
          const order = orders[todo.which % orders.length];
          const left = order ? order.line.paid - (await canceledOf(db, order.orderId)) : 0n;
          const amount = (left * BigInt(todo.share) + 99n) / 100n;
          if (order && amount > 0n) await cancelPart(db, order, amount, on(day));
        } else if (todo.kind === 'change') {
          await approve(await propose(sellerId, todo.rate, start, {}, on(day)), 'lee', on(day));
          rate = todo.rate;
        } else await draftOn(db, day);
      }
      await draftOn(db, addDays(day, 1));
      const totals = { seller: 0n, commission: 0n, vat: 0n, cash: 0n };
      for (const { orderId, line } of orders) {
        const priced = priceLine({ amount: line.paid, discountAmount: 0n }, termsOf(rate));
        const canceled = await canceledOf(db, orderId);
        const gone = reversedSoFar(priced, canceled);
        totals.seller += priced.net - gone.net;
        totals.commission += priced.commission - gone.commission;
        totals.vat += priced.commissionVat - gone.commissionVat;
        totals.cash += line.paid - canceled;
      }
      const { pending = 0n, payable = 0n, reserved = 0n, debt = 0n, ...books } = await booksOf(db, sellerId);
      expect({
        seller: pending + payable + reserved - debt,
        commission: books['platform:commission'] ?? 0n,
        vat: books['platform:vat'] ?? 0n,
        cash: books['provider:receivable'] ?? 0n,
      }).toEqual(totals);
      for (const balance of [pending, payable, reserved, debt]) expect(balance >= 0n).toBe(true);
    }),
    { numRuns: 12 },
  );
});
