import { randomUUID } from 'node:crypto';
import type { StatementLine } from '@jeongsan/platform-contract';
import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { draft, refund, sale, seller } from '../../testing/statement-world.js';
import { readStatement, readStatementLines } from './read-statement.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  await booksAreSound(database.db);
  await database.drop();
});

const approvedAt = new Date('2026-05-01T01:00:00Z');
const at = (text: string) => new Date(text);

async function statementOn(sellerId: string, date: string): Promise<string> {
  const [row] = await database.db.query<{ id: string }[]>(
    `select id from payouts.statement where seller_id = $1 and business_date = $2`,
    [sellerId, date],
  );
  return row?.id ?? '';
}

async function allLines(statementId: string, limit: number): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (let after: string | undefined; ;) {
    const { items, nextCursor } = await readStatementLines(database.db, statementId, { limit, after });
    expect(items.length).toBeLessThanOrEqual(limit);
    lines.push(...items);
    if (nextCursor === null) return lines;
    after = nextCursor;
  }
}

/**
 * Two days of a seller: two sales, one partly canceled before it matured; then refunds from payable, two of them with
 * equal amounts.
 */
async function twoDays(): Promise<{ first: string; second: string }> {
  const { db } = database;
  await seller(db, 'a');
  await seller(db, 'b');
  const one = await sale(
    db,
    [
      { sellerId: 'a', amount: 10_000n, discountBySeller: 1_000n, lineId: 'line/with-slash' },
      { sellerId: 'b', amount: 7_000n },
      { sellerId: 'a', amount: 20_000n, category: '식품', productId: 'P-1', fee: 200n },
    ],
    { approvedAt, maturesOn: '2026-05-08' },
  );
  await refund(db, one, [{ line: 2, paid: 5_000n, from: 'pending' }], at('2026-05-02T01:00:00Z'));
  await draft(db, '2026-05-08');
  const more = await sale(
    db,
    [
      { sellerId: 'a', amount: 50_000n },
      { sellerId: 'a', amount: 50_000n },
    ],
    { approvedAt, maturesOn: '2026-05-09' },
  );
  await draft(db, '2026-05-09', { minimumPayout: 1_000_000n });
  await refund(
    db,
    more,
    [
      { line: 0, paid: 1_000n, from: 'payable' },
      { line: 1, paid: 1_000n, from: 'payable' },
    ],
    at('2026-05-10T01:00:00Z'),
  );
  await draft(db, '2026-05-11');
  return { first: await statementOn('a', '2026-05-08'), second: await statementOn('a', '2026-05-11') };
}

test('a statement says who, for which time, what, and where each won of it came from', async () => {
  const { first } = await twoDays();
  const statement = await readStatement(database.db, first);
  expect(statement).toMatchObject({
    sellerId: 'a',
    businessDate: '2026-05-08',
    period: { from: null, until: at('2026-05-08T04:00:00+09:00') },
    opening: 0n,
    movements: 21_140n,
    payoutAmount: 21_140n,
    carried: 0n,
    lineCount: 2,
    totals: [
      {
        kind: 'SALE',
        count: 2,
        gross: 25_000n,
        discountShare: 1_000n,
        commission: 2_400n,
        fees: 200n,
        vat: 260n,
        net: 21_140n,
        amount: 21_140n,
      },
    ],
    payouts: [{ amount: 21_140n, state: 'reserved' }],
  });
  const lines = await allLines(first, 1);
  expect(lines).toHaveLength(2);
  expect(lines).toContainEqual(
    expect.objectContaining({
      date: '2026-05-08',
      kind: 'SALE',
      lineId: 'line/with-slash',
      category: '의류',
      gross: 10_000n,
      discountShare: 1_000n,
      commission: 900n,
      vat: 90n,
      net: 8_010n,
      amount: 8_010n,
      postingKey: 'line.matured/a/2026-05-08/1',
    }),
  );
  // Shortened before it matured: only what was left of it is a sale.
  expect(lines).toContainEqual(
    expect.objectContaining({
      category: '식품',
      productId: 'P-1',
      gross: 15_000n,
      commission: 1_500n,
      fees: 200n,
      vat: 170n,
      amount: 13_130n,
    }),
  );
});

test('refunds name the line they are for, even where two of one cancel are alike', async () => {
  const { second } = await twoDays();
  const statement = await readStatement(database.db, second);
  expect(statement).toMatchObject({
    period: { from: at('2026-05-09T04:00:00+09:00'), until: at('2026-05-11T04:00:00+09:00') },
    opening: 89_000n,
    movements: -1_780n,
    payoutAmount: 87_220n,
    totals: [{ kind: 'REFUND', count: 2, gross: -2_000n, commission: -200n, vat: -20n, net: -1_780n, amount: -1_780n }],
  });
  const lines = await allLines(second, 1);
  expect(lines.map((line) => [line.kind, line.lineId, line.amount, line.date])).toEqual([
    ['REFUND', 'L1', -890n, '2026-05-10'],
    ['REFUND', 'L2', -890n, '2026-05-10'],
  ]);
});

test('opening + lines = payouts + carried, and every line adds up, on every statement', async () => {
  await twoDays();
  const ids = await database.db.query<{ id: string }[]>(`select id from payouts.statement`);
  expect(ids).toHaveLength(4);
  for (const { id } of ids) {
    const statement = await readStatement(database.db, id);
    const lines = await allLines(id, 1_000);
    const sum = (of: (line: StatementLine) => bigint) => lines.reduce((total, line) => total + of(line), 0n);
    expect(statement.opening + sum((line) => line.amount)).toBe(statement.payoutAmount + statement.carried);
    expect(statement.payouts.reduce((total, payout) => total + payout.amount, 0n)).toBe(statement.payoutAmount);
    expect(sum((line) => line.gross - line.discountShare - line.commission - line.fees - line.vat - line.net)).toBe(0n);
    for (const total of statement.totals) {
      const same = lines.filter((line) => line.kind === total.kind);
      expect(same).toHaveLength(total.count);
      expect(same.reduce((all, line) => all + line.vat, 0n)).toBe(total.vat);
    }
  }
});

