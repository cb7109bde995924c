import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { proportionOf, vatIncluded } from '@jeongsan/money';
import { ruleFor, type CommissionRule } from './commission-rule.js';
import { priceLine, type LineResult } from './line-components.js';
import { reversalOf, reversedSoFar } from './line-reversal.js';
import { plainTerms } from './plain-terms.js';
import type { TermsBody, TermsInput } from './terms.js';
import { withholdingDue, withholdingOf } from './withholding.js';

const document = readFileSync(join(__dirname, '../../../docs/worked-examples.md'), 'utf8');

type Cells = ReadonlyMap<string, string>;
type Table = Readonly<{ title: string; rows: Cells[] }>;

/** Every table, by the English words of its headers. The first column of an example is its number. */
function readTables(text: string): Table[] {
  const tables: Table[] = [];
  let [title, header]: [string, string[] | undefined] = ['', undefined];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) title = line.slice(3);
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : undefined;
    if (!cells) header = undefined;
    else if (!header) {
      header = cells.map((cell) => cell.replace(/^[^A-Za-z]+/, ''));
      tables.push({ title, rows: [] });
    } else if (!cells.every((cell) => /^:?-+:?$/.test(cell)))
      tables.at(-1)?.rows.push(new Map(header.map((name, index) => [name, cells[index] ?? ''])));
  }
  return tables;
}

const tables = readTables(document);
const examples = tables.filter(({ rows }) => rows[0]?.has('No'));

const won = (text: string): bigint => BigInt(text.replaceAll(',', ''));
/** "3.37 %" in 1/100,000. Exact: the digits are moved, not multiplied. */
function rate(text: string): number {
  const [, whole = '', part = ''] = /^(\d+)(?:\.(\d{1,3}))? %/.exec(text) ?? [];
  if (whole === '') throw new Error(`"${text}" is not a rate`);
  return Number(whole + part.padEnd(3, '0'));
}

type ChargeText = TermsInput['commission']['charge'];

