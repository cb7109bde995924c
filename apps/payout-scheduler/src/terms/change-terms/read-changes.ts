import type { Executor } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { getTermsChange, LineAdjustment, listTermsChanges } from '@jeongsan/platform-contract';
import { differenceColumns } from '@jeongsan/settlement';
import { selected } from '@jeongsan/sql';
import { pageSize } from '../page-size.js';
import { changeView, findChange, selectChanges } from './change-record.js';

export async function readChanges(
  db: Executor,
  query: Input<typeof listTermsChanges>['query'],
): Promise<Output<typeof listTermsChanges>> {
  const limit = pageSize(query.limit);
  const changes = await selectChanges(
    db,
    `($1::text is null or seller_id = $1) and ($2::text is null or state = $2) and ($3::uuid is null or id > $3) order by id limit $4`,
    [query.sellerId ?? null, query.state ?? null, query.after ?? null, limit + 1],
  );
  const items = changes.slice(0, limit).map(changeView);
  return { items, nextCursor: changes.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** A change with its proposed lines, sorted by order and line. @throws TERMS_CHANGE_NOT_FOUND */
export async function readChange(
  db: Executor,
  changeId: string,
  query: Input<typeof getTermsChange>['query'],
): Promise<Output<typeof getTermsChange>> {
  const change = await findChange(db, changeId);
  return { ...change, lines: await proposedLines(db, changeId, query) };
}

type Lines = Output<typeof getTermsChange>['lines'];

/** A page of the lines that a change moves, as they were proposed, sorted by order and line. */
export async function proposedLines(
  db: Executor,
  changeId: string,
  query: Input<typeof getTermsChange>['query'],
): Promise<Lines> {
  const limit = pageSize(query.limit);
  // The cursor separates order and line by a slash, because order ids hold none.
  const [orderId = '', ...lineId] = (query.after ?? '').split('/');
  const lines = await db.query<LineAdjustment[]>(
    `select order_id as "orderId", line_id as "lineId", canceled, ${selected(differenceColumns, (column) => column)}
       from payouts.line_adjustment
      where change_id = $1 and step = 0 and (order_id, line_id) > ($2, $3) order by order_id, line_id limit $4`,
    [changeId, orderId, lineId.join('/'), limit + 1],
  );
  const items = lines.slice(0, limit);
  const last = items.at(-1);
  const nextCursor = last && lines.length > limit ? `${last.orderId}/${last.lineId}` : null;
  return { items, nextCursor };
}
