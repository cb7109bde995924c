import * as fc from 'fast-check';
import { chargeProblem, numbersNeeded } from './charge.js';
import { evaluateFormula, formulaInputs, FormulaError, lineNumbersIn, NumberMissing, parseFormula } from './formula.js';
import type { Charge } from './terms.js';

const values = {
  ...{ ORDER_AMOUNT: 10_000n, PAYMENT_AMOUNT: 9_000n, DISCOUNT_AMOUNT: 1_000n, DISCOUNT_SHARE_AMOUNT: 400n },
  ...{ TAX_FREE_AMOUNT: 3_000n, COMMISSION_AMOUNT: 960n, FIXED_RATE: 3_370n, FIXED_AMOUNT: 300n },
};

// prettier-ignore
test.each`
  formula                                             | floor      | ceil       | because
  ${'ORDER_AMOUNT'}                                   | ${10_000n} | ${10_000n} | ${'an input'}
  ${'ORDER_AMOUNT*FIXED_RATE'}                        | ${337n}    | ${337n}    | ${'a rate is in 1/100,000'}
  ${'(ORDER_AMOUNT - 1) * FIXED_RATE'}                | ${336n}    | ${337n}    | ${'rounded once, at the end'}
  ${'2 + 3 * 4'}                                      | ${14n}     | ${14n}     | ${'* binds tighter'}
  ${'(2 + 3) * 4'}                                    | ${20n}     | ${20n}     | ${'parentheses first'}
  ${'10 - 3 - 2'}                                     | ${5n}      | ${5n}      | ${'from left to right'}
  ${'PAYMENT_AMOUNT * FIXED_RATE + FIXED_AMOUNT'}     | ${603n}    | ${604n}    | ${'303.3 + 300'}
  ${'FIXED_AMOUNT + FIXED_RATE * TAX_FREE_AMOUNT'}    | ${401n}    | ${402n}    | ${'scales are aligned before adding'}
  ${'FIXED_RATE * FIXED_RATE * ORDER_AMOUNT'}         | ${11n}     | ${12n}     | ${'rates of rates stay exact: 11.3569'}
  ${'COMMISSION_AMOUNT - DISCOUNT_SHARE_AMOUNT * 2'}  | ${160n}    | ${160n}    | ${'of fees'}
  ${'FIXED_AMOUNT - DISCOUNT_AMOUNT'}                 | ${-700n}   | ${-700n}   | ${'below nothing'}
`('$formula is $floor or $ceil: $because', ({ formula, floor, ceil }: Record<string, unknown>) => {
  const parsed = parseFormula(formula as string);
  expect(evaluateFormula(parsed, values, 'floor')).toBe(floor);
  expect(evaluateFormula(parsed, values, 'ceil')).toBe(ceil);
});

// prettier-ignore
test.each`
  formula                    | position | problem
  ${''}                      | ${1}     | ${'The end where a number, an input or ( is needed'}
  ${'ORDER_AMOUNT *'}        | ${15}    | ${'The end where a number, an input or ( is needed'}
  ${'(ORDER_AMOUNT'}         | ${14}    | ${'The end where ) is needed'}
  ${'ORDER_AMOUNT)'}         | ${13}    | ${') where an operator is needed'}
  ${'ORDER_AMOUNT 5'}        | ${14}    | ${'5 where an operator is needed'}
  ${'ORDER_AMOUNT / 2'}      | ${14}    | ${'/ is not part of formulas'}
  ${'ORDER_AMOUNT * 0.1'}    | ${17}    | ${'. is not part of formulas'}
  ${'ORDER_AMOUNT + Amount'} | ${16}    | ${'Amount is none of'}
  ${'order_amount'}          | ${1}     | ${'order_amount is none of'}
  ${'-5'}                    | ${1}     | ${'- where a number, an input or ( is needed'}
  ${'2 * * 3'}               | ${5}     | ${'* where a number, an input or ( is needed'}
  ${'_AMOUNT'}               | ${1}     | ${'_AMOUNT where a number, an input or ( is needed'}
  ${'constructor'}           | ${1}     | ${'constructor is none of'}
`('"$formula" does not parse at $position', ({ formula, position, problem }: Record<string, unknown>) => {
  try {
    parseFormula(formula as string);
  } catch (error) {
    expect(error).toBeInstanceOf(FormulaError);
    expect((error as FormulaError).position).toBe(position);
    expect((error as FormulaError).message).toContain(problem);
    return;
  }
  throw new Error('It parsed');
});

