import type { MonthAccount, MonthReport, ReportFormat } from '@jeongsan/platform-contract';
import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { reportDocument } from './report-document.js';
import { linesOf } from './report-lines.js';

const accounts: MonthAccount[] = [
  {
    account: 'platform:commission',
    currency: 'KRW',
    opening: -123_456_789_012_345n,
    movements: [
      { template: 'payment.approved', corrects: null, amount: -1_000n, entries: 1 },
      { template: 'payment.approved', corrects: '2026-04', amount: -30n, entries: 2 },
    ],
    closing: -123_456_789_013_375n,
  },
  { account: 'unallocated', currency: 'USD', opening: 700n, movements: [], closing: 700n },
];
const report: MonthReport = { month: '2026-05', state: 'CLOSED', lines: linesOf(accounts), accounts };

async function bytesOf(format: ReportFormat, lang: 'ko' | 'en'): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of reportDocument(report, format, lang).bytes) parts.push(part);
  return Buffer.concat(parts);
}
const numbers = (cells: readonly (bigint | null)[]) => cells.map((cell) => (cell === null ? null : Number(cell)));
const cellsOf = (row: readonly unknown[], from: number, length: number): unknown[] =>
  Array.from({ length }, (_, i) => row[from + i] ?? null);

test.each(['ko', 'en'] as const)('XLSX in %s: both sheets have the figures of the JSON as numbers', async (lang) => {
  const [lines, moved] = await readXlsxFile(await bytesOf('xlsx', lang));
  expect([lines?.sheet, moved?.sheet]).toEqual(
    lang === 'ko' ? ['월 보고서', '계정별 증감'] : ['Month report', 'Accounts'],
  );
  const [, ...rows] = lines?.data ?? [];
  for (const [i, line] of report.lines.entries())
    expect(cellsOf(rows[i] ?? [], 0, 6)).toEqual([
      line[lang],
      line.account,
      ...numbers([line.opening, line.amount, line.corrections, line.closing]),
    ]);
  const [, ...accountRows] = moved?.data ?? [];
  expect(accountRows.map((row) => cellsOf(row, 0, 8))).toEqual([
    ['platform:commission', 'KRW', null, null, -123_456_789_012_345, null, null, -123_456_789_013_375],
    ['platform:commission', 'KRW', 'payment.approved', null, null, -1_000, null, null],
    ['platform:commission', 'KRW', 'payment.approved', '2026-04', null, null, -30, null],
    ['unallocated', 'USD', null, null, 700, null, null, 700],
  ]);
  expect((await bytesOf('xlsx', lang)).equals(await bytesOf('xlsx', lang))).toBe(true);
});

test('CSV has the figures of the JSON, and both formats their names in both languages', async () => {
  const rows = parse<Record<string, string>>(await bytesOf('csv', 'en'), { bom: true, columns: true });
  const lines = rows.filter((row) => row['Part'] === 'LINE');
  expect(lines.map((row) => [row['Line'], row['Of the month'], row['Corrections'], row['Closing']])).toEqual(
    report.lines.map((line) => [line.en, `${line.amount}`, `${line.corrections}`, `${line.closing ?? ''}`]),
  );
  expect(rows.filter((row) => row['Part'] === 'MOVEMENT').map((row) => [row['Corrects'], row['Corrections']])).toEqual([
    ['', ''],
    ['2026-04', '-30'],
  ]);
  expect(reportDocument(report, 'xlsx', 'ko')).toMatchObject({
    fileName: 'month-report_2026-05.xlsx',
    localName: '월보고서_2026-05.xlsx',
  });
  expect(reportDocument(report, 'csv', 'en')).not.toHaveProperty('localName');
});
