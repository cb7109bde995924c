import { createCalendar } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import { booksAreSound, testAuthor, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { parse } from 'csv-parse/sync';
import { advanceTaxInvoice, type TaxInvoiceStep } from '../advance-tax-invoice/advance-tax-invoice.js';
import { approveChange } from '../../../terms/change-terms/decide-change.js';
import { followCancels } from '../../../terms/change-terms/follow-cancels.js';
import { proposeChange } from '../../../terms/change-terms/propose-change.js';
import { personOf, rules } from '../../../testing/people.js';
import { draft, refund, sale, seller } from '../../../testing/statement-world.js';
import { cancelPart, placeOrder, termsOf } from '../../../testing/terms-market.js';
import { writeTaxFile } from '../write-tax-file/write-tax-file.js';
import { draftTaxInvoices } from './draft-tax-invoices.js';
import { readTaxInvoices } from './read-tax-invoices.js';

const JUNE = new Date('2026-06-01T00:00:00+09:00');
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
const draftMay = () => transaction(database.db, (tx) => draftTaxInvoices(tx, '2026-05', calendar, kim, JUNE));
const advance = (id: string, step: TaxInvoiceStep) =>
  transaction(database.db, (tx) => advanceTaxInvoice(tx, id, step, kim, JUNE));
const reverseOf = async (sellerId: string) =>
  (await readTaxInvoices(database.db, { sellerId }, JUNE)).items
    .filter(({ direction, state }) => direction === 'REVERSE' && state !== 'canceled')
    .sort((a, b) => (a.kind < b.kind ? 1 : -1));
const amounts = async (sellerId: string) =>
  (await reverseOf(sellerId)).map((i) => [i.kind, i.settled, i.settledAs, i.supply, i.vat, i.total]);

const times = { approvedAt: new Date('2026-05-15T10:00:00+09:00'), maturesOn: '2026-05-20' };
const sold = (sellerId: string, amount: bigint, taxFree = 0n) =>
  sale(database.db, [{ sellerId, amount, taxFree }], times);

test('a seller who supplies to the buyer gets no reverse invoice', async () => {
  await seller(database.db, 'market');
  await sold('market', 100_000n);
  expect(await draftMay()).toMatchObject({ drafted: 1 });
  expect(await reverseOf('market')).toEqual([]);
});

// A sale of 100,000 leaves 89,000 after 10 % commission and its VAT.
// prettier-ignore
test.each([
  ['TOTAL',  'GENERAL',     0n,       [['TAX_INVOICE', 89_000n, 'TOTAL', 80_909n, 8_091n, 89_000n]]],
  ['SUPPLY', 'GENERAL',     0n,       [['TAX_INVOICE', 89_000n, 'SUPPLY', 89_000n, 8_900n, 97_900n]]],
  ['TOTAL',  'EXEMPT',      0n,       [['INVOICE', 89_000n, 'TOTAL', 89_000n, 0n, 89_000n]]],
  ['TOTAL',  'GENERAL',     40_000n,  [['TAX_INVOICE', 53_400n, 'TOTAL', 48_545n, 4_855n, 53_400n], ['INVOICE', 35_600n, 'TOTAL', 35_600n, 0n, 35_600n]]],
  ['SUPPLY', 'SIMPLIFIED',  100_000n, [['INVOICE', 89_000n, 'SUPPLY', 89_000n, 0n, 89_000n]]],
  ['SUPPLY', 'WITHHOLDING', 0n,       []],
] as const)('settled as %s by a %s seller, %d won free of tax', async (settledAs, taxType, taxFree, expected) => {
  await seller(database.db, 'supplier', taxType, { settledAs });
  await sold('supplier', 100_000n, taxFree);
  await draftMay();
  expect(await amounts('supplier')).toEqual(expected);
});

test('refunds of the month lessen it, drafting again changes nothing, and a month below zero is on no invoice', async () => {
  await seller(database.db, 'supplier', 'GENERAL', { settledAs: 'TOTAL' });
  await seller(database.db, 'loser', 'GENERAL', { settledAs: 'SUPPLY' });
  const first = await sold('supplier', 100_000n, 40_000n);
  const april = { approvedAt: new Date('2026-04-15T10:00:00+09:00'), maturesOn: '2026-12-31' };
  const early = await sale(database.db, [{ sellerId: 'loser', amount: 50_000n }], april);
  const inMay = new Date('2026-05-31T23:59:59+09:00');
  await refund(database.db, first, [{ line: 0, paid: 50_000n, taxFree: 20_000n, from: 'pending' }], inMay);
  await refund(database.db, early, [{ line: 0, paid: 50_000n, from: 'pending' }], inMay);
  await draftMay();
  expect(await amounts('supplier')).toEqual([
    ['TAX_INVOICE', 26_700n, 'TOTAL', 24_273n, 2_427n, 26_700n],
    ['INVOICE', 17_800n, 'TOTAL', 17_800n, 0n, 17_800n],
  ]);
  expect(await reverseOf('loser')).toEqual([]);
  expect(await draftMay()).toMatchObject({ drafted: 0, updated: 0, differing: 0 });
});

test('a month that fell below zero after its drafts leaves them at zero; an issued invoice stays and is counted', async () => {
  const { db } = database;
  for (const sellerId of ['drafted', 'issued']) {
    await seller(db, sellerId, 'EXEMPT', { settledAs: 'SUPPLY' });
    const april = { approvedAt: new Date('2026-04-15T10:00:00+09:00'), maturesOn: '2026-12-31' };
    const early = await sale(db, [{ sellerId, amount: 500_000n }], april);
    await sold(sellerId, 100_000n);
    await draftMay();
    const [invoice] = await reverseOf(sellerId);
    if (sellerId === 'issued') await advance(invoice?.id ?? '', { event: 'issue', externalReference: 'NTS-9' });
    // A refund of May that the provider reports days later.
    await refund(db, early, [{ line: 0, paid: 500_000n, from: 'pending' }], new Date('2026-05-30T10:00:00+09:00'));
  }
  expect(await draftMay()).toMatchObject({ differing: 1 });
  expect(await amounts('drafted')).toEqual([['INVOICE', 0n, 'SUPPLY', 0n, 0n, 0n]]);
  expect(await amounts('issued')).toEqual([['INVOICE', 89_000n, 'SUPPLY', 89_000n, 0n, 89_000n]]);
  expect(await draftMay()).toMatchObject({ drafted: 0, updated: 0, differing: 1 });
});

test('what follows a cancel of a closed month stands on the invoices of the next one', async () => {
  const { db } = database;
  await seller(db, 'supplier', 'EXEMPT', { settledAs: 'TOTAL' });
  const on = (date: string): Date => new Date(`${date}T10:00:00+09:00`);
  const placed = { sellerId: 'supplier', rate: 10_000, amount: 100_000n, maturesOn: '2026-12-31' };
  const order = await placeOrder(db, { ...placed, at: on('2026-05-04') });
  const terms = { sellerId: 'supplier', effectiveFrom: '2026-05-01', ...termsOf(8_000), settledAs: 'TOTAL' as const };
  const exempt = { ...terms, taxType: 'EXEMPT' as const };
  const change = await transaction(db, (tx) =>
    proposeChange(tx, exempt, personOf('kim', 'operator'), on('2026-05-08')),
  );
  await transaction(db, (tx) =>
    approveChange(tx, change.id, change.contentHash, personOf('lee'), rules, on('2026-05-08')),
  );
  await db.query(`select ledger.open_books_from('2026-06-01T00:00:00+09:00')`);
  await cancelPart(db, order, 40_000n, on('2026-05-16'));
  await followCancels(db, '2026-05-17');
  await placeOrder(db, { ...placed, at: on('2026-06-10') });
  await draftMay();
  expect(await amounts('supplier')).toEqual([['INVOICE', 91_200n, 'TOTAL', 91_200n, 0n, 91_200n]]);
  const july = new Date('2026-07-01T00:00:00+09:00');
  await transaction(db, (tx) => draftTaxInvoices(tx, '2026-06', calendar, kim, july));
  // 89,000 of June's order, less 40 % of 91,200.
  expect((await amounts('supplier')).map(([, settled]) => settled).sort()).toEqual([52_520n, 91_200n]);
});

test('what a change of terms moves is free of VAT as the line is, and so is what follows a cancel', async () => {
  const { db } = database;
  await seller(db, 'supplier', 'GENERAL', { settledAs: 'SUPPLY' });
  const on = (date: string): Date => new Date(`${date}T10:00:00+09:00`);
  const amount = 100_000n;
  const placed = { sellerId: 'supplier', rate: 10_000, amount, at: on('2026-05-04'), maturesOn: '2026-12-31' };
  const order = await placeOrder(db, { ...placed, taxFree: amount });
  const terms = { sellerId: 'supplier', effectiveFrom: '2026-05-01', ...termsOf(8_000), settledAs: 'SUPPLY' as const };
  const change = await transaction(db, (tx) => proposeChange(tx, terms, personOf('kim', 'operator'), on('2026-05-08')));
  await transaction(db, (tx) =>
    approveChange(tx, change.id, change.contentHash, personOf('lee'), rules, on('2026-05-08')),
  );
  await draftMay();
  // 89,000 under the first terms, and 2,200 of the change.
  expect(await amounts('supplier')).toEqual([['INVOICE', 91_200n, 'SUPPLY', 91_200n, 0n, 91_200n]]);
  await cancelPart(db, order, 40_000n, on('2026-05-16'));
  await followCancels(db, '2026-05-17');
  await draftMay();
  expect(await amounts('supplier')).toEqual([['INVOICE', 54_720n, 'SUPPLY', 54_720n, 0n, 54_720n]]);
});

test('VAT on top is payable once the invoice is issued, stands on the next statement, and is paid with it', async () => {
  await seller(database.db, 'supplier', 'GENERAL', { settledAs: 'SUPPLY' });
  await sold('supplier', 3_000_000_000n);
  await draftMay();
  const [invoice] = await reverseOf('supplier');
  const id = invoice?.id ?? '';
  const issue = { event: 'issue', externalReference: 'NTS-9' } as const;
  expect(await advance(id, issue)).toMatchObject({ state: 'issued', vat: 267_000_000n });
  expect(await advance(id, issue)).toMatchObject({ state: 'issued' });
  await expect(advance(id, { event: 'cancel', reason: 'wrong' })).rejects.toMatchObject({ code: 'TAX_INVOICE_STATE' });
  await draft(database.db, '2026-06-02');
  const [statement] = await database.db.query<object[]>(
    'select movements, payout_amount as paid from payouts.statement',
  );
  expect(statement).toEqual({ movements: 2_937_000_000n, paid: 2_937_000_000n });
  const lines = await database.db.query<{ posting_key: string; amount: bigint }[]>(
    `select posting_key, amount from payouts.statement_line order by amount`,
  );
  expect(lines[0]).toEqual({ posting_key: `tax.invoice-vat/${id}`, amount: 267_000_000n });
});

test('VAT within the earnings is not paid again, and such an invoice can be canceled', async () => {
  await seller(database.db, 'supplier', 'GENERAL', { settledAs: 'TOTAL' });
  await sold('supplier', 100_000n);
  await draftMay();
  const [invoice] = await reverseOf('supplier');
  await advance(invoice?.id ?? '', { event: 'issue', externalReference: 'NTS-9' });
  expect(await database.db.query(`select key from ledger.posting where template = 'tax.invoice-vat'`)).toEqual([]);
  await advance(invoice?.id ?? '', { event: 'cancel', reason: 'wrong' });
  expect(await draftMay()).toMatchObject({ drafted: 1 });
});

test('the file of a month has every invoice that is not canceled, and its sums', async () => {
  await seller(database.db, 'supplier', 'GENERAL', { settledAs: 'TOTAL' });
  await seller(database.db, 'market');
  await sold('supplier', 100_000n, 40_000n);
  await sold('market', 100_000n);
  await draftMay();
  const [canceled] = (await readTaxInvoices(database.db, { sellerId: 'market' }, JUNE)).items;
  await advance(canceled?.id ?? '', { event: 'cancel', reason: 'wrong' });
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeTaxFile(database.db, '2026-05', JUNE).bytes) chunks.push(chunk);
  const rows = parse<Record<string, string>>(Buffer.concat(chunks), { bom: true, columns: true });
  const told = rows.map((row) => [row['direction'], row['kind'], row['sellerId'], row['writtenOn'], row['total']]);
  expect(told.sort()).toEqual([
    ['DIRECT', 'TAX_INVOICE', 'supplier', '2026-05-31', '11000'],
    ['REVERSE', 'INVOICE', 'supplier', '2026-05-31', '35600'],
    ['REVERSE', 'TAX_INVOICE', 'supplier', '2026-05-31', '53400'],
  ]);
});
