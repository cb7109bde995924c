import {
  evaluateFormula,
  type Formula,
  type FormulaInput,
  lineNumbersIn,
  type LineNumbers,
  namesIn,
} from './formula.js';

type LineInput = Exclude<FormulaInput, 'FIXED_RATE' | 'FIXED_AMOUNT'>;
type Fixed = Readonly<{ rate: bigint; amount: bigint }>;

/** The largest amount in an API request: larger integers lose digits in JSON. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER);
/** Order amounts to try, from the cheapest line to the dearest, with usual prices in between. */
const ORDER_AMOUNTS = [1n, 2n, 10n, 99n, 1_000n, 10_001n, 150_000n, 9_999_999n, 999_999_999n, MOST];
const SHARES = [0n, 1n, 50n, 99n, 100n];

/**
 * Searches inputs for which a formula is negative; undefined: none found.
 * Tried: ten order amounts, each with discounts from 0 to all but one won, the seller's part and the tax-free part from 0 to
 * 100 %, and a commission from 0 to 100 %; numbers of the line all 0, all 1, all at the largest value, and each alone at the
 * largest value. A linear formula has its least value at a corner of this space; of the numbers' corners those that are tried
 * suffice, because a number that is subtracted makes the formula negative alone. A formula that multiplies inputs is only
 * sampled: priceLine counts a negative charge as 0.
 */
export function negativeAt(
  formula: Formula,
  { rate, amount }: Fixed,
): Readonly<{ inputs: LineNumbers; value: bigint }> | undefined {
  const used = namesIn(formula);
  const carried = numbersToTry(lineNumbersIn(formula));
  for (const inputs of lines(used))
    for (const numbers of carried) {
      const values = { ...inputs, FIXED_RATE: rate, FIXED_AMOUNT: amount };
      const value = evaluateFormula(formula, values, 'ceil', numbers);
      if (value < 0n) return { inputs: { ...inputs, ...numbers }, value };
    }
  return undefined;
}

function numbersToTry(names: readonly string[]): LineNumbers[] {
  if (names.length === 0) return [{}];
  const each = (of: (name: string) => bigint): LineNumbers => Object.fromEntries(names.map((name) => [name, of(name)]));
  const alone = names.map((largest) => each((name) => (name === largest ? MOST : 0n)));
  return [each(() => 0n), each(() => 1n), each(() => MOST), ...alone];
}

function* lines(used: ReadonlySet<string>): Generator<Readonly<Record<LineInput, bigint>>> {
  const isUsed = (...names: string[]): boolean => names.some((name) => used.has(name));
  const discounts = isUsed('PAYMENT_AMOUNT', 'DISCOUNT_AMOUNT', 'DISCOUNT_SHARE_AMOUNT', 'TAX_FREE_AMOUNT');
  for (const order of ORDER_AMOUNTS)
    for (const discount of discounts ? partsOf(order - 1n) : [0n])
      for (const share of isUsed('DISCOUNT_SHARE_AMOUNT', 'COMMISSION_AMOUNT') ? partsOf(discount) : [0n])
        for (const taxFree of isUsed('TAX_FREE_AMOUNT') ? partsOf(order - discount) : [0n])
          for (const commission of isUsed('COMMISSION_AMOUNT') ? partsOf(order - share) : [0n])
            yield {
              ORDER_AMOUNT: order,
              PAYMENT_AMOUNT: order - discount,
              DISCOUNT_AMOUNT: discount,
              DISCOUNT_SHARE_AMOUNT: share,
              TAX_FREE_AMOUNT: taxFree,
              COMMISSION_AMOUNT: commission,
            };
}

const partsOf = (whole: bigint): ReadonlySet<bigint> => new Set(SHARES.map((share) => (whole * share) / 100n));
