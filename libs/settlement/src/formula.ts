import { divide, type Rounding } from '@jeongsan/money';

/**
 * The names that a formula may use. Won, except FIXED_RATE, which is in 1/100,000. COMMISSION_AMOUNT is allowed in additional
 * fees only.
 */
export const formulaInputs = [
  'ORDER_AMOUNT',
  'PAYMENT_AMOUNT',
  'DISCOUNT_AMOUNT',
  'DISCOUNT_SHARE_AMOUNT',
  'TAX_FREE_AMOUNT',
  'COMMISSION_AMOUNT',
  'FIXED_RATE',
  'FIXED_AMOUNT',
] as const;
export type FormulaInput = (typeof formulaInputs)[number];
export type FormulaValues = Readonly<Partial<Record<FormulaInput, bigint>>>;

/** The form of a number's name: capital letters, digits and _, at most 31. Names in `formulaInputs` are taken. */
export const NUMBER_NAME = /^[A-Z][A-Z0-9_]{0,30}$/;
/** The most numbers that one line may carry, and that one formula may use. */
export const NUMBERS_MAX = 10;
/** Numbers that an order line carries for formulas, by name: won or counts. */
export type LineNumbers = Readonly<Record<string, bigint>>;

export const isFormulaInput = (name: string): name is FormulaInput => formulaInputs.some((input) => input === name);

/** Thrown when a formula needs a number that the line does not carry. */
export class NumberMissing extends Error {
  override readonly name = 'NumberMissing';
  constructor(readonly numberName: string) {
    super(`The line carries no number ${numberName}, which its formula needs`);
  }
}

type Operator = '+' | '-' | '*';
export type Formula =
  | Readonly<{ kind: 'number'; value: bigint }>
  | Readonly<{ kind: 'input'; name: FormulaInput }>
  | Readonly<{ kind: 'line-number'; name: string }>
  | Readonly<{ kind: Operator; left: Formula; right: Formula }>;

/** Thrown for a formula that does not parse. `position` counts characters from 1. */
export class FormulaError extends Error {
  override readonly name = 'FormulaError';
  constructor(
    readonly position: number,
    problem: string,
  ) {
    super(`${problem} at position ${position}`);
  }
}

type Token = Readonly<{ text: string; position: number }>;

/**
 * Parses a formula of inputs, numbers of the order line, whole numbers, + - * and parentheses; * binds tighter than + and -.
 * There is no division and rates are in 1/100,000, so every value is exact until one rounding at the end.
 * @throws FormulaError with the position of the first character that does not fit.
 */
export function parseFormula(text: string, allowed: readonly FormulaInput[] = formulaInputs): Formula {
  const tokens = tokensOf(text);
  let next = 0;
  const at = (): Token => tokens[next] ?? { text: '', position: text.length + 1 };
  const take = (): Token => {
    const token = at();
    next += 1;
    return token;
  };

  function operand(): Formula {
    const token = take();
    if (token.text === '(') {
      const inside = sum();
      const close = take();
      if (close.text !== ')') throw new FormulaError(close.position, `${shown(close)} where ) is needed`);
      return inside;
    }
    if (/^\d/.test(token.text)) return { kind: 'number', value: BigInt(token.text) };
    if (/^[A-Z]/i.test(token.text)) return namedOperand(token, allowed);
    throw new FormulaError(token.position, `${shown(token)} where a number, an input or ( is needed`);
  }
  function chain(part: () => Formula, operators: readonly Operator[]): Formula {
    let left = part();
    for (;;) {
      const kind = operators.find((operator) => operator === at().text);
      if (kind === undefined) return left;
      take();
      left = { kind, left, right: part() };
    }
  }
  const product = (): Formula => chain(operand, ['*']);
  const sum = (): Formula => chain(product, ['+', '-']);

  const whole = sum();
  if (next < tokens.length) throw new FormulaError(at().position, `${shown(at())} where an operator is needed`);
  return whole;
}

const shown = ({ text }: Token): string => (text === '' ? 'The end' : text);

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s*(?:([A-Za-z_][A-Za-z_0-9]*|\d+|[-+*()])|(\S))/gy;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [all, token, stranger] = match;
    const position = match.index + all.length - (token ?? stranger ?? '').length + 1;
    if (token === undefined) throw new FormulaError(position, `${stranger} is not part of formulas`);
    tokens.push({ text: token, position });
  }
  return tokens;
}

function namedOperand({ text, position }: Token, allowed: readonly FormulaInput[]): Formula {
  const name = allowed.find((input) => input === text);
  if (name !== undefined) return { kind: 'input', name };
  if (!isFormulaInput(text) && NUMBER_NAME.test(text)) return { kind: 'line-number', name: text };
  throw new FormulaError(position, `${text} is none of ${allowed.join(', ')}`);
}

/** The names of all inputs and line numbers that a formula uses. */
export function namesIn(formula: Formula): ReadonlySet<string> {
  if (formula.kind === 'number') return new Set();
  if (formula.kind === 'input' || formula.kind === 'line-number') return new Set([formula.name]);
  return new Set([...namesIn(formula.left), ...namesIn(formula.right)]);
}

/** The numbers that a line must carry for this formula, by name in alphabetical order. */
export const lineNumbersIn = (formula: Formula): string[] =>
  [...namesIn(formula)].filter((name) => !isFormulaInput(name)).sort();

/** The value `units / 100,000 ** scale`: an exact fraction, so products of rates lose no digit. */
type Exact = Readonly<{ units: bigint; scale: number }>;
const PER_SCALE = 100_000n;

/**
 * The value of a formula in won.
 * @throws NumberMissing when the formula needs a number that `numbers` lacks.
 * @throws Error when an input of the formula has no value; parseFormula with the right `allowed` prevents this.
 */
export function evaluateFormula(
  formula: Formula,
  values: FormulaValues,
  rounding: Rounding,
  numbers: LineNumbers = {},
): bigint {
  const { units, scale } = exactly(formula, values, numbers);
  return divide(units, PER_SCALE ** BigInt(scale), rounding);
}

function exactly(formula: Formula, values: FormulaValues, numbers: LineNumbers): Exact {
  if (formula.kind === 'number') return { units: formula.value, scale: 0 };
  if (formula.kind === 'line-number') {
    const units = numbers[formula.name];
    if (units === undefined) throw new NumberMissing(formula.name);
    return { units, scale: 0 };
  }
  if (formula.kind === 'input') {
    const units = values[formula.name];
    if (units === undefined) throw new Error(`The formula's ${formula.name} has no value`);
    return { units, scale: formula.name === 'FIXED_RATE' ? 1 : 0 };
  }
  const left = exactly(formula.left, values, numbers);
  const right = exactly(formula.right, values, numbers);
  if (formula.kind === '*') return { units: left.units * right.units, scale: left.scale + right.scale };
  const scale = Math.max(left.scale, right.scale);
  const [a, b] = [left, right].map((side) => side.units * PER_SCALE ** BigInt(scale - side.scale)) as [bigint, bigint];
  return { units: formula.kind === '+' ? a + b : a - b, scale };
}
