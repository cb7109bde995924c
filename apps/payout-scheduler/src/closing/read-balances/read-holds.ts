import type { Executor } from '@jeongsan/database';
import { pageOf, type Output } from '@jeongsan/http-contract';
import type { listHolds } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { holdColumns } from '../place-hold/place-hold.js';
import { pageSize } from '../../terms/page-size.js';

export type HoldQuery = Readonly<{
  sellerId?: string | undefined;
  open?: 'true' | 'false' | undefined;
  /** Open holds that end by this Asia/Seoul date. */
  due?: string | undefined;
  after?: string | undefined;
  limit?: number | undefined;
}>;

const HOLDS = statement(`
  select ${holdColumns} from payouts.hold
  where (:sellerId::text is null or seller_id = :sellerId) and (:open::bool is null or (released_at is null) = :open)
    and (:endingBy::date is null or (released_at is null and release_on <= :endingBy)) and (:after::uuid is null or id > :after)
  order by id limit :rows`);

/** Holds sorted by id, each with the persons who placed and released it. */
export async function readHolds(db: Executor, query: HoldQuery): Promise<Output<typeof listHolds>> {
  const limit = pageSize(query.limit);
  const rows = await HOLDS.rows<Output<typeof listHolds>['items'][number]>(db, {
    sellerId: query.sellerId ?? null,
    open: query.open === undefined ? null : query.open === 'true',
    endingBy: query.due ?? null,
    after: query.after ?? null,
    rows: limit + 1,
  });
  return pageOf(rows, limit, (row) => row.id);
}
