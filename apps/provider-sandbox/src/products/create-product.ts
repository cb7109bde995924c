import type { createProduct as contract } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import type { Handler } from '../api/operation.js';
import { timedId } from '../ids.js';
import { groupsOf, replaceOptions } from './options.js';
import { findProduct, productOf } from './product.js';

const INSERT = statement(`
  insert into product (product_key, name, amount, description, exchange_refund_policy, use_memo, valid_through,
    option_groups, total_quantity, remain_quantity, delivery_amount, delivery_period, created_at)
  values (:productKey, :name, :amount, :description, :exchangeRefundPolicy, :useMemo, :validThrough, :groups, :quantity, :quantity,
    :deliveryAmount, :deliveryPeriod, :createdAt)`);

/** Creates a product; its url is the payment link (document 3 section 4). */
export const createProduct: Handler<typeof contract> = async ({ sql, now, world }, { body }) => {
  const productKey = timedId('product', now);
  await INSERT.rows(sql, {
    productKey,
    name: body.name,
    amount: body.amount,
    description: body.description ?? null,
    exchangeRefundPolicy: body.exchangeRefundPolicy ?? null,
    // ASSUMED: by default a product has no request note.
    useMemo: body.useMemo ?? false,
    validThrough: body.validThrough ?? null,
    groups: JSON.stringify(groupsOf(body.optionDetail, now)),
    quantity: body.stock?.quantity ?? null,
    deliveryAmount: body.deliveryPolicy?.amount ?? null,
    deliveryPeriod: body.deliveryPolicy?.period ?? null,
    createdAt: now,
  });
  await replaceOptions(sql, productKey, body.optionDetail, now);
  const product = await findProduct(sql, productKey);
  if (!product) throw new Error(`Product ${productKey} was not stored`);
  return productOf(product, world);
};
