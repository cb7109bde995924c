import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { baseEnv, createApp, parseEnv } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import { type DocumentFormat, type StatementLine, statementsContract } from '@jeongsan/platform-contract';
import { recordOf, statedNames } from '@jeongsan/settlement';
import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { readStatement } from '../read-statement/read-statement.js';
import { StatementsController } from '../statements.controller.js';
import { API_KEY, apiKeys, draft, refund, sale, seller } from '../../testing/statement-world.js';
import { statementPdf } from './pdf.js';
import { paperOf } from './write-statement.js';
import { statementXlsx } from './xlsx.js';

let database: TestDatabase;
let app: NestFastifyApplication;
let url: string;
let statementId: string;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  @Module({
    controllers: [StatementsController],
    providers: [{ provide: ReadDatabase, useValue: new ReadDatabase(db) }],
  })
  class StatementsOnly {}
  const env = parseEnv(baseEnv, { PORT: '0', LOG_LEVEL: 'silent', API_KEYS: apiKeys });
  app = await createApp({ module: StatementsOnly, env, title: 'statements', contract: statementsContract });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
  statementId = await twoSalesAndARefund();
}, 60_000);
afterAll(async () => {
  await app.close();
  await booksAreSound(database.db);
  await database.drop();
});

/** A statement whose texts try to attack whoever opens the file (formulas, markup). */
async function twoSalesAndARefund(): Promise<string> {
  const { db } = database;
  await seller(db, 'shop-1');
  const times = { approvedAt: new Date('2026-05-01T01:00:00Z'), maturesOn: '2026-05-08' };
  const sold = await sale(
    db,
    [
      { sellerId: 'shop-1', amount: 1_234_567n, category: '=cmd|"/C calc"!A0', lineId: '1' },
      { sellerId: 'shop-1', amount: 200_000n, category: '생활 <가전> & "주방"', lineId: '@SUM(A1)' },
    ],
    times,
  );
  await draft(db, '2026-05-08', { minimumPayout: 100_000_000n });
  await sale(db, [{ sellerId: 'shop-1', amount: 30_000n }], { ...times, maturesOn: '2026-05-09' });
  await refund(db, sold, [{ line: 1, paid: 10_000n, from: 'payable' }], new Date('2026-05-08T05:00:00Z'));
  await draft(db, '2026-05-09', { minimumPayout: 100_000_000n });
  const [first] = await db.query<{ id: string }[]>(`select id from payouts.statement order by business_date limit 1`);
  return first?.id ?? '';
}

const ask = (path: string, key = API_KEY) => fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
const document = (format: DocumentFormat, lang = '', id = statementId) =>
  ask(`/statements/${id}/document?format=${format}${lang && `&lang=${lang}`}`);
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer());

/**
 * The text of a PDF, page by page. The PDF reader runs in a process of its own, because it is an ES module, which tests
 * cannot load.
 */
function textOfPdf(pdf: Uint8Array): string[] {
  const script = `
    import { extractText } from 'unpdf';
    const chunks = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    const { text } = await extractText(new Uint8Array(Buffer.concat(chunks)));
    process.stdout.write(JSON.stringify(text));`;
  const found = execFileSync(process.execPath, ['--input-type=module', '-e', script], { input: pdf, cwd: __dirname });
  return JSON.parse(found.toString()) as string[];
}

test('CSV: Korean names, plain amounts, a row of sums, and no text that a spreadsheet would run', async () => {
  const reply = await document('csv');
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(reply.headers.get('content-disposition')).toBe(
    `attachment; filename="statement_shop-1_2026-05-08.csv"; filename*=UTF-8''${encodeURIComponent('정산내역서_shop-1_2026-05-08.csv')}`,
  );
  const bytes = await bytesOf(reply);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const rows = parse<Record<string, string>>(bytes, { bom: true, columns: true });
  expect(rows.map((row) => [row['구분'], row['카테고리'], row['판매금액'], row['정산금액']])).toEqual([
    ['판매', `'=cmd|"/C calc"!A0`, '1234567', '1098766'],
    ['판매', '생활 <가전> & "주방"', '200000', '178000'],
    ['', '', '1434567', '1276766'],
  ]);
  expect(rows[1]?.['주문상품번호']).toBe("'@SUM(A1)");
  expect(rows[2]?.['일자']).toBe('합계');
});

