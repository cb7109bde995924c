import { transaction } from '@jeongsan/database';
import { createCalendar } from '@jeongsan/calendar';
import { booksAreSound, testDatabase, type TestDatabase, testAuthor } from '@jeongsan/testing';
import { advanceTaxInvoice, type TaxInvoiceStep } from '../advance-tax-invoice/advance-tax-invoice.js';
import { draft, refund, sale, seller } from '../../../testing/statement-world.js';
import { draftTaxInvoices, issueBy } from './draft-tax-invoices.js';
import { readTaxInvoices } from './read-tax-invoices.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  await booksAreSound(database.db);
  await database.drop();
});

const calendar = createCalendar();
const kim = testAuthor('person:kim');
const JUNE = new Date('2026-06-01T00:00:00+09:00');
const draftMonth = (month: string, now = JUNE) => draftTaxInvoices(database.db, month, calendar, kim, now);
const invoices = async (now = JUNE, query = {}) => (await readTaxInvoices(database.db, query, now)).items;
const advance = (id: string, step: TaxInvoiceStep, now = JUNE) =>
  transaction(database.db, (tx) => advanceTaxInvoice(tx, id, step, kim, now));
const invoiceOf = async (sellerId: string, now = JUNE) => {
  const [found] = (await invoices(now, { sellerId })).filter(({ state }) => state !== 'canceled');
  if (!found) throw new Error(`${sellerId} has no invoice`);
  return found;
};

/** Sales around the start and the end of May; refunds of April's sales in May, and of May's in June. */
async function may(): Promise<void> {
  const { db } = database;
  await seller(db, 'general');
  await seller(db, 'simplified', 'SIMPLIFIED');
  await seller(db, 'exempt', 'EXEMPT');
  await seller(db, 'person', 'WITHHOLDING');
  const sold = (sellerId: string, amount: bigint, at: string, fee = 0n) =>
    sale(db, [{ sellerId, amount, fee }], { approvedAt: new Date(at), maturesOn: '2026-12-31' });
  const april = await sold('general', 70_000n, '2026-04-30T23:59:59.999+09:00');
  const first = await sold('general', 100_000n, '2026-05-01T00:00:00+09:00', 1_000n);
  await sold('simplified', 10_000n, '2026-05-31T23:59:59.999+09:00');
  await sold('exempt', 30_000n, '2026-05-15T10:00:00+09:00');
  await sold('person', 40_000n, '2026-05-15T10:00:00+09:00');
  await sold('general', 1_000_000n, '2026-06-01T00:00:00+09:00');
  await refund(db, april, [{ line: 0, paid: 20_000n, from: 'pending' }], new Date('2026-05-20T00:00:00+09:00'));
  await refund(db, first, [{ line: 0, paid: 50_000n, from: 'pending' }], new Date('2026-06-01T00:00:00+09:00'));
}

/** The earnings of a platform account in a month, positive. */
async function booked(account: string): Promise<bigint> {
  const [row] = await database.db.query<{ sum: bigint }[]>(
    `select coalesce(-sum(amount), 0)::bigint as sum from ledger.entry where account_code = $1
        and effective_at >= '2026-05-01T00:00:00+09:00' and effective_at < '2026-06-01T00:00:00+09:00'`,
    [account],
  );
  return row?.sum ?? 0n;
}

test('an invoice says what a seller was charged in the month, net of what was given back in it', async () => {
  await may();
  expect(await draftMonth('2026-05')).toEqual({ month: '2026-05', drafted: 3, updated: 0, differing: 0 });
  const found = (await invoices()).map((i) => [i.sellerId, i.kind, i.supply, i.vat, i.total, i.state]);
  expect(found.sort()).toEqual([
    ['exempt', 'INVOICE', 3_000n, 300n, 3_300n, 'drafted'],
    ['general', 'TAX_INVOICE', 9_000n, 900n, 9_900n, 'drafted'],
    ['simplified', 'TAX_INVOICE', 1_000n, 100n, 1_100n, 'drafted'],
  ]);
});

test('the invoices of a month are what the books earned from these sellers in it', async () => {
  await may();
  await draftMonth('2026-05');
  const all = await invoices();
  const sum = (of: (i: (typeof all)[number]) => bigint) => all.reduce((total, i) => total + of(i), 0n);
  // The only individual gets no invoice; the individual was charged 4,000 won commission and 400 won VAT.
  expect(sum((i) => i.commission)).toBe((await booked('platform:commission')) - 4_000n);
  expect(sum((i) => i.fees)).toBe(await booked('platform:fees'));
  expect(await booked('platform:fees')).toBe(1_000n);
  expect(sum((i) => i.vat)).toBe((await booked('platform:vat')) - 400n);
});

