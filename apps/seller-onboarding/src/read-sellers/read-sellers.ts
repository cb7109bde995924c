import { contains, type Executor, filteredList, fromDay, is, toDay } from '@jeongsan/database';
import type { Input, Page } from '@jeongsan/http-contract';
import { type listSellerViews, refuse } from '@jeongsan/platform-contract';
import { findSeller, type SellerRow } from '../seller-row.js';

/** Reads one seller. Throws SELLER_NOT_FOUND. */
export async function readSeller(db: Executor, sellerId: string): Promise<SellerRow> {
  const row = await findSeller(db, sellerId);
  if (!row) throw refuse('SELLER_NOT_FOUND', `Seller ${sellerId} never applied`);
  return row;
}

const SELLERS = filteredList({
  from: 'onboarding.seller',
  columns: 'x.*',
  order: [{ column: 'seller_id', type: 'text' }],
  isNewestFirst: false,
  leads: {},
  checks: {
    state: is('x.state'),
    businessType: is('x.business_type'),
    accountChanging: is('x.account_changing', 'bool'),
    from: fromDay('x.created_at'),
    to: toDay('x.created_at'),
    text: contains('x.seller_id', 'x.provider_seller_id'),
  },
});

/** Sellers sorted by id. */
export const listSellers = (db: Executor, query: Input<typeof listSellerViews>['query']): Promise<Page<SellerRow>> =>
  SELLERS.page<SellerRow>(db, query);
