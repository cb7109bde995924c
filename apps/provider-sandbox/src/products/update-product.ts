import type { Input } from '@jeongsan/http-contract';
import type { updateProduct as contract } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
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

const UPDATE = statement(`
  update product set name = :name, amount = :amount, description = :description, exchange_refund_policy = :exchangeRefundPolicy,
    use_memo = :useMemo, valid_through = :validThrough,
    option_groups = :groups, total_quantity = :totalQuantity, remain_quantity = :remainQuantity, delivery_amount = :deliveryAmount,
      delivery_period = :deliveryPeriod
  where product_key = :productKey`);

async function storeProduct(sql: Sql, product: ProductRow): Promise<void> {
  await UPDATE.rows(sql, {
    productKey: product.productKey,
    name: product.name,
    amount: product.amount,
    description: product.description,
    exchangeRefundPolicy: product.exchangeRefundPolicy,
    useMemo: product.useMemo,
    validThrough: product.validThrough,
    groups: JSON.stringify(product.groups),
    totalQuantity: product.totalQuantity,
    remainQuantity: product.remainQuantity,
    deliveryAmount: product.deliveryAmount,
    deliveryPeriod: product.deliveryPeriod,
  });
}
