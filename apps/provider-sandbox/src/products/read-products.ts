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

/** Products, in the order of their creation. */
export const listProducts: Handler<typeof listContract> = async ({ sql, world }, { query }) => {
  const limit = limitOf(query.limit);
  // A deleted product still serves as a cursor of the list.
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

/** Deletes a product. The row stays, because orders and cursors refer to it. */
export const deleteProduct: Handler<typeof deleteContract> = async ({ sql, now }, { params }) => {
  const [deleted] = await sql.rows<{ productKey: string }>(
    'update product set deleted_at = $2 where product_key = $1 and deleted_at is null returning product_key as "productKey"',
    [params.productKey, now],
  );
  if (!deleted) throw new Refused('NOT_FOUND_PRODUCT');
  return deleted;
};
