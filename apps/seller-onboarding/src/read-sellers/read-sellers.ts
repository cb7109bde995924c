import type { Executor } from '@jeongsan/database';
import { pageOf, type Page } from '@jeongsan/http-contract';
import { refuse } from '@jeongsan/platform-contract';
import { findSeller, type SellerRow } from '../seller-row.js';

const PAGE_DEFAULT = 100;
const PAGE_MAX = 1_000;

/** Reads one seller. Throws SELLER_NOT_FOUND. */
export async function readSeller(db: Executor, sellerId: string): Promise<SellerRow> {
  const row = await findSeller(db, sellerId);
  if (!row) throw refuse('SELLER_NOT_FOUND', `Seller ${sellerId} never applied`);
  return row;
}

/** Sellers sorted by id, at most 1,000 per page. */
export async function listSellers(
  db: Executor,
  { after = '', limit = PAGE_DEFAULT }: { after?: string | undefined; limit?: number | undefined },
): Promise<Page<SellerRow>> {
  const size = Math.min(Math.max(limit, 1), PAGE_MAX);
  const sql = 'select * from onboarding.seller where seller_id > $1 order by seller_id limit $2';
  const rows = await db.query<SellerRow[]>(sql, [after, size + 1]);
  return pageOf(rows, size, (row) => row.seller_id);
}
