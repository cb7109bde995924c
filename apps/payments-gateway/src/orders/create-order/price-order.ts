import { businessDateOf } from '@jeongsan/calendar';
import { refuse } from '@jeongsan/platform-contract';
import {
  NumberMissing,
  priceLine,
  readChargeDocument,
  readTermsDocument,
  ruleFor,
  type CommissionRule,
  type LineComponents,
  type LineDiscount,
  type LinePricing,
  type LineResult,
  type TermsBody,
} from '@jeongsan/settlement';
import type { OrderFacts, OrderLine } from './check-order.js';
import type { SellerTermsRow } from './read-terms.js';

/** An order line with its split (who gets which part of its price) and the rules that decided the split. */
export type SplitLine = Omit<OrderLine, Decided> &
  LineComponents &
  Readonly<{
    productId: string | null;
    quantity: number;
    discountAmount: bigint;
    discountBySeller: bigint;
    discounts: LineDiscount[];
    pricing: LinePricing;
  }>;
/** Members that the pricing decides, or shows instead. */
type Decided = 'numbers' | 'productId' | 'quantity' | 'discountAmount' | 'discountBySeller' | 'discounts';

type TermsInForce = Readonly<{ termsFrom: string; terms: TermsBody }>;

/**
 * Splits every line by its seller's terms on the order's date and by the commission rules in force then. Throws
 * SELLER_UNKNOWN, TERMS_MISSING and LINE_NUMBER_MISSING.
 */
export function priceOrder(order: OrderFacts, rows: readonly SellerTermsRow[]): SplitLine[] {
  const terms = termsInForce(order, rows);
  const rules = (rows[0]?.rules ?? []).map(({ charge, createdAt, ...rule }): CommissionRule => {
    return { ...rule, charge: readChargeDocument(charge), createdAt: new Date(createdAt) };
  });
  return order.lines.map((line) => split(line, rules, terms.get(line.sellerId)));
}

/** The terms of each seller of the order. Throws SELLER_UNKNOWN and TERMS_MISSING. */
export function termsInForce(order: OrderFacts, rows: readonly SellerTermsRow[]): Map<string, TermsInForce> {
  const terms = new Map<string, TermsInForce>();
  for (const { sellerId, isOnboarded, termsFrom, document } of rows) {
    if (!isOnboarded) throw refuse('SELLER_UNKNOWN', `Seller ${sellerId} was never onboarded`, { sellerId });
    if (termsFrom === null) {
      const date = businessDateOf(order.orderedAt);
      throw refuse('TERMS_MISSING', `Seller ${sellerId} has no terms in force on ${date}`, { sellerId });
    }
    terms.set(sellerId, { termsFrom, terms: readTermsDocument(document) });
  }
  return terms;
}

function split(line: OrderLine, rules: readonly CommissionRule[], inForce: TermsInForce | undefined): SplitLine {
  if (!inForce) throw new Error(`Line ${line.lineId} was split without terms`);
  const { termsFrom, terms } = inForce;
  const rule = ruleFor(line, rules);
  const { steps, ...components } = priced(line, rule ? { ...terms, commission: rule.charge } : terms);
  const pricing = { termsFrom, ruleId: rule?.id ?? null, ...steps };
  const { numbers: _inPricing, ...facts } = line;
  return { ...facts, ...components, ...shownOf(line, pricing), pricing };
}

function priced(line: OrderLine, terms: TermsBody): LineResult {
  try {
    return priceLine(line, terms);
  } catch (error) {
    if (!(error instanceof NumberMissing)) throw error;
    const { numberName: number } = error;
    const detail = `Line ${line.lineId} carries no number ${number}, which a charge of its seller needs`;
    throw refuse('LINE_NUMBER_MISSING', detail, { lineId: line.lineId, number });
  }
}

const shownOf = ({ productId, quantity = 1 }: OrderLine, { inputs, discounts = [] }: LinePricing) => ({
  productId: productId ?? null,
  quantity,
  discountAmount: inputs.DISCOUNT_AMOUNT,
  discounts,
});
