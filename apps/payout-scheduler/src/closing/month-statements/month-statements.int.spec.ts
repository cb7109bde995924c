import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { baseEnv, createApp, parseEnv } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import { monthlyStatementsContract } from '@jeongsan/platform-contract';
import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { MonthlyStatementsController } from '../monthly-statements.controller.js';
import { readStatement } from '../read-statement/read-statement.js';
import { API_KEY, apiKeys, draft, refund, sale, seller } from '../../testing/statement-world.js';

let database: TestDatabase;
let app: NestFastifyApplication;
let url: string;

beforeAll(async () => {
  database = await testDatabase();
  await threeStatementsEach();
  const { db } = database;
  @Module({
    controllers: [MonthlyStatementsController],
    providers: [{ provide: ReadDatabase, useValue: new ReadDatabase(db) }],
  })
  class MonthsOnly {}
  const env = parseEnv(baseEnv, { PORT: '0', LOG_LEVEL: 'silent', API_KEYS: apiKeys });
  app = await createApp({ module: MonthsOnly, env, title: 'months', contract: monthlyStatementsContract });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
}, 60_000);
afterAll(async () => {
  await app.close();
  await booksAreSound(database.db);
  await database.drop();
});

/** Statements on April 30, May 1 and May 31, with a refund between the last two; nothing is paid. */
async function threeStatementsEach(): Promise<void> {
  const { db } = database;
  const high = { minimumPayout: 100_000_000_000n };
  for (const sellerId of ['shop-1', 'shop-2']) await seller(db, sellerId);
  const sold = (amount: bigint, maturesOn: string, taxFree = 0n) =>
    sale(
      db,
      ['shop-1', 'shop-2'].map((sellerId) => ({ sellerId, amount, taxFree })),
      { approvedAt: new Date('2026-04-20T01:00:00Z'), maturesOn },
    );
  await sold(10_000n, '2026-04-30');
  await draft(db, '2026-04-30', high);
  const may = await sold(3_000_000_000n, '2026-05-01', 1_000_000_001n);
  await draft(db, '2026-05-01', high);
  await refund(
    db,
    may,
    [{ line: 0, paid: 30_000n, taxFree: 10_000n, from: 'payable' }],
    new Date('2026-05-30T15:00:00Z'),
  );
  await sold(50_000n, '2026-05-31');
  await draft(db, '2026-05-31', high);
}

const ask = (path: string) => fetch(`${url}${path}`, { headers: { authorization: `Bearer ${API_KEY}` } });
const json = async (path: string): Promise<Record<string, unknown>> =>
  (await (await ask(path)).json()) as Record<string, unknown>;
const bytes = async (path: string) => new Uint8Array(await (await ask(path)).arrayBuffer());

test('a month goes from the first opening balance to the last carried one, and counts its statements only', async () => {
  expect(await json('/monthly-statements/2026-05')).toMatchObject({
    items: [
      {
        sellerId: 'shop-1',
        statements: 2,
        firstDate: '2026-05-01',
        lastDate: '2026-05-31',
        opening: 8_900,
        carried: 2_670_026_700,
      },
      { sellerId: 'shop-2', statements: 2, opening: 8_900, movements: 2_670_044_500, carried: 2_670_053_400 },
    ],
    nextCursor: null,
  });
  const detail = await json('/monthly-statements/2026-05/sellers/shop-1');
  expect(detail).toMatchObject({ lineCount: 3, movements: 2_670_017_800, payouts: [] });
  expect(detail['totals']).toMatchObject([
    { kind: 'SALE', count: 2, gross: 3_000_050_000, taxFree: 1_000_000_001 },
    { kind: 'REFUND', count: 1, gross: -30_000, taxFree: -10_000 },
  ]);
});