test('whatever is typed either parses or is refused with a position within it', () => {
  const piece = fc.constantFrom(...formulaInputs, '+', '-', '*', '(', ')', ' ', '12', '0', 'x', '/', '₩');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('');
      try {
        const parsed = parseFormula(text);
        const numbers = Object.fromEntries(lineNumbersIn(parsed).map((name) => [name, 1n]));
        expect(typeof evaluateFormula(parsed, values, 'floor', numbers)).toBe('bigint');
      } catch (error) {
        expect(error).toBeInstanceOf(FormulaError);
        expect((error as FormulaError).position).toBeLessThanOrEqual(text.length + 1);
      }
    }),
    { numRuns: 2_000 },
  );
});

const formula = (text: string, more: { rate?: number; amount?: bigint } = {}): Charge => ({
  kind: 'FORMULA',
  formula: text,
  rate: 0,
  amount: 0n,
  ...more,
});

// prettier-ignore
test.each([
  ['a rate',                                      { kind: 'RATE' as const, rate: 90_000 },                              undefined],
  ['a rate above 90 %',                           { kind: 'RATE' as const, rate: 90_001 },                              'RATE_OUT_OF_BOUNDS'],
  ['a rate below nothing',                        { kind: 'RATE' as const, rate: -1 },                                  'RATE_OUT_OF_BOUNDS'],
  ['a rate in a formula above 90 %',              formula('ORDER_AMOUNT * FIXED_RATE', { rate: 100_000 }),              'RATE_OUT_OF_BOUNDS'],
  ['a fixed amount',                              { kind: 'FIXED' as const, amount: 500n },                             undefined],
  ['a rate and an amount',                        formula('ORDER_AMOUNT * FIXED_RATE + FIXED_AMOUNT', { rate: 3_000, amount: 100n }), undefined],
  ['what is taxable',                             formula('(PAYMENT_AMOUNT - TAX_FREE_AMOUNT) * FIXED_RATE', { rate: 3_000 }), undefined],
  ['the platform’s part of a discount',           formula('DISCOUNT_AMOUNT - DISCOUNT_SHARE_AMOUNT'),                   undefined],
  ['what does not parse',                         formula('ORDER_AMOUNT +'),                                            'FORMULA_INVALID'],
  ['an input that only fees know',                formula('COMMISSION_AMOUNT'),                                         'FORMULA_INVALID'],
  ['negative for cheap lines',                    formula('ORDER_AMOUNT * FIXED_RATE - FIXED_AMOUNT', { rate: 10_000, amount: 100n }), 'FORMULA_NEGATIVE'],
  ['negative for dear lines',                     formula('FIXED_AMOUNT - ORDER_AMOUNT', { amount: 999_999_999_999n }), 'FORMULA_NEGATIVE'],
  ['negative where the discount is large',        formula('PAYMENT_AMOUNT - DISCOUNT_AMOUNT'),                          'FORMULA_NEGATIVE'],
  ['negative by part of a won',                   formula('DISCOUNT_AMOUNT - ORDER_AMOUNT * FIXED_RATE', { rate: 1 }),  'FORMULA_NEGATIVE'],
  ['negative between the corners',                formula('(ORDER_AMOUNT - DISCOUNT_AMOUNT * 2) * (ORDER_AMOUNT - DISCOUNT_AMOUNT * 2) - ORDER_AMOUNT + 10'), 'FORMULA_NEGATIVE'],
])('%s as a commission: %s', (_, charge, kind) => {
  expect(chargeProblem(charge, 'COMMISSION')?.kind).toBe(kind);
});