const sumOf = (lines: readonly StatementLine[], field: 'gross' | 'commission' | 'fees' | 'vat' | 'net' | 'amount') =>
  lines.reduce((sum, line) => sum + line[field], 0n);

/**
 * A line of 10,001 won with a fee of 100 that matures in two tranches; between them 3,000 is given back, partly from
 * matured money.
 */
async function partlyMatured(waiting: bigint): Promise<[StatementLine[], StatementLine[], StatementLine[]]> {
  const { db } = database;
  await seller(db, 'a');
  const maturesOn = [
    { share: 33_333, maturesOn: '2026-05-08' },
    { share: 66_667, maturesOn: '2026-05-20' },
  ];
  const sold = await sale(db, [{ sellerId: 'a', amount: 10_001n, fee: 100n }], { approvedAt, maturesOn });
  await draft(db, '2026-05-08', { minimumPayout: 1_000_000n });
  const first = await allLines(await statementOn('a', '2026-05-08'), 10);
  await refund(db, sold, [{ line: 0, paid: 3_000n, from: 'payable', waiting }], at('2026-05-10T01:00:00Z'));
  await draft(db, '2026-05-11', { minimumPayout: 1_000_000n });
  await draft(db, '2026-05-20', { minimumPayout: 1_000_000n });
  expect(await allLines(await statementOn('a', '2026-05-08'), 10)).toEqual(first);
  const [second, third] = [await statementOn('a', '2026-05-11'), await statementOn('a', '2026-05-20')];
  return [first, second ? await allLines(second, 10) : [], await allLines(third, 10)];
}

test('a line in two parts with a cancel between: each part is named, and all of them are what is left of the line', async () => {
  const statements = await partlyMatured(2_000n);
  const lines = statements.flat();
  expect(lines.map((line) => [line.kind, line.lineId, line.tranche, line.amount])).toEqual([
    ['SALE', 'L1', 1, 2_930n],
    ['REFUND', 'L1', null, -670n],
    ['SALE', 'L1', 2, 3_861n],
  ]);
  expect(new Set(lines.map((line) => line.orderId)).size).toBe(1);
  for (const line of lines) {
    expect(line.net).toBe(line.amount);
    expect(line.gross - line.discountShare - line.commission - line.fees - line.vat).toBe(line.net);
  }
  // 10,001 less 3,000 given back. Commission and VAT shrank in proportion, the fee did not.
  expect(sumOf(lines, 'gross')).toBe(7_001n);
  expect(sumOf(lines, 'commission')).toBe(1_000n - 300n);
  expect(sumOf(lines, 'fees')).toBe(100n);
  expect(sumOf(lines, 'vat')).toBe(100n + 10n - 30n);
  expect(sumOf(lines, 'net')).toBe(8_791n - 2_670n);
});

test('a cancel that only what still waits pays for is on no statement: the next part is smaller', async () => {
  const [first, second, third] = await partlyMatured(2_670n);
  expect(second).toEqual([]);
  expect([first, third].map((lines) => lines.map((line) => [line.kind, line.tranche, line.amount]))).toEqual([
    [['SALE', 1, 2_930n]],
    [['SALE', 2, 3_191n]],
  ]);
  expect(sumOf([...first, ...third], 'gross')).toBe(7_001n);
  expect(sumOf([...first, ...third], 'fees')).toBe(100n);
});

test('one posting of many lines in parts is read in pages that neither repeat nor leave out any', async () => {
  const { db } = database;
  await seller(db, 'a');
  const maturesOn = [
    { share: 50_000, maturesOn: '2026-05-07' },
    { share: 50_000, maturesOn: '2026-05-08' },
  ];
  for (let order = 0; order < 3; order += 1) {
    const sold = Array.from({ length: 4 }, (_, n) => ({ sellerId: 'a', amount: 1_001n + BigInt(n) }));
    await sale(db, sold, { approvedAt, maturesOn });
  }
  await draft(db, '2026-05-08');
  const statementId = await statementOn('a', '2026-05-08');
  const whole = await allLines(statementId, 100);
  expect(whole).toHaveLength(24);
  expect(new Set(whole.map((line) => line.entryId)).size).toBe(1);
  expect(new Set(whole.map((line) => [line.orderId, line.lineId, line.tranche].join(' '))).size).toBe(24);
  expect(await allLines(statementId, 5)).toEqual(whole);
  expect(await readStatement(db, statementId)).toMatchObject({
    lineCount: 24,
    movements: sumOf(whole, 'amount'),
    totals: [{ kind: 'SALE', gross: 3n * (1_001n + 1_002n + 1_003n + 1_004n) }],
  });
});

test('a statement or a page that is not there is refused', async () => {
  const nobody = randomUUID();
  await expect(readStatement(database.db, nobody)).rejects.toMatchObject({ code: 'STATEMENT_NOT_FOUND' });
  await expect(readStatementLines(database.db, nobody, {})).rejects.toMatchObject({ code: 'STATEMENT_NOT_FOUND' });
  const { first } = await twoDays();
  await expect(readStatementLines(database.db, first, { after: "0'; --" })).rejects.toMatchObject({
    code: 'CURSOR_INVALID',
  });
});
