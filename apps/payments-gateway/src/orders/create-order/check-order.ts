import { createHash } from 'node:crypto';
import type { Input } from '@jeongsan/http-contract';
import { refuse, type createOrder } from '@jeongsan/platform-contract';
import { discountOf } from '@jeongsan/settlement';
import { requireStorable } from '../../outcome.js';

/** An order as the market sends it. */
export type OrderFacts = Input<typeof createOrder>['body'];
export type OrderLine = OrderFacts['lines'][number];

/**
 * Throws for the first fault that needs no seller's terms to be seen: a line whose amounts do not fit, or a wrong
 * total.
 */
export function checkOrder(order: OrderFacts): void {
  requireStorable(order.orderName, ...order.lines.flatMap(textsOf));
  const seen = new Set<string>();
  for (const line of order.lines) {
    const problem = seen.has(line.lineId) ? 'occurs twice' : problemOf(line);
    if (problem) throw refuse('LINE_AMOUNT_INVALID', `Line ${line.lineId} ${problem}`, { lineId: line.lineId });
    seen.add(line.lineId);
  }
  const sum = order.lines.reduce((total, line) => total + paidFor(line), 0n);
  if (sum !== order.totalAmount) {
    const detail = `The lines of order ${order.orderId} add up to ${sum}, but its total is ${order.totalAmount}`;
    throw refuse('ORDER_SUM_MISMATCH', detail);
  }
}

const textsOf = ({ category, discounts = [] }: OrderLine): string[] => [
  category,
  ...discounts.flatMap(({ name }) => name ?? []),
];

function problemOf(line: OrderLine): string | undefined {
  const { amount, taxFreeAmount, discountBySeller } = line;
  const discountAmount = discountOf(line);
  if (amount <= 0n) return 'costs nothing';
  const problem = problemOfDiscounts(line);
  if (problem) return problem;
  if (discountAmount >= amount) return `has a discount of ${discountAmount}, not below its amount of ${amount}`;
  if (discountBySeller !== undefined && discountBySeller > discountAmount)
    return `has a seller's discount above the whole discount of ${discountAmount}`;
  if (taxFreeAmount > paidFor(line)) return `has a tax-free part above the ${paidFor(line)} that the buyer pays`;
  return undefined;
}

function problemOfDiscounts({ discounts = [] }: OrderLine): string | undefined {
  const seen = new Set<string>();
  for (const { discountId, amount, bySeller } of discounts) {
    if (seen.has(discountId)) return `names discount ${discountId} twice`;
    if (amount === 0n) return `has a discount ${discountId} of nothing`;
    if (bySeller !== undefined && bySeller > amount)
      return `has a seller's part of discount ${discountId} above its ${amount}`;
    seen.add(discountId);
  }
  return undefined;
}

const paidFor = (line: OrderLine): bigint => line.amount - discountOf(line);

/**
 * Two requests state the same order when every field is equal and the lines stand in the same order: the split of odd
 * won depends on the order of the lines.
 */
export function orderFactsHash(order: OrderFacts): string {
  const facts = [
    order.orderId,
    order.orderName,
    order.orderedAt.toISOString(),
    String(order.totalAmount),
    order.lines.map((line) => [
      line.lineId,
      line.sellerId,
      line.category,
      String(line.amount),
      String(line.taxFreeAmount),
      String(discountOf(line)),
      line.discountBySeller === undefined ? null : String(line.discountBySeller),
      // A missing productId adds nothing to the hash, so that orders created before productId existed keep their hash.
      ...(line.productId === undefined ? [] : [line.productId]),
      // The same holds for numbers. As an object they cannot be taken for a productId.
      ...numbersFact(line.numbers),
      ...unitsFact(line),
    ]),
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

/** A line's numbers sorted by name, because the order of members does not change a request. Nothing for a line without numbers. */
function numbersFact(numbers: OrderLine['numbers'] = {}): Record<string, string>[] {
  const sorted = Object.entries(numbers).sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.length === 0 ? [] : [Object.fromEntries(sorted.map(([name, value]) => [name, String(value)]))];
}

/**
 * Quantity and discounts of a line, as one object, which cannot be taken for a productId. Nothing for one unit with one
 * discount: such orders of releases before quantities keep their hash.
 */
function unitsFact({ quantity = 1, discounts }: OrderLine): object[] {
  if (quantity === 1 && !discounts) return [];
  const listed = discounts?.map(({ discountId, name, amount, bySeller }) => [
    discountId,
    name ?? null,
    String(amount),
    bySeller === undefined ? null : String(bySeller),
  ]);
  return [{ quantity, ...(listed && { discounts: listed }) }];
}
