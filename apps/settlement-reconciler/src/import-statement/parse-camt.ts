import { Parser } from 'saxen';
import { addDays } from '@jeongsan/calendar';
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

type Element = { name: string; attributes: Readonly<Record<string, string>>; children: Element[]; text: string };

const DEPTH_MAX = 40;

/**
 * The booked entries of a camt.053 message (ISO 20022, any version). An entry that lists several transactions with amounts is one
 * row each. Throws BANK_STATEMENT_UNREADABLE, BANK_STATEMENT_ROWS.
 */
export function parseCamt(text: string): ParsedStatement {
  const statements = at(treeOf(text), 'Document', 'BkToCstmrStmt').flatMap((message) => children(message, 'Stmt'));
  if (statements.length === 0) throw refuse('BANK_STATEMENT_UNREADABLE', 'The file holds no BkToCstmrStmt/Stmt');
  const accounts = new Set(statements.map((one) => textUnder(first(one, 'Acct', 'Id'))));
  if (accounts.size > 1)
    throw refuse('BANK_STATEMENT_UNREADABLE', 'The file holds statements of several accounts: upload each by itself');
  const problems: RowProblem[] = [];
  const rows: StatementRow[] = [];
  for (const entry of statements.flatMap((one) => children(one, 'Ntry'))) {
    if (isBooked(entry)) rows.push(...rowsOf(entry, rows.length, problems));
    if (rows.length > ROWS_MAX) throw refuse('BANK_STATEMENT_UNREADABLE', `More than ${ROWS_MAX} entries`);
  }
  requireSound(problems);
  const days = statements.flatMap((one) => [
    dayOf(first(one, 'FrToDt', 'FrDtTm')?.text ?? ''),
    lastDayOf(first(one, 'FrToDt', 'ToDtTm')?.text ?? ''),
  ]);
  const [from, ...rest] = days.filter((day) => day !== undefined).sort();
  return { rows, ...(from !== undefined && { fromDay: from, toDay: rest.at(-1) ?? from }) };
}

/** A period that ends at midnight ends with the day before. */
function lastDayOf(written: string): string | undefined {
  const day = dayOf(written);
  return day !== undefined && /T00:00(:00(\.0+)?)?(?!\d)/.test(written) ? addDays(day, -1) : day;
}

/** Sts is BOOK as text, or in later versions as Sts/Cd; an entry without a status is booked. */
function isBooked(entry: Element): boolean {
  const status = first(entry, 'Sts', 'Cd')?.text ?? first(entry, 'Sts')?.text ?? 'BOOK';
  return status === 'BOOK';
}

function rowsOf(entry: Element, before: number, problems: RowProblem[]): StatementRow[] {
  const position = before + 1;
  const day = dayOf(dateUnder(first(entry, 'BookgDt')) ?? dateUnder(first(entry, 'ValDt')) ?? '');
  if (day === undefined) problems.push({ row: position, field: 'BookgDt', problem: 'no date' });
  const whole = amountOf(entry, entry, position, problems);
  if (day === undefined || whole === undefined) return [];
  const details = children(entry, 'NtryDtls').flatMap((one) => children(one, 'TxDtls'));
  const parts = details.flatMap((detail) => {
    const amount = first(detail, 'Amt') ?? first(detail, 'AmtDtls', 'TxAmt', 'Amt');
    const money = amount && amountOf({ ...detail, children: [amount, ...detail.children] }, entry, position, problems);
    return money ? [{ detail, money }] : [];
  });
  const isSplit =
    details.length > 1 &&
    parts.length === details.length &&
    parts.reduce((sum, { money }) => sum + money.amount, 0n) === whole.amount;
  const shown = isSplit ? parts : [{ detail: details.length === 1 ? details[0] : undefined, money: whole }];
  return shown.map(({ detail, money }, index) => ({
    ...{ position: before + 1 + index, day, ...money, balance: null },
    ...partyOf(entry, detail, money.amount),
    raw: JSON.stringify(plain(isSplit && detail ? detail : entry)),
  }));
}

function amountOf(of: Element, entry: Element, row: number, problems: RowProblem[]) {
  const element = first(of, 'Amt');
  const currency = element?.attributes.Ccy ?? 'KRW';
  const units = minorUnits(element?.text ?? '', currency);
  const direction = first(of, 'CdtDbtInd')?.text ?? first(entry, 'CdtDbtInd')?.text;
  if (units === undefined || units <= 0n) problems.push({ row, field: 'Amt', problem: 'no amount above zero' });
  if (direction !== 'CRDT' && direction !== 'DBIT')
    problems.push({ row, field: 'CdtDbtInd', problem: 'neither CRDT nor DBIT' });
  return units === undefined ? undefined : { amount: direction === 'DBIT' ? -units : units, currency };
}

function partyOf(entry: Element, detail: Element | undefined, amount: bigint) {
  const party = detail && first(detail, 'RltdPties', amount < 0n ? 'Cdtr' : 'Dbtr');
  const name = party && (first(party, 'Nm') ?? first(party, 'Pty', 'Nm'));
  const memo =
    (detail && first(detail, 'RmtInf', 'Ustrd')) ??
    (detail && first(detail, 'AddtlTxInf')) ??
    first(entry, 'AddtlNtryInf');
  const reference = detail && first(detail, 'Refs', 'EndToEndId');
  const isGiven = reference !== undefined && reference.text !== 'NOTPROVIDED';
  return {
    counterparty: name?.text ?? null,
    memo: memo?.text ?? null,
    reference: (isGiven ? reference.text : first(entry, 'AcctSvcrRef')?.text) ?? null,
  };
}

const dateUnder = (element: Element | undefined): string | undefined =>
  element && (first(element, 'Dt') ?? first(element, 'DtTm'))?.text;
const children = (element: Element, name: string): Element[] => element.children.filter((child) => child.name === name);
const at = (element: Element, ...path: readonly string[]): Element[] =>
  path.reduce<Element[]>((found, name) => found.flatMap((one) => children(one, name)), [element]);
const first = (element: Element, ...path: readonly string[]): Element | undefined => at(element, ...path)[0];
const textUnder = (element: Element | undefined): string =>
  element === undefined ? '' : element.text + element.children.map(textUnder).join(' ');
const plain = ({ name, attributes, children: inner, text }: Element): object => ({
  name,
  ...(Object.keys(attributes).length > 0 && { attributes }),
  ...(text !== '' && { text }),
  ...(inner.length > 0 && { children: inner.map(plain) }),
});

/** The elements by their local names. Document type declarations, which can define entities, are refused. */
function treeOf(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [root];
  const parser = new Parser();
  const fail = (problem: string): never => {
    throw refuse('BANK_STATEMENT_UNREADABLE', `The file is no camt.053: ${problem}`);
  };
  parser.on('error', (error) => fail(error.message));
  parser.on('attention', () => fail('it declares a document type'));
  parser.on('openTag', (name, attributesOf, decode) => {
    const attributes = Object.fromEntries(Object.entries(attributesOf()).map(([key, value]) => [key, decode(value)]));
    const element = { name: name.slice(name.indexOf(':') + 1), attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    if (open.push(element) > DEPTH_MAX) fail('it is nested too deeply');
  });
  parser.on('closeTag', () => void open.pop());
  const add = (value: string): void => {
    const element = open.at(-1);
    if (element) element.text += value.trim();
  };
  parser.on('text', (value, decode) => add(decode(value)));
  parser.on('cdata', add);
  parser.parse(text.replace(/^\uFEFF/, ''));
  if (open.length !== 1) fail('an element is not closed');
  return root;
}
