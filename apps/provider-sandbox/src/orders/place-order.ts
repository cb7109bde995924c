import { QUERY_PARAMS_CHARACTERS_MAX } from '@jeongsan/provider-contract';
import type { Purchase } from '@jeongsan/sandbox-control';
import { statement } from '@jeongsan/sql';
import type { z } from 'zod';
import { Refused } from '../api/refused.js';
import { timedId } from '../ids.js';
import { findProduct, isBuyable, type OptionRow, productOf, type ProductRow } from '../products/product.js';
import type { Call } from '../world.js';
import { ORDER_COLUMNS, type OrderObject, type OrderRow, storeItems } from './order.js';

export type Placed = Readonly<{
  productKey: string;
  purchase: z.output<typeof Purchase>;
  /** The query parameters of the link. */
  metaFields: Record<string, string>;
  /** Identifies the page from which the order was sent: an order sent twice is stored once. */
  pageToken?: string;
}>;

// The largest integer that a JSON number holds exactly.
const AMOUNT_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** Places an order through a payment link, before payment: the stock is not reduced yet. Throws Refused. */
export async function placeOrder(call: Call, placed: Placed): Promise<OrderRow> {
  const { purchase, metaFields } = placed;
  const product = await findProduct(call.sql, placed.productKey);
  if (!product) throw new Refused('NOT_FOUND_PRODUCT');
  assertForSale(call, product);
  assertFilledIn(product, placed);
  const option = chosenOption(product, purchase.optionNames);
  const remaining = option ? option.remainQuantity : product.remainQuantity;
  if (remaining !== null && remaining < purchase.quantity) throw new Refused('SOLD_OUT_PRODUCT');
  const amount = amountOf(product, option, purchase.quantity);
  const [row] = await INSERT.rows<OrderRow>(call.sql, {
    orderKey: timedId('order', call.now),
    pageToken: placed.pageToken ?? null,
    productKey: product.productKey,
    optionId: option?.id ?? null,
    quantity: purchase.quantity,
    amount,
    metaFields: JSON.stringify(metaFields),
    items: storeItems([itemOf(call, product, option, purchase.quantity)]),
    customerName: purchase.customerName,
    customerPhoneNumber: purchase.customerPhoneNumber,
    memo: purchase.memo ?? null,
    shipping: purchase.shipping ? JSON.stringify(withFullAddress(purchase.shipping)) : null,
    createdAt: call.now,
  });
  if (!row) throw new Error('The order was not stored');
  return row;
}

const INSERT = statement(`
  insert into link_order (order_key, page_token, product_key, option_id, quantity, amount, meta_fields, items,
    customer_name, customer_phone_number, memo, shipping, created_at)
  values (:orderKey, :pageToken, :productKey, :optionId, :quantity, :amount, :metaFields, :items, :customerName,
    :customerPhoneNumber, :memo, :shipping, :createdAt)
  on conflict (page_token) do update set page_token = excluded.page_token returning ${ORDER_COLUMNS}`);

/** Throws Refused for a product that cannot be bought. */
export function assertForSale({ now, world }: Call, product: ProductRow): void {
  if (product.validThrough !== null && product.validThrough < now) throw new Refused('EXPIRED_PRODUCT');
  if (productOf(product, world).status === 'SOLD_OUT') throw new Refused('SOLD_OUT_PRODUCT');
}

/** Throws Refused unless the form has an address for goods that are delivered, and a note if the merchant wants one. */
function assertFilledIn(product: ProductRow, { purchase, metaFields }: Placed): void {
  const refuse = (about: string) => new Refused('INVALID_REQUEST', { about: [about] });
  const isDelivered = product.deliveryAmount !== null;
  if (isDelivered !== (purchase.shipping !== undefined)) throw refuse('shipping');
  if (purchase.memo !== undefined && !product.useMemo) throw refuse('memo');
  // ASSUMED: the query parameters of a link have the same limit as those of a message.
  if (JSON.stringify(metaFields).length > QUERY_PARAMS_CHARACTERS_MAX) throw new Refused('EXCEED_MAX_QUERY_PARAMS');
}

function chosenOption(product: ProductRow, names: readonly string[] | undefined): OptionRow | undefined {
  if (product.options.length === 0 && names === undefined) return undefined;
  const option = product.options.find((one) => JSON.stringify(one.names) === JSON.stringify(names));
  if (!option) throw new Refused('INVALID_REQUEST', { about: ['optionNames'] });
  if (!isBuyable(option)) throw new Refused('SOLD_OUT_PRODUCT');
  return option;
}

// ASSUMED: an option's amount is added to the product's; delivery is paid once for an order.
function amountOf(product: ProductRow, option: OptionRow | undefined, quantity: number): bigint {
  const each = product.amount + BigInt(option?.amount ?? 0);
  const amount = each * BigInt(quantity) + (product.deliveryAmount ?? 0n);
  if (amount > AMOUNT_MAX) throw new Refused('EXCEED_MAX_AMOUNT');
  return amount;
}

/** The ordered item, a copy of the product now: later changes of the product do not change the order. */
const itemOf = (
  { world }: Call,
  product: ProductRow,
  option: OptionRow | undefined,
  quantity: number,
): OrderObject['orderItems'][number] => ({
  product: productOf(product, world),
  quantity,
  orderOptions: option ? [{ names: option.names, amount: BigInt(option.amount), currency: 'KRW' }] : [],
});

const withFullAddress = (shipping: NonNullable<Placed['purchase']['shipping']>): OrderObject['shipping'] => ({
  ...shipping,
  fullAddress: `${shipping.address} ${shipping.detailAddress}`.trim(),
});
