import type { Executor } from '@jeongsan/database';
import type { DataSeal } from '@jeongsan/jwe';
import { lineColumns, pricingDocument } from '@jeongsan/settlement';
import {
  bigint,
  bigints,
  type Columns,
  date,
  int,
  jsonb,
  manyRows,
  oneRow,
  statement,
  text,
  timestamptz,
} from '@jeongsan/sql';
import { orderNameOf } from '../../sealed-texts.js';
import type { OrderFacts } from './check-order.js';
import type { SplitLine } from './price-order.js';

type OrderRow = OrderFacts & Readonly<{ sealedName: string; taxFreeAmount: bigint; factsHash: string; now: Date }>;

const orderColumns: Columns<OrderRow> = {
  order_id: text((row) => row.orderId),
  order_name: text((row) => row.sealedName),
  ordered_at: timestamptz((row) => row.orderedAt),
  total: bigint((row) => row.totalAmount),
  tax_free: bigint((row) => row.taxFreeAmount),
  facts_hash: text((row) => row.factsHash),
  created_at: timestamptz((row) => row.now),
};

const splitColumns: Columns<SplitLine> = {
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
};

const INSERT = statement(
  `with fresh as (
     insert into gateway.orders (:order.columns, currency) values (:order.values, 'KRW')
     on conflict (order_id) do nothing returning order_id, ordered_at
   )
   insert into gateway.order_line (order_id, ordered_at, :line.columns, position)
   select fresh.*, line.* from fresh, :line.unnest with ordinality as line
   returning line_id`,
  { order: oneRow(orderColumns), line: manyRows(splitColumns) },
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
  const inserted = await INSERT.rows(db, { order: rowOf(seal, { facts, lines, factsHash }, now), line: lines });
  return inserted.length > 0;
}

/** An order that is checked and priced. */
export type PricedOrder = Readonly<{ facts: OrderFacts; lines: readonly SplitLine[]; factsHash: string }>;

function rowOf(seal: DataSeal, { facts, lines, factsHash }: PricedOrder, now: Date): OrderRow {
  const sealedName = seal.seal(orderNameOf(facts.orderId), facts.orderName);
  const taxFreeAmount = lines.reduce((sum, { taxFreeAmount: taxFree }) => sum + taxFree, 0n);
  return { ...facts, sealedName, taxFreeAmount, factsHash, now };
}

type PlacedLine = Readonly<{ orderId: string; position: number; split: SplitLine }>;
const placedColumns: Columns<PlacedLine> = {
  order_id: text(({ orderId }) => orderId),
  position: int(({ position }) => position),
  ...Object.fromEntries(
    Object.entries(splitColumns).map(([name, { type, of }]) => [
      name,
      { type, of: ({ split }: PlacedLine) => of(split) },
    ]),
  ),
};

const INSERT_MANY = statement(
  `with fresh as (
     insert into gateway.orders (:order.columns, currency)
     select o.*, 'KRW' from :order.unnest as o(:order.columns) order by o.order_id
     on conflict (order_id) do nothing returning order_id, ordered_at
   ), placed as (
     insert into gateway.order_line (ordered_at, :line.columns)
     select fresh.ordered_at, l.* from :line.unnest as l(:line.columns) join fresh on fresh.order_id = l.order_id
   )
   select fresh.order_id as "orderId",
          exists (select from gateway.payment p where p.order_id is null and p.provider_order_id = fresh.order_id) as "isPaidAlready"
     from fresh`,
  { order: manyRows(orderColumns), line: manyRows(placedColumns) },
);

/**
 * Inserts many orders, each with its lines, in one statement; order ids that are taken are left out. The orders must have
 * different ids. They are inserted by id, so that two inserts of the same orders wait for each other instead of deadlocking.
 */
export function insertOrders(
  db: Executor,
  seal: DataSeal,
  orders: readonly PricedOrder[],
  now: Date,
): Promise<{ orderId: string; isPaidAlready: boolean }[]> {
  return INSERT_MANY.rows(db, {
    order: orders.map((order) => rowOf(seal, order, now)),
    line: orders.flatMap(({ facts: { orderId }, lines }) =>
      lines.map((split, index) => ({ orderId, position: index + 1, split })),
    ),
  });
}
