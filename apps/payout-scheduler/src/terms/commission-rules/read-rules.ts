import type { Executor } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { listCommissionRules } from '@jeongsan/platform-contract';
import { pageSize } from '../page-size.js';
import { selectRules } from './rule-record.js';

export async function readRules(
  db: Executor,
  query: Input<typeof listCommissionRules>['query'],
): Promise<Output<typeof listCommissionRules>> {
  const limit = pageSize(query.limit);
  const rules = await selectRules(
    db,
    `($1::text is null or category = $1) and ($2::text is null or product_id = $2) and ($3::text is null or seller_id = $3)
     and ($4::date is null or (effective_from <= $4 and (effective_to is null or $4 < effective_to)))
     and ($5::uuid is null or id > $5)
     order by id limit $6`,
    [
      query.category ?? null,
      query.productId ?? null,
      query.sellerId ?? null,
      query.on ?? null,
      query.after ?? null,
      limit + 1,
    ],
  );
  const items = rules.slice(0, limit);
  return { items, nextCursor: rules.length > limit ? (items.at(-1)?.id ?? null) : null };
}
