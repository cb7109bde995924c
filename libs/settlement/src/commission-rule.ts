import { z } from 'zod';
import { RoundedCharge } from './terms.js';

/** The JSON of a rule's commission, as stored in `payouts.commission_rule.charge`. */
export const chargeDocument = (charge: RoundedCharge): string => JSON.stringify(z.encode(RoundedCharge, charge));
/** @throws ZodError when the JSON was not written by `chargeDocument`. */
export const readChargeDocument = (document: unknown): RoundedCharge =>
  z.decode(RoundedCharge, document as z.input<typeof RoundedCharge>);

/** The lines that a rule applies to; null matches any value. */
export type RuleDimensions = Readonly<{ category: string | null; productId: string | null; sellerId: string | null }>;
export type CommissionRule = RuleDimensions & Readonly<{ id: string; charge: RoundedCharge; createdAt: Date }>;
export type RuledLine = Readonly<{ category: string; productId?: string | undefined; sellerId: string }>;

/**
 * The commission rule of a line. A rule matches when all its dimensions match; the rule with the most dimensions wins, among
 * equals the oldest. Undefined: no rule matches, and the seller's terms apply.
 */
export function ruleFor(line: RuledLine, rules: readonly CommissionRule[]): CommissionRule | undefined {
  const matching = rules.filter((rule) => matches(rule, line));
  return matching.reduce<CommissionRule | undefined>(
    (best, rule) => (best === undefined || precedes(rule, best) ? rule : best),
    undefined,
  );
}

const matches = (rule: RuleDimensions, line: RuledLine): boolean =>
  (rule.category === null || rule.category === line.category) &&
  (rule.productId === null || rule.productId === line.productId) &&
  (rule.sellerId === null || rule.sellerId === line.sellerId);

export const dimensionCount = ({ category, productId, sellerId }: RuleDimensions): number =>
  [category, productId, sellerId].filter((dimension) => dimension !== null).length;

function precedes(a: CommissionRule, b: CommissionRule): boolean {
  const more = dimensionCount(a) - dimensionCount(b);
  if (more !== 0) return more > 0;
  const later = a.createdAt.getTime() - b.createdAt.getTime();
  return later === 0 ? a.id < b.id : later < 0;
}

/** One text per combination of dimensions, equal to the generated column `payouts.commission_rule.dimensions`. */
export const dimensionsText = ({ category, productId, sellerId }: RuleDimensions): string =>
  [category && `c${category}`, productId && `p${productId}`, sellerId && `s${sellerId}`]
    .map((dimension) => dimension ?? '')
    .join('\n');

/** Every combination of dimensions that a rule matching the line can have: seven with a product, three without. */
export function possibleDimensions({ category, productId, sellerId }: RuledLine): RuleDimensions[] {
  const orAny = (dimension: string | undefined): (string | null)[] =>
    dimension === undefined ? [null] : [dimension, null];
  return orAny(category)
    .flatMap((c) => orAny(productId).map((p) => ({ category: c, productId: p })))
    .flatMap((both) => orAny(sellerId).map((s) => ({ ...both, sellerId: s })))
    .filter((dimensions) => dimensionCount(dimensions) > 0);
}
