import type { Executor } from '@jeongsan/database';
import { pageOf, type Output } from '@jeongsan/http-contract';
import type { listHolds } from '@jeongsan/platform-contract';
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

/** Holds sorted by id, each with the persons who placed and released it. */
export async function readHolds(db: Executor, query: HoldQuery): Promise<Output<typeof listHolds>> {
  const limit = pageSize(query.limit);
  const rows = await db.query<Output<typeof listHolds>['items']>(
    `select ${holdColumns} from payouts.hold
      where ($1::text is null or seller_id = $1) and ($2::bool is null or (released_at is null) = $2)
        and ($3::date is null or (released_at is null and release_on <= $3)) and ($4::uuid is null or id > $4)
      order by id limit $5`,
    [
      query.sellerId ?? null,
      query.open === undefined ? null : query.open === 'true',
      query.due ?? null,
      query.after ?? null,
      limit + 1,
    ],
  );
  return pageOf(rows, limit, (row) => row.id);
}
