import type { Product } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import type { Sql } from '../database/sql.js';
import type { World } from '../world.js';

export type ProductObject = z.output<typeof Product>;
type Quantities = Readonly<{ totalQuantity: number | null; remainQuantity: number | null }>;
export type OptionRow = Quantities & Readonly<{ id: string; names: string[]; amount: number; available: boolean }>;

/** A stored product with its options and the keys of its images. */
export type ProductRow = Quantities &
  Readonly<{
    productKey: string;
    name: string;
    amount: bigint;
    description: string | null;
    exchangeRefundPolicy: string | null;
    useMemo: boolean;
    validThrough: Date | null;
    groups: ProductObject['optionDetail']['groups'];
    options: readonly OptionRow[];
    images: readonly { key: string; type: 'MAIN' | 'DETAIL' }[];
    deliveryAmount: bigint | null;
    deliveryPeriod: string | null;
    createdAt: Date;
  }>;

export const PRODUCT_COLUMNS = `product_key as "productKey", name, amount, description,
  exchange_refund_policy as "exchangeRefundPolicy", use_memo as "useMemo", valid_through as "validThrough",
  option_groups as groups, total_quantity as "totalQuantity", remain_quantity as "remainQuantity",
  delivery_amount as "deliveryAmount", delivery_period as "deliveryPeriod", created_at as "createdAt",
  (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'names', names, 'amount', o.amount, 'available', available,
      'totalQuantity', o.total_quantity, 'remainQuantity', o.remain_quantity) order by position), '[]')
    from product_option o where o.product_key = product.product_key) as options,
  (select coalesce(jsonb_agg(jsonb_build_object('key', image_key, 'type', image_type) order by i.seq), '[]')
    from product_image i where i.product_key = product.product_key) as images`;

export async function findProduct(sql: Sql, productKey: string): Promise<ProductRow | undefined> {
  const [row] = await sql.rows<ProductRow>(
    `select ${PRODUCT_COLUMNS} from product where product_key = $1 and deleted_at is null`,
    [productKey],
  );
  return row;
}

/** Reads a product and locks it until the transaction ends. The options are read after the lock is held. */
export async function lockProduct(sql: Sql, productKey: string): Promise<ProductRow | undefined> {
  await sql.rows('select from product where product_key = $1 for update', [productKey]);
  return findProduct(sql, productKey);
}

// ASSUMED: a product is SOLD_OUT when its stock is used up, or when none of its options can be bought; validThrough
// does not count.
const isSoldOut = ({ remainQuantity, options }: ProductRow): boolean =>
  remainQuantity === 0 || (options.length > 0 && !options.some(isBuyable));

export const isBuyable = ({ available, remainQuantity }: OptionRow): boolean => available && remainQuantity !== 0;

/** The provider's Product object (document 3 section 2.1). */
export function productOf(row: ProductRow, { shop }: World): ProductObject {
  const imagesOf = (type: 'MAIN' | 'DETAIL') =>
    row.images
      .filter((image) => image.type === type)
      .map(({ key }) => ({ productImageKey: key, path: shop.imageUrl(key) }));
  return {
    productKey: row.productKey,
    name: row.name,
    amount: row.amount,
    currency: 'KRW',
    description: row.description,
    exchangeRefundPolicy: row.exchangeRefundPolicy,
    status: isSoldOut(row) ? 'SOLD_OUT' : 'ON_SALE',
    url: shop.productUrl(row.productKey),
    useMemo: row.useMemo,
    validThrough: row.validThrough,
    mainImage: imagesOf('MAIN')[0] ?? null,
    images: imagesOf('DETAIL'),
    optionDetail: { groups: row.groups, options: row.options.map(optionOf) },
    stock: stockOf(row),
    deliveryPolicy:
      row.deliveryAmount === null || row.deliveryPeriod === null
        ? null
        : { amount: row.deliveryAmount, currency: 'KRW', period: row.deliveryPeriod },
    createdAt: row.createdAt,
  };
}

const optionOf = (option: OptionRow) => ({
  id: option.id,
  names: option.names,
  amount: BigInt(option.amount),
  currency: 'KRW',
  available: option.available,
  stock: stockOf(option),
});

const stockOf = ({ totalQuantity, remainQuantity }: Quantities) =>
  totalQuantity === null || remainQuantity === null ? null : { totalQuantity, remainQuantity };
