/** A line of an order, as the market sold it. Amounts are won. */
export type SoldLine = Readonly<{
  lineId: string;
  sellerId: string;
  category: string;
  amount: bigint;
  taxFreeAmount: bigint;
  discountAmount: bigint;
  discountBySeller: bigint;
}>;

/** An order, as the market registers it. */
export type SoldOrder = Readonly<{
  orderId: string;
  orderName: string;
  orderedAt: Date;
  /** Won that the buyer pays. */
  totalAmount: bigint;
  lines: SoldLine[];
}>;

type Sold = Readonly<{
  orderId: string;
  orderedAt: Date;
  lines: readonly Pick<SoldLine, 'sellerId' | 'amount'>[];
}>;

/** An order without discounts; its lines are L1, L2, ... */
export function soldOrder({ orderId, orderedAt, lines }: Sold): SoldOrder {
  const sold = lines.map((line, index) => ({
    lineId: `L${index + 1}`,
    category: 'books',
    taxFreeAmount: 0n,
    discountAmount: 0n,
    discountBySeller: 0n,
    ...line,
  }));
  const totalAmount = sold.reduce((sum, { amount }) => sum + amount, 0n);
  return { orderId, orderName: 'books', orderedAt, totalAmount, lines: sold };
}

/** The same order with one won more on its first line. */
export const dearer = (order: SoldOrder): SoldOrder => ({
  ...order,
  totalAmount: order.totalAmount + 1n,
  lines: order.lines.map((line, index) => (index === 0 ? { ...line, amount: line.amount + 1n } : line)),
});
