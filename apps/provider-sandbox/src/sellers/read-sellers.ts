import type {
  deleteSeller as deleteContract,
  getSeller as getContract,
  listSellers as listContract,
} from '@jeongsan/provider-contract';
import { entity, type Handler, pageOf } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { findSeller, SELLER_COLUMNS, shownSellerOf, type SellerRow } from './seller.js';

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 10_000;

export const getSeller: Handler<typeof getContract> = async (call, { params }) => {
  const seller = await findSeller(call.sql, params.id);
  if (!seller) throw new Refused('NOT_FOUND_SELLER');
  return entity(call, 'seller', shownSellerOf(call.world, seller));
};

/** Sellers, in the order of their registration. */
export const listSellers: Handler<typeof listContract> = async (call, { query }) => {
  const { limit = LIMIT_DEFAULT, startingAfter } = query;
  if (limit > LIMIT_MAX) throw new Refused('EXCEED_MAX_QUERY_LIMIT');
  if (limit < 1) throw new Refused('INVALID_REQUEST', { about: ['limit'] });
  // A deleted seller still serves as a cursor of the list.
  const [place] =
    startingAfter === undefined
      ? [{ seq: 0n }]
      : await call.sql.rows<{ seq: bigint }>('select seq from seller where id = $1', [startingAfter]);
  if (!place) throw new Refused('NOT_FOUND_SELLER');
  const rows = await call.sql.rows<SellerRow>(
    `select ${SELLER_COLUMNS} from seller where seq > $1 and deleted_at is null order by seq limit $2`,
    [place.seq, limit + 1],
  );
  return entity(
    call,
    'seller-list',
    pageOf(
      rows.map((row) => shownSellerOf(call.world, row)),
      limit,
    ),
  );
};

/** Deletes a seller. The row stays, so that its id and its refSellerId are never used again. */
export const deleteSeller: Handler<typeof deleteContract> = async (call, { params }) => {
  const [deleted] = await call.sql.rows<{ id: string; refSellerId: string }>(
    `update seller set deleted_at = $2 where id = $1 and deleted_at is null returning id, ref_seller_id as "refSellerId"`,
    [params.id, call.now],
  );
  if (!deleted) throw new Refused('NOT_FOUND_SELLER');
  return entity(call, 'deleted-entity', deleted);
};
