import {
  bold,
  type Cell,
  dateCell,
  header,
  letter,
  plain,
  rowXml,
  SHEET_END,
  sheetStart,
  sumCell,
} from '@jeongsan/nest-kit';
import type { DocumentLanguage, StatementLine } from '@jeongsan/platform-contract';
import type { Paper } from './paper.js';
import { allColumns, headRows, kindWords, words } from './statement-words.js';

/** The first sheet: seller, period, and the totals by kind of movement. */
export function summarySheet(statement: Paper, lang: DocumentLanguage): string {
  const head = headRows(statement, lang).map(([name, value]) => [bold(name), plain(value)]);
  const totals = statement.totals.map((t) => [plain(kindWords[t.kind][lang]), plain(BigInt(t.count)), plain(t.amount)]);
  const payouts = statement.payouts.map((p) => [plain(p.id), plain(p.state), plain(p.amount), plain(p.payoutDate)]);
  const rows = [
    [bold(statement.title[lang])],
    ...head,
    [],
    [words.lines[lang], words.count[lang], words.movements[lang]].map(header),
    ...totals,
    [],
    [words.payouts[lang], '', words.payoutAmount[lang], words.businessDate[lang]].map(header),
    ...payouts,
  ];
  return `${sheetStart([40, 24, 18, 14], 0)}${rows.map((cells, i) => rowXml(i + 1, cells)).join('')}${SHEET_END}`;
}

/** Writes the sheet of lines: its start, rows, and its end with the sums. */
export function linesSheet(statement: Paper, lang: DocumentLanguage) {
  const names = allColumns.map((column) => header(column.title[lang]));
  const widths = allColumns.map((column) => column.width);
  const cellsOf = (line: StatementLine): Cell[] =>
    allColumns.map((column) => {
      const value = column.of(line, lang);
      return column.kind === 'date' && typeof value === 'string' ? dateCell(value) : plain(value);
    });
  return {
    begin: sheetStart(widths, 1) + rowXml(1, names),
    rowsOf: (lines: readonly StatementLine[], from: number): string =>
      lines.map((line, i) => rowXml(from + i, cellsOf(line))).join(''),
    end: (row: number): string => {
      const sums = allColumns.map((column, i): Cell => {
        if (i === 0) return bold(words.total[lang]);
        if (!column.sum) return plain(null);
        const formula = row > 2 ? `SUM(${letter(i)}2:${letter(i)}${row - 1})` : undefined;
        return sumCell(column.sum(statement), formula);
      });
      return rowXml(row, sums) + SHEET_END;
    },
  };
}
