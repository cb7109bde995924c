import type { productFields } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import type { Sql } from '../database/sql.js';
import { timedId } from '../ids.js';
import type { ProductRow } from './product.js';

export type OptionDetail = z.output<typeof productFields.optionDetail>;

/** The option groups with new ids. */
export const groupsOf = (detail: OptionDetail, now: Date): ProductRow['groups'] =>
  (detail?.groups ?? []).map(({ name, values }) => ({ id: timedId('optgroup', now), name, values }));

// ASSUMED: options are replaced as a whole, with new ids; their stock starts again from the quantity that is sent.
/** Replaces the options of a product. */
export async function replaceOptions(sql: Sql, productKey: string, detail: OptionDetail, now: Date): Promise<void> {
  await sql.rows('delete from product_option where product_key = $1', [productKey]);
  const options = (detail?.options ?? []).map(({ names, amount, available, stock }, position) => ({
    id: timedId('option', now),
    position,
    names,
    amount: Number(amount),
    available,
    quantity: stock?.quantity ?? null,
  }));
  if (options.length === 0) return;
  await sql.rows(
    `insert into product_option (id, product_key, position, names, amount, available, total_quantity, remain_quantity)
     select id, $1, position, names, amount, available, quantity, quantity
     from jsonb_to_recordset($2::jsonb) as o (id text, position int, names jsonb, amount bigint, available boolean, quantity int)`,
    [productKey, JSON.stringify(options)],
  );
}
