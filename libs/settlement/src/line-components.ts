import { divide, ratePerHundredThousand, type Rounding } from '@jeongsan/money';
import { chargeOf, type ChargeInputs } from './charge.js';
import type { LineNumbers } from './formula.js';
import type { LineComponents } from './line-amounts.js';
import type { ChargeStep, LinePricing } from './line-pricing.js';
import { type CommissionBase, type RoundedCharge, type TermsBody, VAT_RATE, WHOLE } from './terms.js';

/** One order line as the market sends it, in won. */
export type PricedLine = Readonly<{
  amount: bigint;
  discountAmount: bigint;
  /** The seller's part of the discount; the platform bears the rest. Absent: the share in the terms applies. */
  discountBySeller?: bigint | undefined;
  /** The tax-free part of the buyer's payment. */
  taxFreeAmount?: bigint;
  /** Numbers for formulas. */
  numbers?: LineNumbers | undefined;
}>;

/** The members of the terms that decide the net amount of a line. */
export type PricingTerms = Pick<TermsBody, 'commission' | 'commissionBase' | 'vatBearer' | 'fees' | 'discountShare'>;
/** Rates of additional fees are charged of the price less the seller's part of the discount, whatever the commission's base. */
const FEE_BASE = 'AFTER_SELLER_DISCOUNT';
/** How a line was priced, without the version of the terms and the rule id. */
export type LineSteps = Omit<LinePricing, 'termsFrom' | 'ruleId'>;
export type LineResult = LineComponents & Readonly<{ discountBySeller: bigint; steps: LineSteps }>;

/** The components of a line: an order of 10,000 at 10 % has commission 1,000, VAT 100, net 8,900. */
export function lineComponents(line: PricedLine, terms: PricingTerms): LineComponents {
  const { discountBySeller: _bySeller, steps: _steps, ...components } = priceLine(line, terms);
  return components;
}

/**
 * Prices a line, with every step. The commission is charged first, then each fee in the order of the terms; a charge takes at
 * most what is left of the line, so a sale never makes its seller owe money.
 * @throws NumberMissing when a formula needs a number that the line does not carry.
 */
export function priceLine(line: PricedLine, terms: PricingTerms): LineResult {
  const { discountBySeller, discountShare } = sharedDiscount(line, terms.discountShare);
  const inputs = {
    ORDER_AMOUNT: line.amount,
    PAYMENT_AMOUNT: line.amount - line.discountAmount,
    DISCOUNT_AMOUNT: line.discountAmount,
    DISCOUNT_SHARE_AMOUNT: discountBySeller,
    TAX_FREE_AMOUNT: line.taxFreeAmount ?? 0n,
  };
  let left = line.amount - discountBySeller;
  const { numbers = {} } = line;
  const apply = (charge: RoundedCharge, known: ChargeInputs, base: CommissionBase): ChargeStep => {
    const step = chargeStep(charge, chargeOf(charge, known, { base, numbers }), terms.vatBearer, left);
    left -= step.amount + step.vat;
    return step;
  };
  const commission = apply(terms.commission, inputs, terms.commissionBase);
  const knownToFees = { ...inputs, COMMISSION_AMOUNT: commission.amount };
  const fees = terms.fees.map((fee) => ({ code: fee.code, name: fee.name, ...apply(fee, knownToFees, FEE_BASE) }));
  return {
    paid: inputs.PAYMENT_AMOUNT,
    promotion: line.discountAmount - discountBySeller,
    commission: commission.amount,
    commissionVat: commission.vat,
    fees: fees.reduce((sum, fee) => sum + fee.amount, 0n),
    feeVat: fees.reduce((sum, fee) => sum + fee.vat, 0n),
    net: left,
    discountBySeller,
    steps: {
      vatBearer: terms.vatBearer,
      commissionBase: terms.commissionBase,
      discountShare,
      inputs,
      ...(Object.keys(numbers).length > 0 && { numbers }),
      commission,
      fees,
    },
  };
}

/** The seller's part of the discount, rounded down: the platform bears the odd won. */
function sharedDiscount(
  { discountAmount, discountBySeller }: PricedLine,
  share: number,
): Readonly<{ discountBySeller: bigint; discountShare: number | null }> {
  if (discountBySeller !== undefined) return { discountBySeller, discountShare: null };
  return { discountBySeller: ratePerHundredThousand(discountAmount, BigInt(share), 'floor'), discountShare: share };
}

function chargeStep(
  rounded: RoundedCharge,
  computed: bigint,
  bearer: PricingTerms['vatBearer'],
  left: bigint,
): ChargeStep {
  const { charge, rounding, vatRounding } = rounded;
  const step = { charge, rounding, vatRounding, computed };
  if (computed < 0n) return { ...step, amount: 0n, vat: 0n, cap: 'NOT_NEGATIVE' };
  const asked = withVat(computed, bearer, vatRounding);
  if (asked.amount + asked.vat <= left) return { ...step, ...asked, cap: null };
  // The charge exceeds what is left of the line: take all that is left, VAT included. VAT is rounded down, so the odd won is
  // the platform's income.
  return { ...step, ...withVat(left, 'PLATFORM', 'floor'), cap: 'NOTHING_LEFT' };
}

/** Adds VAT to a charge. Bearer SELLER: VAT is added on top. Bearer PLATFORM: the agreed charge includes VAT of 10/110. */
function withVat(
  charged: bigint,
  bearer: PricingTerms['vatBearer'],
  rounding: Rounding,
): Readonly<{ amount: bigint; vat: bigint }> {
  if (bearer === 'SELLER') return { amount: charged, vat: ratePerHundredThousand(charged, VAT_RATE, rounding) };
  const vat = divide(charged * VAT_RATE, BigInt(WHOLE) + VAT_RATE, rounding);
  return { amount: charged - vat, vat };
}
