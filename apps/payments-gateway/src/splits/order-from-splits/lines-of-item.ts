import { ratePerHundredThousand, splitByLargestRemainder } from '@jeongsan/money';
import { DELIVERY_LINE } from '@jeongsan/platform-contract';
import type { OrderLine } from '../../orders/create-order/check-order.js';
import type { SoldItem } from '../sold-items.js';
import type { SplitTerms } from '../split-record.js';

type Item = Pick<SoldItem, 'quantity' | 'unitPrice' | 'delivery'>;

/**
 * The order lines of an item that was sold: the split of one unit, times the units, and a line for the delivery. Undefined
 * if the split does not fit: its amounts are not the price, the price is too small for its shares, or it names no one for the
 * delivery.
 */
export function linesOfItem(split: SplitTerms, item: Item, lineIdPrefix: string): OrderLine[] | undefined {
  const units = partsOfUnit(split, item.unitPrice);
  if (!units || (item.delivery > 0n && !split.delivery)) return undefined;
  const lineOf = (lineId: string, of: Pick<OrderLine, 'sellerId' | 'category' | 'productId'>) => ({
    lineId: `${lineIdPrefix}${lineId}`,
    sellerId: of.sellerId,
    category: of.category,
    ...(of.productId !== undefined && { productId: of.productId }),
    discountAmount: 0n,
  });
  const count = BigInt(item.quantity);
  const lines = units.map(({ line, amount, taxFree }) => ({
    ...lineOf(line.lineId, line),
    quantity: item.quantity,
    amount: amount * count,
    taxFreeAmount: taxFree * count,
  }));
  const { delivery } = split;
  if (!delivery || item.delivery === 0n) return lines;
  return [...lines, { ...lineOf(DELIVERY_LINE, delivery), amount: item.delivery, taxFreeAmount: 0n }];
}

type Part = Readonly<{ line: SplitTerms['lines'][number]; amount: bigint; taxFree: bigint }>;

function partsOfUnit({ lines }: SplitTerms, unitPrice: bigint): Part[] | undefined {
  const shares = lines.flatMap(({ share }) => (share === undefined ? [] : [BigInt(share)]));
  const amounts =
    shares.length > 0 ? splitByLargestRemainder(unitPrice, shares) : lines.map(({ amount }) => amount ?? 0n);
  const fits =
    amounts.reduce((sum, amount) => sum + amount, 0n) === unitPrice && amounts.every((amount) => amount > 0n);
  if (!fits) return undefined;
  return lines.map((line, index) => {
    const amount = amounts[index] ?? 0n;
    const shared = ratePerHundredThousand(amount, BigInt(line.taxFreeShare ?? 0), 'floor');
    return { line, amount, taxFree: line.taxFreeAmount ?? shared };
  });
}
