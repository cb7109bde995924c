import { CsvError, parse } from 'csv-parse/sync';
import { refuse } from '@jeongsan/platform-contract';
import {
  dayOf,
  minorUnits,
  type ParsedStatement,
  requireSound,
  type RowProblem,
  ROWS_MAX,
  type StatementRow,
} from './statement-row.js';

// prettier-ignore
/** The names under which banks export each column, without spaces and in lower case. */
const columnNames = {
  day:          ['date', '거래일자', '거래일시', '거래일', '일자', '날짜'],
  deposit:      ['deposit', '입금', '입금액', '입금금액', '맡기신금액'],
  withdrawal:   ['withdrawal', '출금', '출금액', '출금금액', '지급액', '찾으신금액'],
  amount:       ['amount', '금액', '거래금액'],
  balance:      ['balance', '잔액', '거래후잔액', '잔고'],
  counterparty: ['counterparty', '상대방', '의뢰인/수취인', '보낸분/받는분', '입금자명', '거래자명'],
  memo:         ['memo', '적요', '내용', '거래내용', '기재내용'],
  reference:    ['reference', '참조', '참조번호', '거래번호', '메모'],
  currency:     ['currency', '통화'],
} as const satisfies Record<string, readonly string[]>;
type Column = keyof typeof columnNames;
type Places = Partial<Record<Column, number>>;

const HEADER_WITHIN_ROWS = 30;
/** A cell that says no more than that its line is a sum; names and notes may begin with the same letters. */
const TOTALS = /^(합\s*계|총\s*계|계|(grand )?total|sum)\s*:?$/i;

/**
 * The rows of a CSV (comma, semicolon or tab). Lines before the header, empty lines and lines of totals are left out. Throws
 * BANK_STATEMENT_UNREADABLE, BANK_STATEMENT_ROWS.
 */
export function parseCsv(text: string): ParsedStatement {
  const { lines, header } = linesOf(text);
  if (header < 0) {
    throw refuse(
      'BANK_STATEMENT_UNREADABLE',
      'No line names a column of dates and one of amounts, or of deposits and withdrawals',
    );
  }
  const places = placesIn(lines[header] ?? []);
  if (lines.length - header > ROWS_MAX) throw refuse('BANK_STATEMENT_UNREADABLE', `More than ${ROWS_MAX} rows`);
  const problems: RowProblem[] = [];
  const rows = lines.slice(header + 1).flatMap((line, index) => {
    if (line.every((cell) => cell.trim() === '') || isOfTotals(line, places)) return [];
    return rowOf(line, places, header + 2 + index, problems);
  });
  requireSound(problems);
  return { rows };
}

/** The lines, and the place of the header; -1: there is none. Amounts may hold more commas than there are tabs between columns. */
function linesOf(text: string): Readonly<{ lines: string[][]; header: number }> {
  const delimiters = [',', '\t', ';'].sort((one, other) => countOf(text, other) - countOf(text, one));
  let problem: CsvError | undefined;
  for (const delimiter of delimiters) {
    try {
      const lines = parse(text, { delimiter, bom: true, relax_column_count: true, skip_empty_lines: false });
      const header = lines.slice(0, HEADER_WITHIN_ROWS).findIndex((line) => isHeader(placesIn(line)));
      if (header >= 0) return { lines, header };
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      problem ??= error;
    }
  }
  if (problem) throw refuse('BANK_STATEMENT_UNREADABLE', `The file is no CSV: ${problem.message}`);
  return { lines: [], header: -1 };
}

const countOf = (text: string, one: string): number => text.slice(0, 10_000).split(one).length;

const nameOf = (cell: string): string => cell.replace(/\s|\(.*?\)/g, '').toLowerCase();

function placesIn(line: readonly string[]): Places {
  const names = line.map(nameOf);
  const places: Places = {};
  for (const column of Object.keys(columnNames) as Column[]) {
    const place = names.findIndex((name) => (columnNames[column] as readonly string[]).includes(name));
    if (place >= 0) places[column] = place;
  }
  return places;
}

const isHeader = ({ day, amount, deposit, withdrawal }: Places): boolean =>
  day !== undefined && (amount !== undefined || deposit !== undefined || withdrawal !== undefined);

/** A movement has a date, whatever its other cells say. */
const isOfTotals = (line: readonly string[], { day = -1 }: Places): boolean =>
  dayOf(line[day] ?? '') === undefined && line.some((cell) => TOTALS.test(cell.trim()));

function rowOf(line: readonly string[], places: Places, position: number, problems: RowProblem[]): StatementRow[] {
  const cell = (column: Column): string => line[places[column] ?? -1]?.trim() ?? '';
  const currency = currencyOf(cell('currency'));
  if (!/^[A-Z]{3}$/.test(currency))
    problems.push({ row: position, field: 'currency', problem: `no currency: ${shown(cell('currency'))}` });
  const day = dayOf(cell('day'));
  if (day === undefined) problems.push({ row: position, field: 'date', problem: `no date: ${shown(cell('day'))}` });
  const amountIn = (column: Column): bigint => {
    const written = cell(column);
    if (written === '' || written === '-') return 0n;
    const units = minorUnits(written, currency);
    if (units === undefined) problems.push({ row: position, field: column, problem: `no amount: ${shown(written)}` });
    return units ?? 0n;
  };
  const before = problems.length;
  const [deposit, withdrawal] = [amountIn('deposit'), amountIn('withdrawal')];
  const amount = places.amount === undefined ? deposit - withdrawal : amountIn('amount');
  if (amount === 0n && problems.length === before)
    problems.push({ row: position, field: 'amount', problem: 'neither a deposit nor a withdrawal' });
  if (places.amount === undefined && (deposit < 0n || withdrawal < 0n || (deposit > 0n && withdrawal > 0n)))
    problems.push({ row: position, field: 'amount', problem: 'a deposit and a withdrawal at once, or a negative one' });
  const balance = cell('balance') === '' ? null : amountIn('balance');
  const textIn = (column: Column): string | null => cell(column) || null;
  const texts = { counterparty: textIn('counterparty'), memo: textIn('memo'), reference: textIn('reference') };
  return day === undefined ? [] : [{ position, day, amount, currency, ...texts, balance, raw: JSON.stringify(line) }];
}

/** Korean banks write won as a word; without a currency it is won. */
const currencyOf = (written: string): string => (['', '원', '원화'].includes(written) ? 'KRW' : written.toUpperCase());

const shown = (written: string): string => JSON.stringify(written.slice(0, 40));