test('what may not be set says why, and a formula where', () => {
  expect(chargeProblem({ kind: 'RATE', rate: -1 }, 'FEE')).toEqual({
    kind: 'RATE_OUT_OF_BOUNDS',
    detail: 'A rate of -1 is not within 0 and 90000 (in 1/100,000)',
  });
  expect(chargeProblem(formula('ORDER_AMOUNT +'), 'FEE')).toEqual({
    kind: 'FORMULA_INVALID',
    detail: 'The formula does not parse: The end where a number, an input or ( is needed at position 15',
    position: 15,
  });
  expect(chargeProblem(formula('COMMISSION_AMOUNT'), 'COMMISSION')?.detail).toBe(
    'The formula does not parse: COMMISSION_AMOUNT is none of ORDER_AMOUNT, PAYMENT_AMOUNT, DISCOUNT_AMOUNT, ' +
      'DISCOUNT_SHARE_AMOUNT, TAX_FREE_AMOUNT, FIXED_RATE, FIXED_AMOUNT at position 1',
  );
  expect(chargeProblem(formula('ORDER_AMOUNT - 10'), 'COMMISSION')?.detail).toBe(
    'The formula comes to -9 won with ORDER_AMOUNT 1, PAYMENT_AMOUNT 1, DISCOUNT_AMOUNT 0, DISCOUNT_SHARE_AMOUNT 0, ' +
      'TAX_FREE_AMOUNT 0, COMMISSION_AMOUNT 0: a charge may not be negative',
  );
});

test('a formula whose input has no value is not computed', () => {
  expect(() => evaluateFormula(parseFormula('ORDER_AMOUNT'), {}, 'floor')).toThrow(
    "The formula's ORDER_AMOUNT has no value",
  );
});

test('a name that is no input is a number of the line, and a line without that number is not computed', () => {
  const packed = parseFormula('(PACKAGES - 1) * FIXED_AMOUNT + WEIGHT_G * FIXED_RATE');
  expect(evaluateFormula(packed, values, 'floor', { PACKAGES: 3n, WEIGHT_G: 1_000n })).toBe(633n);
  expect(lineNumbersIn(packed)).toEqual(['PACKAGES', 'WEIGHT_G']);
  expect(lineNumbersIn(parseFormula('ORDER_AMOUNT + 1'))).toEqual([]);
  expect(() => evaluateFormula(packed, values, 'floor', { WEIGHT_G: 1_000n })).toThrow(new NumberMissing('PACKAGES'));
  expect(() => parseFormula('A'.repeat(32))).toThrow(FormulaError);
  expect(lineNumbersIn(parseFormula('A'.repeat(31)))).toEqual(['A'.repeat(31)]);
});

test('a formula names the numbers that it needs, each once, and uses at most ten', () => {
  const fee = formula('PACKAGES * 100 + B');
  expect(numbersNeeded([{ charge: formula('PACKAGES + A') }, { charge: fee }])).toEqual(['A', 'B', 'PACKAGES']);
  expect(numbersNeeded([{ charge: { kind: 'RATE', rate: 1 } }])).toEqual([]);
  const ten = Array.from({ length: 10 }, (_, i) => `N${i}`).join('+');
  expect(chargeProblem(formula(ten), 'COMMISSION')).toBeUndefined();
  expect(chargeProblem(formula(`${ten}+N10`), 'COMMISSION')).toEqual({
    kind: 'FORMULA_INVALID',
    detail: 'The formula uses 11 numbers of the order: a line carries at most 10',
  });
});