test('drafting again changes nothing, brings drafts up to date, and counts what is issued and differs', async () => {
  await may();
  await draftMonth('2026-05');
  const before = await invoices();
  expect(await draftMonth('2026-05')).toMatchObject({ drafted: 0, updated: 0, differing: 0 });
  expect(await invoices()).toEqual(before);
  const issued = await invoiceOf('exempt');
  await advance(issued.id, { event: 'issue', externalReference: 'NTS-1' });
  // A sale that the provider reports days later belongs to the day on which it happened.
  for (const sellerId of ['general', 'exempt']) {
    const times = { approvedAt: new Date('2026-05-30T10:00:00+09:00'), maturesOn: '2026-12-31' };
    await sale(database.db, [{ sellerId, amount: 20_000n }], times);
  }
  expect(await draftMonth('2026-05')).toMatchObject({ drafted: 0, updated: 1, differing: 1 });
  expect((await invoiceOf('general')).supply).toBe(11_000n);
  expect((await invoiceOf('exempt')).supply).toBe(3_000n);
});

test('what comes when its month is closed stands on the invoices of the month whose books have it', async () => {
  const { db } = database;
  const july = new Date('2026-07-01T00:00:00+09:00');
  const amounts = async (month: string) =>
    (await invoices(july, { month })).map((i) => [i.sellerId, i.direction, i.supply]).sort();
  for (const sellerId of ['general', 'exempt']) await seller(db, sellerId, 'GENERAL');
  await seller(db, 'supplier', 'GENERAL', { settledAs: 'SUPPLY' });
  const on = (date: string) => ({ approvedAt: new Date(`${date}T10:00:00+09:00`), maturesOn: '2026-12-31' });
  const lines = [
    { sellerId: 'general', amount: 100_000n },
    { sellerId: 'supplier', amount: 10_000n },
  ];
  const first = await sale(db, lines, on('2026-05-15'));
  await draftMonth('2026-05');
  const ofMay = await amounts('2026-05');
  await db.query(`select ledger.open_books_from('2026-06-01T00:00:00+09:00')`);
  await sale(db, [...lines, { sellerId: 'exempt', amount: 30_000n }], on('2026-05-30'));
  await refund(db, first, [{ line: 0, paid: 40_000n, from: 'pending' }], new Date('2026-05-31T10:00:00+09:00'));
  await sale(db, [{ sellerId: 'general', amount: 5_000n }], on('2026-06-20'));

  expect(await draftMonth('2026-05', july)).toEqual({ month: '2026-05', drafted: 0, updated: 0, differing: 0 });
  expect(await amounts('2026-05')).toEqual(ofMay);
  expect(await draftMonth('2026-06', july)).toMatchObject({ drafted: 4 });
  expect(await amounts('2026-06')).toEqual([
    ['exempt', 'DIRECT', 3_000n],
    ['general', 'DIRECT', 6_500n],
    ['supplier', 'DIRECT', 1_000n],
    ['supplier', 'REVERSE', 8_900n],
  ]);
  // Entries of commission and of VAT: for each line of the sales and of the refund.
  const decided = await db.query<{ subject: string; entries: number }[]>(
    `select subject, (after ->> 'entries')::int as entries from audit.decision order by number`,
  );
  expect(decided.map(({ subject, entries }) => [subject, entries])).toEqual([
    ['2026-05', 4],
    ['2026-05', 4],
    ['2026-06', 10],
  ]);
});

test('a month that is not over is refused', async () => {
  const lastMoment = new Date('2026-05-31T23:59:59+09:00');
  await expect(draftMonth('2026-05', lastMoment)).rejects.toMatchObject({ code: 'TAX_INVOICE_MONTH_OPEN' });
});

test('a month whose holidays nobody knows is refused', async () => {
  await expect(draftMonth('2015-11')).rejects.toMatchObject({ code: 'CALENDAR_YEAR_UNKNOWN' });
});

// prettier-ignore
test.each([
  ['2026-05', '2026-06-10', 'a Wednesday'],
  ['2026-09', '2026-10-12', 'the 10th is a Saturday'],
  ['2026-04', '2026-05-11', 'the 10th is a Sunday'],
  ['2026-12', '2027-01-11', 'a Sunday of the next year'],
])('the invoice of %s is to be issued by %s: %s', (month, day) => {
  expect(issueBy(month, calendar)).toBe(day);
});

