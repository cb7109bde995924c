import { ratePerHundredThousand } from '@jeongsan/money';
import { VAT_RATE } from './terms.js';

/** One order line as the market states it, in won. */
export type PricedLine = Readonly<{
  amount: bigint;
  discountAmount: bigint;
  /** The part of the discount that the seller bears; the platform bears the rest. */
  discountBySeller: bigint;
}>;

/** Where every won of a line goes. `paid + promotion = net + commission + commissionVat`. */
export type LineComponents = Readonly<{
  paid: bigint;
  promotion: bigint;
  commission: bigint;
  commissionVat: bigint;
  net: bigint;
}>;

/**
 * What a line earns its seller: order 10,000 at 10 % is commission 1,000, VAT 100, net 8,900.
 * Commission is taken from the seller's own price (amount less the discount it bears), so a discount given by the platform
 * costs the seller nothing. Both are rounded down: the odd won stays with the seller.
 */
export function lineComponents(line: PricedLine, terms: Readonly<{ commissionRate: bigint }>): LineComponents {
  const base = line.amount - line.discountBySeller;
  const commission = ratePerHundredThousand(base, terms.commissionRate, 'floor');
  const commissionVat = ratePerHundredThousand(commission, VAT_RATE, 'floor');
  return {
    paid: line.amount - line.discountAmount,
    promotion: line.discountAmount - line.discountBySeller,
    commission,
    commissionVat,
    net: base - commission - commissionVat,
  };
}
