import { ratePerHundredThousand } from '@jeongsan/money';
import { evaluateFormula, formulaInputs, FormulaError, parseFormula, type FormulaInput } from './formula.js';
import { negativeAt } from './formula-sign.js';
import { CHARGE_RATE_MAX, type Charge, type RoundedCharge } from './terms.js';

/** The inputs of a charge, in won. */
export type ChargeInputs = Readonly<
  Record<Exclude<FormulaInput, 'FIXED_RATE' | 'FIXED_AMOUNT' | 'COMMISSION_AMOUNT'>, bigint> & {
    /** Present for fees only: fees are charged after the commission. */
    COMMISSION_AMOUNT?: bigint;
  }
>;
export type ChargeUse = 'COMMISSION' | 'FEE';

/**
 * The amount of a charge in won, before VAT and before any cap. A rate applies to the order amount less the seller's part of
 * the discount, so a discount that the platform bears costs the seller nothing. A formula may give a negative amount.
 */
export function chargeOf({ charge, rounding }: RoundedCharge, inputs: ChargeInputs): bigint {
  switch (charge.kind) {
    case 'RATE':
      return ratePerHundredThousand(inputs.ORDER_AMOUNT - inputs.DISCOUNT_SHARE_AMOUNT, BigInt(charge.rate), rounding);
    case 'FIXED':
      return charge.amount;
    case 'FORMULA': {
      const values = { ...inputs, FIXED_RATE: BigInt(charge.rate), FIXED_AMOUNT: charge.amount };
      return evaluateFormula(parseFormula(charge.formula), values, rounding);
    }
  }
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
