import type { Executor } from '@jeongsan/database';
import type { DataSeal } from '@jeongsan/jwe';
import { pricingDocument } from '@jeongsan/settlement';
import { orderNameOf } from '../sealed-texts.js';
import type { OrderFacts } from './check-order.js';
import type { SplitLine } from './price-order.js';

const INSERT = `
  with fresh as (
    insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
    values ($1, $2, $3, 'KRW', $4, $5, $6, $7) on conflict (order_id) do nothing returning order_id
  )
  insert into gateway.order_line (order_id, line_id, seller_id, category, product_id, amount, tax_free, discount, discount_by_seller,
                                  paid, promotion, commission, commission_vat, fees, fee_vat, net, terms_from, pricing, position)
  select fresh.order_id, line.*
    from fresh, unnest($8::text[], $9::text[], $10::text[], $11::text[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[],
                       $16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[], $20::bigint[], $21::bigint[], $22::bigint[],
                       $23::date[], $24::jsonb[])
                with ordinality as line
  returning line_id`;

/** False when the order id is taken. One statement, so order and lines appear together or not at all. */
export async function insertOrder(
  db: Executor,
  seal: DataSeal,
  order: OrderFacts,
  lines: readonly SplitLine[],
  factsHash: string,
  now: Date,
): Promise<boolean> {
  const column = <K extends keyof SplitLine>(name: K) => lines.map((line) => line[name]);
  const taxFree = lines.reduce((sum, line) => sum + line.taxFreeAmount, 0n);
  const inserted = await db.query<unknown[]>(INSERT, [
    order.orderId,
    seal.seal(orderNameOf(order.orderId), order.orderName),
    order.orderedAt,
    order.totalAmount,
    taxFree,
    factsHash,
    now,
    column('lineId'),
    column('sellerId'),
    column('category'),
    column('productId'),
    column('amount'),
    column('taxFreeAmount'),
    column('discountAmount'),
    column('discountBySeller'),
    column('paid'),
    column('promotion'),
    column('commission'),
    column('commissionVat'),
    column('fees'),
    column('feeVat'),
    column('net'),
    lines.map(({ pricing }) => pricing.termsFrom),
    lines.map(({ pricing }) => pricingDocument(pricing)),
  ]);
  return inserted.length > 0;
}
