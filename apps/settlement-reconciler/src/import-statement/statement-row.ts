import { businessDateOf } from '@jeongsan/calendar';
import { refuse } from '@jeongsan/platform-contract';
import { decodedText } from './decoded-text.js';

/** One movement of a bank account, as the file states it. A withdrawal has a negative amount, in minor units. */
export type StatementRow = Readonly<{
  /** The place in the file, from 1. */
  position: number;
  day: string;
  amount: bigint;
  currency: string;
  counterparty: string | null;
  memo: string | null;
  reference: string | null;
  balance: bigint | null;
  raw: string;
}>;
export type ParsedStatement = Readonly<{ rows: readonly StatementRow[]; fromDay?: string; toDay?: string }>;

/** A problem of one row; a file with a problem is refused as a whole. */
export type RowProblem = Readonly<{ row: number; field: string; problem: string }>;

const PROBLEMS_SHOWN = 100;
/** Problems that the sentence of a refusal names: people without the members of the answer read only that. */
const PROBLEMS_SAID = 3;
export const ROWS_MAX = 200_000;

/** Throws BANK_STATEMENT_ROWS with the first problems, if there are any. */
export function requireSound(problems: readonly RowProblem[]): void {
  if (problems.length === 0) return;
  const said = problems.slice(0, PROBLEMS_SAID).map(({ row, field, problem }) => `row ${row}, ${field}: ${problem}`);
  const more = problems.length > said.length ? '; …' : '';
  throw refuse(
    'BANK_STATEMENT_ROWS',
    `${problems.length} values cannot be read; nothing was taken: ${said.join('; ')}${more}`,
    { problems: problems.slice(0, PROBLEMS_SHOWN) },
  );
}

/** The text of a file in UTF-8 or CP949. Throws BANK_STATEMENT_UNREADABLE. */
export function textOf(bytes: Uint8Array): string {
  const text = decodedText(bytes);
  if (text === undefined) throw refuse('BANK_STATEMENT_UNREADABLE', 'The file is neither UTF-8 nor CP949');
  return text;
}

const MINOR_DIGITS: Readonly<Record<string, number>> = { KRW: 0, JPY: 0 };
const digitsOf = (currency: string): number => MINOR_DIGITS[currency] ?? 2;

/** Minor units of a written amount, such as `1,234,000원`, `-12.50` or `₩ 5,000`; undefined when it is no amount of the currency. */
export function minorUnits(written: string, currency: string): bigint | undefined {
  const match = /^([-+]?)[₩$¥\\]?\s*([-+]?)(\d{1,15}|\d{1,3}(?:,\d{3}){1,5})(?:\.(\d{1,6}))?\s*원?$/.exec(
    written.trim(),
  );
  if (!match) return undefined;
  const [, before = '', after = '', whole = '', fraction = ''] = match;
  const digits = digitsOf(currency);
  if (/[1-9]/.test(fraction.slice(digits)) || (before !== '' && after !== '')) return undefined;
  const units = BigInt(whole.replaceAll(',', '') + fraction.slice(0, digits).padEnd(digits, '0'));
  return before === '-' || after === '-' ? -units : units;
}

/** A year beyond these is a slip of the keys: a statement would be taken to cover all days until then. */
const YEARS = ['2000', '2100'] as const;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** The date, in Seoul where a time zone is named, of `2026-11-18`, `2026.11.18 09:30`, `2026/11/18`, `20261118093000`; undefined when it is no date. */
export function dayOf(written: string): string | undefined {
  const instant = INSTANT.test(written.trim()) ? new Date(written.trim()) : undefined;
  if (instant && !Number.isNaN(instant.getTime())) return dayOf(businessDateOf(instant));
  const match = /^(\d{4})\s*[-./년]?\s*(\d{1,2})\s*[-./월]?\s*(\d{1,2})\s*[.일]?(?:[T\s]?\s*\d{1,2}.*)?$/.exec(
    written.trim(),
  );
  if (!match?.[1] || match[1] < YEARS[0] || match[1] > YEARS[1]) return undefined;
  const day = [match[1], match[2]?.padStart(2, '0'), match[3]?.padStart(2, '0')].join('-');
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? undefined : day;
}