test('CSV in English, and a negative amount is a number with a minus', async () => {
  const [second] = await database.db.query<{ id: string }[]>(
    `select id from payouts.statement order by business_date desc limit 1`,
  );
  const reply = await document('csv', 'en', second?.id);
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="statement_shop-1_2026-05-09.csv"');
  const rows = parse<Record<string, string>>(await bytesOf(reply), { bom: true, columns: true });
  expect(rows.map((row) => [row['Kind'], row['Amount']])).toEqual(
    expect.arrayContaining([
      ['Sale', '26700'],
      ['Refund', '-8900'],
      ['', '17800'],
    ]),
  );
});

test('CSV of a line in two parts with a refund between: each row names its part, and the rows add up to the sums', async () => {
  const { db } = database;
  await seller(db, 'shop-2');
  const maturesOn = [
    { share: 33_333, maturesOn: '2026-05-12' },
    { share: 66_667, maturesOn: '2026-05-20' },
  ];
  const sold = await sale(db, [{ sellerId: 'shop-2', amount: 10_001n, fee: 100n }], {
    approvedAt: new Date('2026-05-01T01:00:00Z'),
    maturesOn,
  });
  const high = { minimumPayout: 100_000_000n };
  await draft(db, '2026-05-12', high);
  await refund(
    db,
    sold,
    [{ line: 0, paid: 3_000n, from: 'payable', waiting: 2_000n }],
    new Date('2026-05-13T01:00:00Z'),
  );
  await draft(db, '2026-05-20', high);
  const statements = await db.query<{ id: string }[]>(
    `select id from payouts.statement where seller_id = 'shop-2' order by business_date`,
  );
  const amounts = ['Gross', 'Discount share', 'Commission', 'Other fees', 'VAT on charges', 'Net', 'Amount'];
  const told: (string | undefined)[][] = [];
  for (const { id } of statements) {
    const rows = parse<Record<string, string>>(await bytesOf(await document('csv', 'en', id)), {
      bom: true,
      columns: true,
    });
    const [sums, ...lines] = rows.reverse();
    for (const name of amounts) {
      expect([name, lines.reduce((sum, row) => sum + Number(row[name]), 0)]).toEqual([name, Number(sums?.[name])]);
    }
    told.push(
      ...lines.reverse().map((row) => [row['Kind'], row['Order'], row['Order line'], row['Part'], row['Amount']]),
    );
  }
  expect(told).toEqual([
    ['Sale', sold.orderId, 'L1', '1', '2930'],
    ['Refund', sold.orderId, 'L1', '', '-670'],
    ['Sale', sold.orderId, 'L1', '2', '3861'],
  ]);
});

test('a line of a fact whose month was closed names the month, in every format and both languages', async () => {
  const { db } = database;
  await seller(db, 'shop-3');
  const times = { approvedAt: new Date('2026-05-01T01:00:00Z'), maturesOn: '2026-05-21' };
  const sold = await sale(db, [{ sellerId: 'shop-3', amount: 10_000n }], times);
  const high = { minimumPayout: 100_000_000n };
  await draft(db, '2026-05-21', high);
  await db.query(`select ledger.open_books_from(ledger.month_start('2026-06-01'))`);
  await refund(db, sold, [{ line: 0, paid: 1_000n, from: 'payable' }], new Date('2026-05-28T01:00:00Z'));
  await draft(db, '2026-06-05', high);
  const [, id = ''] = (
    await db.query<{ id: string }[]>(
      `select id from payouts.statement where seller_id = 'shop-3' order by business_date`,
    )
  ).map((row) => row.id);
  const { items } = (await (await ask(`/statements/${id}/lines`)).json()) as { items: StatementLine[] };
  expect(items).toMatchObject([{ kind: 'REFUND', date: '2026-06-01', corrects: '2026-05' }]);
  for (const [lang, column, text, month] of [
    ['ko', '정정', '2026-05 정정', '정정월'],
    ['en', 'Correction', 'correction of 2026-05', 'Corrects'],
  ] as const) {
    const rows = parse<Record<string, string>>(await bytesOf(await document('csv', lang, id)), {
      bom: true,
      columns: true,
    });
    expect(rows.map((row) => row[column])).toEqual([text, '']);
    const [names = [], line = []] =
      (await readXlsxFile(await bytesOf(await document('xlsx', lang, id))))[1]?.data ?? [];
    expect(line[names.indexOf(column)]).toBe(text);
    const [, page = ''] = textOfPdf(await bytesOf(await document('pdf', lang, id)));
    expect(page).toContain(month);
    expect(page).toMatch(/2026-05(?!-)/);
  }
});

