import type { createProduct as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { timedId } from '../ids.js';
import { groupsOf, replaceOptions } from './options.js';
import { findProduct, productOf } from './product.js';

/** Puts a product on sale; its url is the payment link (document 3 section 4). */
export const createProduct: Handler<typeof contract> = async ({ sql, now, world }, { body }) => {
  const productKey = timedId('product', now);
  await sql.rows(
    `insert into product (product_key, name, amount, description, exchange_refund_policy, use_memo, valid_through,
       option_groups, total_quantity, remain_quantity, delivery_amount, delivery_period, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12)`,
    [
      productKey,
      body.name,
      body.amount,
      body.description ?? null,
      body.exchangeRefundPolicy ?? null,
      // ASSUMED: by default a product has no request note.
      body.useMemo ?? false,
      body.validThrough ?? null,
      JSON.stringify(groupsOf(body.optionDetail, now)),
      body.stock?.quantity ?? null,
      body.deliveryPolicy?.amount ?? null,
      body.deliveryPolicy?.period ?? null,
      now,
    ],
  );
  await replaceOptions(sql, productKey, body.optionDetail, now);
  const product = await findProduct(sql, productKey);
  if (!product) throw new Error(`Product ${productKey} was not stored`);
  return productOf(product, world);
};
