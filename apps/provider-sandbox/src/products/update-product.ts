import type { Input } from '@jeongsan/http-contract';
import type { updateProduct as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import type { Sql } from '../database/sql.js';
import { groupsOf, replaceOptions } from './options.js';
import { findProduct, lockProduct, productOf, type ProductRow } from './product.js';

type Change = Input<typeof contract>['body'];

/** Changes the sent fields of a product and no others (document 3 section 4). */
export const updateProduct: Handler<typeof contract> = async ({ sql, now, world }, { params, body }) => {
  const product = await lockProduct(sql, params.productKey);
  if (!product) throw new Refused('NOT_FOUND_PRODUCT');
  const changed = changedProduct(product, body, now);
  assertStockedOnce(changed, body);
  await storeProduct(sql, changed);
  if (body.optionDetail !== undefined) await replaceOptions(sql, params.productKey, body.optionDetail, now);
  return productOf((await findProduct(sql, params.productKey)) ?? changed, world);
};

/** The product after the change: fields that are not sent stay, null removes a value. */
function changedProduct(product: ProductRow, body: Change, now: Date): ProductRow {
  const { stock, deliveryPolicy: delivery } = body;
  const kept = <T>(sent: T | undefined, before: T): T => (sent === undefined ? before : sent);
  return {
    ...product,
    name: body.name ?? product.name,
    amount: body.amount ?? product.amount,
    description: kept(body.description, product.description),
    exchangeRefundPolicy: kept(body.exchangeRefundPolicy, product.exchangeRefundPolicy),
    useMemo: body.useMemo ?? product.useMemo,
    validThrough: kept(body.validThrough, product.validThrough),
    groups: body.optionDetail === undefined ? product.groups : groupsOf(body.optionDetail, now),
    // ASSUMED: a new stock counts from now on: the whole quantity remains.
    totalQuantity: stock === undefined ? product.totalQuantity : (stock?.quantity ?? null),
    remainQuantity: stock === undefined ? product.remainQuantity : (stock?.quantity ?? null),
    deliveryAmount: delivery === undefined ? product.deliveryAmount : (delivery?.amount ?? null),
    deliveryPeriod: delivery === undefined ? product.deliveryPeriod : (delivery?.period ?? null),
  };
}

/** After a change, too, either the product or its options may have a stock, not both. */
function assertStockedOnce({ totalQuantity, options }: ProductRow, { optionDetail }: Change): void {
  const hasOptionStock =
    optionDetail === undefined
      ? options.some((option) => option.totalQuantity !== null)
      : (optionDetail?.options.some(({ stock }) => stock != null) ?? false);
  if (totalQuantity !== null && hasOptionStock) throw new Refused('INVALID_REQUEST', { about: ['stock'] });
}

async function storeProduct(sql: Sql, product: ProductRow): Promise<void> {
  await sql.rows(
    `update product set name = $2, amount = $3, description = $4, exchange_refund_policy = $5, use_memo = $6, valid_through = $7,
       option_groups = $8, total_quantity = $9, remain_quantity = $10, delivery_amount = $11, delivery_period = $12
     where product_key = $1`,
    [
      product.productKey,
      product.name,
      product.amount,
      product.description,
      product.exchangeRefundPolicy,
      product.useMemo,
      product.validThrough,
      JSON.stringify(product.groups),
      product.totalQuantity,
      product.remainQuantity,
      product.deliveryAmount,
      product.deliveryPeriod,
    ],
  );
}
