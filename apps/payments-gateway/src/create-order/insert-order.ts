import type { Executor } from '@jeongsan/database';
import type { DataSeal } from '@jeongsan/jwe';
import { lineColumns, pricingDocument } from '@jeongsan/settlement';
import { bigint, bigints, date, int, jsonb, manyRows, oneRow, statement, text, timestamptz } from '@jeongsan/sql';
import { orderNameOf } from '../sealed-texts.js';
import type { OrderFacts } from './check-order.js';
import type { SplitLine } from './price-order.js';

type OrderRow = OrderFacts & Readonly<{ sealedName: string; taxFreeAmount: bigint; factsHash: string; now: Date }>;

const order = oneRow<OrderRow>({
  order_id: text((row) => row.orderId),
  order_name: text((row) => row.sealedName),
  ordered_at: timestamptz((row) => row.orderedAt),
  total: bigint((row) => row.totalAmount),
  tax_free: bigint((row) => row.taxFreeAmount),
  facts_hash: text((row) => row.factsHash),
  created_at: timestamptz((row) => row.now),
});

const line = manyRows<SplitLine>({
  line_id: text((split) => split.lineId),
  seller_id: text((split) => split.sellerId),
  category: text((split) => split.category),
  product_id: text((split) => split.productId),
  quantity: int((split) => split.quantity),
  amount: bigint((split) => split.amount),
  tax_free: bigint((split) => split.taxFreeAmount),
  discount: bigint((split) => split.discountAmount),
  discount_by_seller: bigint((split) => split.discountBySeller),
  ...bigints(lineColumns, (split: SplitLine) => split),
  terms_from: date(({ pricing }) => pricing.termsFrom),
  pricing: jsonb(({ pricing }) => pricingDocument(pricing)),
});

const INSERT = statement(
  `with fresh as (
     insert into gateway.orders (:order.columns, currency) values (:order.values, 'KRW')
     on conflict (order_id) do nothing returning order_id, ordered_at
   )
   insert into gateway.order_line (order_id, ordered_at, :line.columns, position)
   select fresh.*, line.* from fresh, :line.unnest with ordinality as line
   returning line_id`,
  { order, line },
);

/** Inserts an order with its lines in one statement. Returns false when the order id is taken. */
export async function insertOrder(
  db: Executor,
  seal: DataSeal,
  facts: OrderFacts,
  lines: readonly SplitLine[],
  factsHash: string,
  now: Date,
): Promise<boolean> {
  const sealedName = seal.seal(orderNameOf(facts.orderId), facts.orderName);
  const taxFreeAmount = lines.reduce((sum, { taxFreeAmount: taxFree }) => sum + taxFree, 0n);
  const inserted = await INSERT.rows(db, {
    order: { ...facts, sealedName, taxFreeAmount, factsHash, now },
    line: lines,
  });
  return inserted.length > 0;
}