test('from draft to the tax office, each step once, and never back', async () => {
  await may();
  await draftMonth('2026-05');
  const { id } = await invoiceOf('general');
  await expect(advance(id, { event: 'send' })).rejects.toMatchObject({ code: 'TAX_INVOICE_STATE' });
  const inTime = new Date('2026-06-10T23:00:00+09:00');
  const issue = { event: 'issue', externalReference: 'NTS-1' } as const;
  expect(await advance(id, issue, inTime)).toMatchObject({ state: 'issued', issuedAt: inTime, late: false });
  expect(await advance(id, issue, JUNE)).toMatchObject({ state: 'issued', issuedAt: inTime });
  const renamed = advance(id, { event: 'issue', externalReference: 'NTS-2' });
  await expect(renamed).rejects.toMatchObject({ code: 'TAX_INVOICE_STATE' });
  const other = await invoiceOf('simplified');
  await expect(advance(other.id, issue)).rejects.toMatchObject({ code: 'TAX_INVOICE_REFERENCE_USED' });
  expect(await advance(id, { event: 'send' })).toMatchObject({ state: 'sent' });
  const canceling = advance(id, { event: 'cancel', reason: 'wrong' });
  await expect(canceling).rejects.toMatchObject({ code: 'TAX_INVOICE_STATE' });
});

test('a canceled invoice makes room for a new one', async () => {
  await may();
  await draftMonth('2026-05');
  const { id } = await invoiceOf('general');
  await advance(id, { event: 'issue', externalReference: 'NTS-1' });
  expect(await advance(id, { event: 'cancel', reason: '공급가액 착오' })).toMatchObject({
    state: 'canceled',
    late: false,
  });
  expect(await draftMonth('2026-05')).toMatchObject({ drafted: 1 });
  expect(await invoiceOf('general')).toMatchObject({ state: 'drafted', supply: 9_000n });
});

test('the 10th itself is in time; a day later an invoice that is not issued is late', async () => {
  await may();
  await draftMonth('2026-05');
  expect((await invoiceOf('general', new Date('2026-06-10T23:59:59+09:00'))).late).toBe(false);
  const after = new Date('2026-06-11T00:00:00+09:00');
  const { id, late } = await invoiceOf('general', after);
  expect(late).toBe(true);
  expect(await advance(id, { event: 'issue', externalReference: 'NTS-1' }, after)).toMatchObject({ late: true });
});

test('with the gate on, a seller is held from the day its invoice is overdue until it is issued', async () => {
  const { db } = database;
  await may();
  await draftMonth('2026-05');
  const times = { approvedAt: new Date('2026-06-02T10:00:00+09:00') };
  for (const [sellerId, maturesOn] of [
    ['general', '2026-06-11'],
    ['simplified', '2026-06-11'],
    ['person', '2026-06-11'],
  ] as const) {
    await sale(db, [{ sellerId, amount: 50_000n }], { ...times, maturesOn });
  }
  await advance((await invoiceOf('simplified')).id, { event: 'issue', externalReference: 'NTS-7' });
  const on = { taxInvoiceGate: true };
  const outcome = (date: string) =>
    db.query<object[]>(
      `select seller_id, payout_amount, hold_reason from payouts.statement where business_date = $1 order by seller_id`,
      [date],
    );
  await draft(db, '2026-06-10', on);
  expect(await db.query(`select from payouts.hold`)).toEqual([]);
  await draft(db, '2026-06-11', on);
  await draft(db, '2026-06-11', on);
  expect(await outcome('2026-06-11')).toEqual([
    { seller_id: 'general', payout_amount: 0n, hold_reason: 'TAX_INVOICE_MISSING' },
    { seller_id: 'person', payout_amount: 43_032n, hold_reason: null },
    { seller_id: 'simplified', payout_amount: 44_500n, hold_reason: null },
  ]);
  await advance((await invoiceOf('general')).id, { event: 'issue', externalReference: 'NTS-8' });
  await draft(db, '2026-06-12', on);
  expect(await outcome('2026-06-12')).toEqual([{ seller_id: 'general', payout_amount: 44_500n, hold_reason: null }]);
  expect(await db.query(`select from payouts.hold where released_at is null and seller_id <> 'exempt'`)).toEqual([]);
});

test('with the gate off nobody is held, and whom it held is let go', async () => {
  const { db } = database;
  await may();
  await draftMonth('2026-05');
  const open = () =>
    db.query<object[]>(`select seller_id from payouts.hold where released_at is null order by seller_id`);
  await draft(db, '2026-06-11', { taxInvoiceGate: true });
  expect(await open()).toEqual([{ seller_id: 'exempt' }, { seller_id: 'general' }, { seller_id: 'simplified' }]);
  await draft(db, '2026-06-12');
  expect(await open()).toEqual([]);
});
