import { divide, ratePerHundredThousand, type Rounding } from '@jeongsan/money';
import { chargeOf, type ChargeInputs } from './charge.js';
import type { LineNumbers } from './formula.js';
import type { LineComponents } from './line-amounts.js';
import type { ChargeStep, LineDiscount, LinePricing } from './line-pricing.js';
import { type CommissionBase, type RoundedCharge, type TermsBody, VAT_RATE, WHOLE } from './terms.js';

/** One of several discounts of a line, in won. `bySeller` absent: the share in the terms applies to this discount. */
export type GivenDiscount = Readonly<{
  discountId: string;
  name?: string | null | undefined;
  amount: bigint;
  bySeller?: bigint | undefined;
}>;

/** One order line as the market sends it, in won. */
export type PricedLine = Readonly<{
  amount: bigint;
  /** The only discount of the line; a line with several has `discounts` instead. */
  discountAmount?: bigint | undefined;
  /** The seller's part of `discountAmount`; the platform bears the rest. Absent: the share in the terms applies. */
  discountBySeller?: bigint | undefined;
  discounts?: readonly GivenDiscount[] | undefined;
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
  const { discountBySeller, ...division } = sharedDiscount(line, terms.discountShare);
  const discountAmount = discountOf(line);
  const inputs = {
    ORDER_AMOUNT: line.amount,
    PAYMENT_AMOUNT: line.amount - discountAmount,
    DISCOUNT_AMOUNT: discountAmount,
    DISCOUNT_SHARE_AMOUNT: discountBySeller,
    TAX_FREE_AMOUNT: line.taxFreeAmount ?? 0n,
  };
  let left = line.amount - discountBySeller;
  const { numbers = {} } = line;
  const apply = (
    charge: RoundedCharge,
    known: ChargeInputs,
    base: CommissionBase,
    bearer = terms.vatBearer,
  ): ChargeStep => {
    const step = chargeStep(charge, chargeOf(charge, known, { base, numbers }), bearer, left);
    left -= step.amount + step.vat;
    return step;
  };
  const commission = apply(terms.commission, inputs, terms.commissionBase);
  const knownToFees = { ...inputs, COMMISSION_AMOUNT: commission.amount };
  const fees = terms.fees.map((fee) => ({
    code: fee.code,
    name: fee.name,
    ...(fee.vatBearer && { vatBearer: fee.vatBearer }),
    ...apply(fee, knownToFees, FEE_BASE, fee.vatBearer),
  }));
  return {
    paid: inputs.PAYMENT_AMOUNT,
    promotion: discountAmount - discountBySeller,
    commission: commission.amount,
    commissionVat: commission.vat,
    fees: fees.reduce((sum, fee) => sum + fee.amount, 0n),
    feeVat: fees.reduce((sum, fee) => sum + fee.vat, 0n),
    net: left,
    discountBySeller,
    steps: {
      vatBearer: terms.vatBearer,
      commissionBase: terms.commissionBase,
      ...division,
      inputs,
      ...(Object.keys(numbers).length > 0 && { numbers }),
      commission,
      fees,
    },
  };
}

/** The whole discount of a line: its only one, or the sum of several. */
export const discountOf = ({ discountAmount, discounts }: Pick<PricedLine, 'discountAmount' | 'discounts'>): bigint =>
  discounts?.reduce((sum, { amount }) => sum + amount, 0n) ?? discountAmount ?? 0n;

type Division = Readonly<{ discountBySeller: bigint; discountShare: number | null; discounts?: LineDiscount[] }>;

/** The seller's part of each discount, rounded down discount by discount: the platform bears the odd won. */
function sharedDiscount(line: PricedLine, share: number): Division {
  const shareOf = (amount: bigint): bigint => ratePerHundredThousand(amount, BigInt(share), 'floor');
  if (line.discounts) {
    const discounts = line.discounts.map(({ discountId, name, amount, bySeller }) => {
      const divided = bySeller === undefined ? { bySeller: shareOf(amount), share } : { bySeller, share: null };
      return { discountId, name: name ?? null, amount, ...divided };
    });
    const discountBySeller = discounts.reduce((sum, { bySeller }) => sum + bySeller, 0n);
    return { discountBySeller, discountShare: null, discounts };
  }
  const { discountBySeller } = line;
  if (discountBySeller !== undefined) return { discountBySeller, discountShare: null };
  return { discountBySeller: shareOf(discountOf(line)), discountShare: share };
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