/** "10 %", "1,000 won", or "`formula` (FIXED_RATE = 3 %, FIXED_AMOUNT = 300 won)". */
function chargeOf(text: string): ChargeText {
  const [, formula, more = ''] = /^`([^`]+)`(.*)$/.exec(text) ?? [];
  if (formula !== undefined) {
    const [, fixedRate] = /FIXED_RATE = ([\d.]+ %)/.exec(more) ?? [];
    const [, fixedAmount = '0'] = /FIXED_AMOUNT = ([\d,]+) won/.exec(more) ?? [];
    const amount = Number(won(fixedAmount));
    return { kind: 'FORMULA', formula, rate: fixedRate === undefined ? 0 : rate(fixedRate), amount };
  }
  const [, amount] = /^([\d,]+) won$/.exec(text) ?? [];
  return amount === undefined ? { kind: 'RATE', rate: rate(text) } : { kind: 'FIXED', amount: Number(won(amount)) };
}

type RoundingText = NonNullable<TermsInput['commission']['rounding']>;
function roundingOf(text: string): { rounding: RoundingText; vatRounding: RoundingText } {
  const [rounding, vatRounding] = text.split(' / ') as [RoundingText, RoundingText];
  return { rounding, vatRounding };
}

/** "PAYMENT: 3 %; AD: 1.01 % [ceil / ceil]", or "none". */
function feesOf(text: string): NonNullable<TermsInput['fees']> {
  if (text === 'none') return [];
  return text.split('; ').map((fee) => {
    const [, code = '', charge = '', rounding = 'floor / floor'] = /^(\w+): (.*?)(?: \[(.+)\])?$/.exec(fee) ?? [];
    return { code, name: { ko: code, en: code }, charge: chargeOf(charge), ...roundingOf(rounding) };
  });
}

/** "40 % of it": the terms' share; a number: the share named by the order. */
function bearerOf(text: string): { discountShare: number; discountBySeller?: bigint } {
  return text.endsWith('% of it') ? { discountShare: rate(text) } : { discountShare: 0, discountBySeller: won(text) };
}

/** "PACKAGES = 3; WEIGHT_G = 1,200". */
const numbersOf = (text: string): Record<string, bigint> =>
  Object.fromEntries([...text.matchAll(/(\w+) = ([\d,]+)/g)].map(([, name = '', value = '']) => [name, won(value)]));

/** The line of a row, priced by the engine. Columns that a table lacks have their defaults. */
function priced(row: Cells, charge = row.get('Charge') ?? '10 %'): LineResult {
  const { discountShare, ...bySeller } = bearerOf(row.get('By seller') ?? '0');
  const terms = plainTerms({
    commission: { charge: chargeOf(charge), ...roundingOf(row.get('Rounding') ?? 'floor / floor') },
    commissionBase: (row.get('Base') ?? 'AFTER_SELLER_DISCOUNT') as TermsBody['commissionBase'],
    vatBearer: (row.get('VAT by') ?? 'SELLER') as TermsBody['vatBearer'],
    fees: feesOf(row.get('Fee charges') ?? 'none'),
    taxType: (row.get('Tax type') ?? 'GENERAL') as TermsBody['taxType'],
    discountShare,
  });
  const amounts = {
    amount: won(row.get('Order') ?? ''),
    discountAmount: won(row.get('Discount') ?? '0'),
    taxFreeAmount: won(row.get('Tax-free') ?? '0'),
  };
  return priceLine({ ...amounts, ...bySeller, numbers: numbersOf(row.get('Numbers') ?? '') }, terms);
}

const lineColumns = (line: LineResult): Record<string, bigint> => ({
  Paid: line.paid,
  Promotion: line.promotion,
  Commission: line.commission,
  VAT: line.commissionVat,
  Fees: line.fees,
  'Fee VAT': line.feeVat,
  Settlement: line.net,
});

function saleColumns(row: Cells, line: LineResult): Record<string, bigint> {
  const { supplied, vat } = vatIncluded(line.paid, won(row.get('Tax-free') ?? '0'));
  return { Supplied: supplied, 'VAT of the sale': vat };
}

function cancelColumns(row: Cells, line: LineResult): Record<string, bigint> {
  const [before, amount] = [won(row.get('Canceled before') ?? ''), won(row.get('Cancel') ?? '')];
  const back = reversalOf(line, before, amount);
  return {
    'Promotion back': back.promotion,
    'Commission back': back.commission,
    'VAT back': back.commissionVat,
    'Fees back': back.fees,
    'Fee VAT back': back.feeVat,
    'Settlement back': back.net,
    Left: line.net - reversedSoFar(line, before + amount).net,
  };
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function refundColumns(row: Cells, line: LineResult): Record<string, bigint> {
  const back = cancelColumns(row, line)['Settlement back'] ?? 0n;
  const payable = won(row.get('Payable') ?? '');
  const fromPayable = smaller(back, payable);
  const debt = back - fromPayable;
  const available = payable - fromPayable + won(row.get('Earned later') ?? '');
  const netted = smaller(debt, proportionOf(available, BigInt(rate(row.get('Netting share') ?? '')), 100_000n));
  const after = { Netted: netted, 'Paid out': available - netted, 'Debt left': debt - netted };
  return { 'From payable': fromPayable, Debt: debt, ...after };
}

function taxColumns(row: Cells): Record<string, bigint> {
  const soFar = { taxable: won(row.get('Taxable before') ?? ''), withheld: won(row.get('Withheld before') ?? '') };
  const now = won(row.get('This statement') ?? '');
  const withheld = withholdingDue(soFar, now);
  const taxes = won(row.get('Income tax') ?? '') + won(row.get('Local tax') ?? '');
  expect(withholdingOf(soFar.taxable + now)).toBe(taxes);
  return { Withheld: withheld, 'After tax': now - withheld };
}

const rules = (tables.find(({ rows }) => rows[0]?.has('Rule'))?.rows ?? []).map((row): CommissionRule => {
  const named = (column: string): string | null => (row.get(column) === 'any' ? null : (row.get(column) ?? null));
  return {
    id: row.get('Rule') ?? '',
    ...{ category: named('Category'), productId: named('Product'), sellerId: named('Seller') },
    charge: plainTerms({ commissionRate: rate(row.get('Charge') ?? '') }).commission,
    createdAt: new Date(`${row.get('Set on')}T00:00:00Z`),
  };
});

/** The line under the commission rule that the row names. */
function ruled(row: Cells): LineResult {
  const [category = '', product = '', sellerId = ''] = ['Category', 'Product', 'Seller'].map((name) => row.get(name));
  const rule = ruleFor({ category, sellerId, productId: product === 'none' ? undefined : product }, rules);
  expect(rule?.id ?? 'terms').toBe(row.get('Applied'));
  const charge = tables.flatMap(({ rows }) => rows).find((one) => one.get('Rule') === rule?.id && rule !== undefined);
  return priced(row, charge?.get('Charge'));
}

function computed(row: Cells): Record<string, bigint> {
  if (row.has('This statement')) return taxColumns(row);
  const line = row.has('Applied') ? ruled(row) : priced(row);
  return {
    ...lineColumns(line),
    ...saleColumns(row, line),
    ...(row.has('Cancel') && cancelColumns(row, line)),
    ...(row.has('Payable') && refundColumns(row, line)),
  };
}

const cases = examples.flatMap(({ title, rows }) => rows.map((row) => [title, row.get('No') ?? '', row] as const));

test.each(cases)('%s: example %s', (_title, _no, row) => {
  const known = computed(row);
  const told = [...row].filter(([column]) => column in known);
  expect(told.length).toBeGreaterThan(1);
  expect(Object.fromEntries(told.map(([column, text]) => [column, won(text)]))).toEqual(
    Object.fromEntries(told.map(([column]) => [column, known[column]])),
  );
});

test('the examples are numbered through, and every column of them is either told or computed', () => {
  expect(cases.map(([, no]) => no)).toEqual(cases.map((_, index) => String(index + 1)));
  expect(cases.length).toBeGreaterThan(61);
  const given =
    /^(No|Order|Discount|By seller|Base|Numbers|Tax-free|Charge|VAT by|Rounding|Fee charges|Tax type|Category|Product|Seller|Applied|Canceled before|Cancel|Payable|Earned later|Netting share|Taxable before|Withheld before|This statement|Income tax|Local tax)$/;
  for (const [, , row] of cases) {
    const known = computed(row);
    expect([...row.keys()].filter((column) => !given.test(column) && !(column in known))).toEqual([]);
  }
});
