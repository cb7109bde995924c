import { lineComponents, plainTerms } from '@jeongsan/settlement';
import type { RefundableLine } from '../cancels/refundable-lines.js';

const oneUnit = { quantity: 1, canceledQuantity: 0, askedQuantity: 0 };

/** A line of `paid` won with 10 % commission and no cancels. */
export function refundable(lineId: string, paid: bigint, more: Partial<RefundableLine> = {}): RefundableLine {
  const priced = { amount: paid, discountAmount: 0n, discountBySeller: 0n };
  const components = lineComponents(priced, plainTerms({ commissionRate: 10_000 }));
  return { ...components, lineId, sellerId: 'acme', taxFree: 0n, canceled: 0n, asked: 0n, ...oneUnit, ...more };
}
