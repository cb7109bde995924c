import type {
  deleteProduct as deleteContract,
  getProduct as getContract,
  listProducts as listContract,
} from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { limitOf } from './link-page.js';
import { findProduct, PRODUCT_COLUMNS, productOf, type ProductRow } from './product.js';

export const getProduct: Handler<typeof getContract> = async ({ sql, world }, { params }) => {
  const product = await findProduct(sql, params.productKey);
  if (!product) throw new Refused('NOT_FOUND_PRODUCT');
  return productOf(product, world);
};

/** Products in the order they were created. */
export const listProducts: Handler<typeof listContract> = async ({ sql, world }, { query }) => {
  const limit = limitOf(query.limit);
  // A deleted product still marks a place in the list.
  const [place] =
    query.startingAfter === undefined
      ? [{ seq: 0n }]
      : await sql.rows<{ seq: bigint }>('select seq from product where product_key = $1', [query.startingAfter]);
  if (!place) throw new Refused('NOT_FOUND_PRODUCT');
  const rows = await sql.rows<ProductRow>(
    `select ${PRODUCT_COLUMNS} from product where seq > $1 and deleted_at is null order by seq limit $2`,
    [place.seq, limit],
  );
  return rows.map((row) => productOf(row, world));
};

/** The row stays: orders of the product, and its place in the list. */
export const deleteProduct: Handler<typeof deleteContract> = async ({ sql, now }, { params }) => {
  const [deleted] = await sql.rows<{ productKey: string }>(
    'update product set deleted_at = $2 where product_key = $1 and deleted_at is null returning product_key as "productKey"',
    [params.productKey, now],
  );
  if (!deleted) throw new Refused('NOT_FOUND_PRODUCT');
  return deleted;
};