test('a month is the sum of its statements', async () => {
  const { statementIds, totals } = (await json('/monthly-statements/2026-05/sellers/shop-1')) as {
    statementIds: string[];
    totals: { kind: string; amount: number }[];
  };
  const parts = await Promise.all(statementIds.map((id) => readStatement(database.db, id)));
  for (const { kind, amount } of totals) {
    const sum = parts
      .flatMap((part) => part.totals.filter((total) => total.kind === kind))
      .reduce((s, t) => s + t.amount, 0n);
    expect([kind, BigInt(amount)]).toEqual([kind, sum]);
  }
});

test('the page after a seller begins with the next one', async () => {
  const first = await json('/monthly-statements/2026-05?limit=1');
  expect(first).toMatchObject({ items: [{ sellerId: 'shop-1' }], nextCursor: 'shop-1' });
  expect(await json('/monthly-statements/2026-05?limit=1&after=shop-1')).toMatchObject({
    items: [{ sellerId: 'shop-2' }],
  });
  expect(await json('/monthly-statements/2026-06')).toEqual({ items: [], nextCursor: null });
});

test("a seller's month as CSV has the lines of all statements and their sums", async () => {
  const reply = await ask('/monthly-statements/2026-05/sellers/shop-1/document?format=csv&lang=en');
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="monthly_statement_shop-1_2026-05.csv"');
  const rows = parse<Record<string, string>>(Buffer.from(await reply.arrayBuffer()), { bom: true, columns: true });
  expect(rows.map((row) => [row['Date'], row['Kind'], row['Amount'], row['Tax-free part']])).toEqual([
    ['2026-05-01', 'Sale', '2670000000', '1000000001'],
    ['2026-05-31', 'Refund', '-26700', '-10000'],
    ['2026-05-31', 'Sale', '44500', '0'],
    ['Total', '', '2670017800', '999990001'],
  ]);
});

test('all sellers of a month in one archive: the same files as one by one, and the same bytes again', async () => {
  for (const format of ['csv', 'xlsx', 'pdf'] as const) {
    const path = `/monthly-statements/2026-05/documents?format=${format}&lang=en`;
    const archive = await bytes(path);
    const files = unzipSync(archive);
    expect(Object.keys(files)).toEqual([`shop-1_2026-05.${format}`, `shop-2_2026-05.${format}`]);
    const alone = await bytes(`/monthly-statements/2026-05/sellers/shop-2/document?format=${format}&lang=en`);
    expect(Buffer.from(files[`shop-2_2026-05.${format}`] ?? [])).toEqual(Buffer.from(alone));
    expect(Buffer.from(await bytes(path))).toEqual(Buffer.from(archive));
  }
});

test('a month with more sellers than an archive holds is refused before the first byte', async () => {
  await database.db.query(
    `with run as (
       insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
       values (gen_random_uuid(), '2026-03-31', $1, 'draft', 0, 0, 0, 0, '', 'system:test', $1) returning id
     )
     insert into payouts.statement (id, run_id, seller_id, business_date, created_at, opening, movements, payout_amount, carried)
     select gen_random_uuid(), run.id, 'many-' || n, '2026-03-31', $1, 0, 0, 0, 0 from run, generate_series(1, 65535) as n`,
    [new Date('2026-03-31T00:00:00+09:00')],
  );
  const reply = await ask('/monthly-statements/2026-03/documents?format=csv');
  expect([reply.status, await reply.json()]).toMatchObject([422, { code: 'STATEMENTS_TOO_MANY' }]);
}, 30_000);

test.each([
  ['/monthly-statements/2026-05/sellers/stranger', 404, 'STATEMENT_NOT_FOUND'],
  ['/monthly-statements/2026-07/documents?format=csv', 404, 'STATEMENT_NOT_FOUND'],
  ['/monthly-statements/2026-13', 400, 'INVALID_REQUEST'],
  ['/monthly-statements/2026-05/documents?format=doc', 400, 'INVALID_REQUEST'],
  ['/monthly-statements/2026-05?month=2026-06', 400, 'INVALID_REQUEST'],
])('%s: %i %s', async (path, status, code) => {
  const reply = await ask(path);
  expect([reply.status, await reply.json()]).toMatchObject([status, { code }]);
});
