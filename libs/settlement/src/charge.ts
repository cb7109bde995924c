import { ratePerHundredThousand } from '@jeongsan/money';
import {
  evaluateFormula,
  FormulaError,
  type FormulaInput,
  formulaInputs,
  type LineNumbers,
  lineNumbersIn,
  NUMBERS_MAX,
  parseFormula,
} from './formula.js';
import { negativeAt } from './formula-sign.js';
import { CHARGE_RATE_MAX, type Charge, type CommissionBase, type RoundedCharge } from './terms.js';

/** The inputs of a charge, in won. */
export type ChargeInputs = Readonly<
  Record<Exclude<FormulaInput, 'FIXED_RATE' | 'FIXED_AMOUNT' | 'COMMISSION_AMOUNT'>, bigint> & {
    /** Present for fees only: fees are charged after the commission. */
    COMMISSION_AMOUNT?: bigint;
  }
>;
export type ChargeUse = 'COMMISSION' | 'FEE';

/** The won that a rate is charged of, by the base. No base has the platform's part of the discount subtracted. */
const baseAmounts = {
  ORDER: (inputs) => inputs.ORDER_AMOUNT,
  AFTER_SELLER_DISCOUNT: (inputs) => inputs.ORDER_AMOUNT - inputs.DISCOUNT_SHARE_AMOUNT,
} satisfies Record<CommissionBase, (inputs: ChargeInputs) => bigint>;

/**
 * The amount of a charge in won, before VAT and before any cap. A rate applies to the base; a fixed amount and a formula do not
 * depend on the base. A formula may give a negative amount.
 * @throws NumberMissing when a formula needs a number that the line does not carry.
 */
export function chargeOf(
  { charge, rounding }: RoundedCharge,
  inputs: ChargeInputs,
  { base = 'AFTER_SELLER_DISCOUNT', numbers = {} }: Readonly<{ base?: CommissionBase; numbers?: LineNumbers }> = {},
): bigint {
  switch (charge.kind) {
    case 'RATE':
      return ratePerHundredThousand(baseAmounts[base](inputs), BigInt(charge.rate), rounding);
    case 'FIXED':
      return charge.amount;
    case 'FORMULA': {
      const values = { ...inputs, FIXED_RATE: BigInt(charge.rate), FIXED_AMOUNT: charge.amount };
      return evaluateFormula(parseFormula(charge.formula), values, rounding, numbers);
    }
  }
}

/** The numbers that a line must carry so that these charges can be computed, by name in alphabetical order. */
export function numbersNeeded(charges: readonly Pick<RoundedCharge, 'charge'>[]): string[] {
  const formulas = charges.flatMap(({ charge }) => (charge.kind === 'FORMULA' ? [parseFormula(charge.formula)] : []));
  return [...new Set(formulas.flatMap(lineNumbersIn))].sort();
}

/** Why a charge may not be set. `position`: the character in a formula, from 1. */
export type ChargeProblem = Readonly<{
  kind: 'RATE_OUT_OF_BOUNDS' | 'FORMULA_INVALID' | 'FORMULA_NEGATIVE';
  detail: string;
  position?: number;
}>;

export function chargeProblem(charge: Charge, use: ChargeUse): ChargeProblem | undefined {
  if (charge.kind === 'FIXED') return undefined;
  if (charge.rate < 0 || charge.rate > CHARGE_RATE_MAX) {
    const detail = `A rate of ${charge.rate} is not within 0 and ${CHARGE_RATE_MAX} (in 1/100,000)`;
    return { kind: 'RATE_OUT_OF_BOUNDS', detail };
  }
  return charge.kind === 'FORMULA' ? formulaProblem(charge, use) : undefined;
}

function formulaProblem(charge: Extract<Charge, { kind: 'FORMULA' }>, use: ChargeUse): ChargeProblem | undefined {
  const allowed = formulaInputs.filter((input) => use === 'FEE' || input !== 'COMMISSION_AMOUNT');
  try {
    const formula = parseFormula(charge.formula, allowed);
    const { length } = lineNumbersIn(formula);
    if (length > NUMBERS_MAX) {
      const detail = `The formula uses ${length} numbers of the order: a line carries at most ${NUMBERS_MAX}`;
      return { kind: 'FORMULA_INVALID', detail };
    }
    const found = negativeAt(formula, { rate: BigInt(charge.rate), amount: charge.amount });
    if (!found) return undefined;
    const example = Object.entries(found.inputs).map(([name, value]) => `${name} ${value}`);
    const detail = `The formula comes to ${found.value} won with ${example.join(', ')}: a charge may not be negative`;
    return { kind: 'FORMULA_NEGATIVE', detail };
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return {
      kind: 'FORMULA_INVALID',
      detail: `The formula does not parse: ${error.message}`,
      position: error.position,
    };
  }
}