test('XLSX: real numbers and dates, a header that stays, sums that a spreadsheet can check', async () => {
  const bytes = await bytesOf(await document('xlsx'));
  const sheets = await readXlsxFile(bytes);
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['요약', '내역']);
  const [names = [], first = [], second = [], sums = []] = sheets[1]?.data ?? [];
  const cell = (row: readonly unknown[], name: string) => row[names.indexOf(name)];
  expect(cell(first, '일자')).toEqual(new Date('2026-05-08T00:00:00Z'));
  expect([first, second, sums].map((row) => [cell(row, '판매금액'), cell(row, '반영금액')])).toEqual([
    [1_234_567, 1_098_766],
    [200_000, 178_000],
    [1_434_567, 1_276_766],
  ]);
  // The text is unchanged, because inline text in a workbook is never executed as a formula.
  expect(cell(first, '카테고리')).toBe('=cmd|"/C calc"!A0');
  expect(cell(second, '카테고리')).toBe('생활 <가전> & "주방"');
  const summary = new Map(sheets[0]?.data.map((row) => [row[0], row[1]]));
  expect(summary.get('차기 이월액')).toBe(1_276_766);
  expect(summary.get('이월 사유')).toBe('최소 지급액 미만이므로 다음 정산으로 이월됩니다.');
});

test('PDF: totals first, then the lines, in Korean, each page with its number', async () => {
  const bytes = await bytesOf(await document('pdf'));
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const pages = textOfPdf(bytes);
  expect(pages).toHaveLength(2);
  for (const [i, page] of pages.entries()) {
    expect(page).toContain('정산 내역서');
    expect(page).toContain('판매자 shop-1');
    expect(page).toContain(`${i + 1} / 2`);
  }
  for (const text of ['차기 이월액', '1,276,766', '최소 지급액 미만', '판매수수료', '1,434,567'])
    expect(pages[0]).toContain(text);
  for (const text of ['주문번호', '1,234,567', '1,098,766', '178,000']) expect(pages[1]).toContain(text);
  // The date stands in the heading and in both lines, and is not cut off.
  expect(pages[1]?.match(/2026-05-08/g)).toHaveLength(3);
});

test('a document needs the same permission, and is refused as anything else is', async () => {
  expect((await ask(`/statements/${statementId}/document?format=pdf`, 'stranger')).status).toBe(401);
  const unknown = await document('pdf', '', randomUUID());
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'STATEMENT_NOT_FOUND' }]);
  const odd = await ask(`/statements/${statementId}/document?format=docx`);
  expect([odd.status, await odd.json()]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
});

test('the description of the interface says that these are files', async () => {
  const api = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, { get: { responses: Record<string, { content: Record<string, object> }> } }>;
  };
  const { content } = api.paths['/statements/{statementId}/document']?.get.responses['200'] ?? { content: {} };
  expect(Object.keys(content)).toContain('application/pdf');
  expect(content['application/pdf']).toEqual({ schema: { type: 'string', format: 'binary' } });
  const page = (await (await ask(`/statements/${statementId}/lines?limit=1`)).json()) as { items: StatementLine[] };
  expect(page.items).toMatchObject([{ kind: 'SALE', gross: 1_234_567 }]);
  expect(await (await ask(`/statements/${statementId}`)).json()).toMatchObject({ lineCount: 2, carried: 1_276_766 });
});

/** `count` lines, generated while they are written. */
async function* manyLines(count: number): AsyncGenerator<StatementLine[]> {
  for (let made = 0; made < count; made += 100) {
    yield Array.from({ length: Math.min(100, count - made) }, (_, i) => lineNumber(made + i));
  }
}
const lineNumber = (n: number): StatementLine => ({
  date: '2026-05-08',
  kind: 'SALE',
  orderId: `order-${n}-${n * 7919}`,
  lineId: `L${n}`,
  tranche: 1,
  productId: `p-${n % 97}`,
  category: '의류',
  gross: 10_000n,
  taxFree: 0n,
  discountShare: 0n,
  ...recordOf(statedNames, () => 0n),
  commission: 1_000n,
  vat: 100n,
  net: 8_900n,
  amount: 8_900n,
  entryId: `${n}`,
  postingKey: `line.matured/order-${n}/L${n}`,
  corrects: null,
  reason: null,
});

test.each([
  ['xlsx', statementXlsx],
  ['pdf', statementPdf],
] as const)(
  'a %s of many lines is written in pieces, never held as a whole',
  async (_, write) => {
    const statement = { ...paperOf(await readStatement(database.db, statementId)), lineCount: 300 };
    let bytes = 0;
    let largest = 0;
    for await (const chunk of write(statement, manyLines(300), 'ko')) {
      bytes += chunk.length;
      largest = Math.max(largest, chunk.length);
    }
    expect(bytes).toBeGreaterThan(10_000);
    expect(largest).toBeLessThan(bytes);
  },
  60_000,
);