// prettier-ignore
test.each([
  ['a rate less a number',            'ORDER_AMOUNT - COUPONS',         'FORMULA_NEGATIVE'],
  ['a large amount less a number',    '1000000 - COUPONS',              'FORMULA_NEGATIVE'],
  ['one number less another',         'PACKAGES - RETURNS',             'FORMULA_NEGATIVE'],
  ['a number less one',               'PACKAGES - 1',                   'FORMULA_NEGATIVE'],
  ['a price for each package',        'PACKAGES * 300',                 undefined],
  ['a number added to a share',       'ORDER_AMOUNT * 2 + WEIGHT_G',    undefined],
])('%s as a commission: %s is %s', (_, text, kind) => {
  expect(chargeProblem(formula(text), 'COMMISSION')?.kind).toBe(kind);
});

test('an error of a formula is named as one', () => {
  expect(new FormulaError(1, 'x is unknown')).toMatchObject({
    name: 'FormulaError',
    message: 'x is unknown at position 1',
  });
});

// prettier-ignore
test.each([
  ['the payment less the discount',                 'PAYMENT_AMOUNT - DISCOUNT_AMOUNT',                 'where more than half is discount'],
  ['the payment less the seller’s part',            'PAYMENT_AMOUNT - DISCOUNT_SHARE_AMOUNT',           'where the seller bears more than half'],
  ['the seller’s part less a won',                  'DISCOUNT_SHARE_AMOUNT - 1',                        'where the seller bears nothing'],
  ['the platform’s part less the seller’s',         'DISCOUNT_AMOUNT - DISCOUNT_SHARE_AMOUNT * 2',      'where the seller bears more than half of it'],
  ['the discount less what is free of tax',         'DISCOUNT_AMOUNT - TAX_FREE_AMOUNT',                'where nothing is discounted'],
  ['the payment less twice what is free of tax',    'PAYMENT_AMOUNT - TAX_FREE_AMOUNT * 2',             'where more than half is free of tax'],
  ['what is free of tax less a won',                'TAX_FREE_AMOUNT - 1',                              'where nothing is'],
  ['the order less twice the commission',           'ORDER_AMOUNT - COMMISSION_AMOUNT * 2',             'where the commission takes more than half'],
  ['a discount less the commission',                'DISCOUNT_SHARE_AMOUNT - COMMISSION_AMOUNT',        'where the discount is smaller'],
  ['the number of won above the dearest line',      '9007199254740990 - ORDER_AMOUNT',                  'where the line is the dearest'],
])('%s is refused as a fee: %s is negative %s', (_, text) => {
  expect(chargeProblem(formula(text), 'FEE')?.kind).toBe('FORMULA_NEGATIVE');
});

// prettier-ignore
test.each([
  ['the order less what was paid',           'ORDER_AMOUNT - PAYMENT_AMOUNT'],
  ['the order less the whole discount',      'ORDER_AMOUNT - DISCOUNT_AMOUNT - 1'],
  ['the payment less what is free of tax',   'PAYMENT_AMOUNT - TAX_FREE_AMOUNT'],
  ['what the commission has left',           'ORDER_AMOUNT - DISCOUNT_SHARE_AMOUNT - COMMISSION_AMOUNT'],
  ['the won above the dearest line',         '9007199254740991 - ORDER_AMOUNT'],
])('%s is never negative, and may be a fee: %s', (_, text) => {
  expect(chargeProblem(formula(text), 'FEE')).toBeUndefined();
});

test('a fee may speak of the commission, and is told for which line it would be negative', () => {
  expect(chargeProblem(formula('COMMISSION_AMOUNT * 2'), 'FEE')).toBeUndefined();
  expect(chargeProblem(formula('COMMISSION_AMOUNT - 1'), 'FEE')?.detail).toMatch(
    /^The formula comes to -1 won with ORDER_AMOUNT 1, .*COMMISSION_AMOUNT 0: a charge may not be negative$/,
  );
});
