import { type Executor, filteredList, fromDay, is, pageSize, toDay } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { getTermsChange, LineAdjustment, listTermsChanges } from '@jeongsan/platform-contract';
import { differenceColumns } from '@jeongsan/settlement';
import { selected } from '@jeongsan/sql';
import { changeColumns, changeOf, type ChangeRow, changeView, findChange } from './change-record.js';

const CHANGES = filteredList({
  from: 'payouts.terms_change',
  columns: changeColumns,
  where: 'x.rule_change_id is null',
  order: [
    { column: 'proposed_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: { sellerId: is('x.seller_id'), from: fromDay('x.proposed_at'), to: toDay('x.proposed_at') },
  checks: { state: is('x.state') },
});

/** Changes of terms, newest first. */
export async function readChanges(
  db: Executor,
  query: Input<typeof listTermsChanges>['query'],
): Promise<Output<typeof listTermsChanges>> {
  const { items, nextCursor } = await CHANGES.page<ChangeRow>(db, query);
  return { items: items.map(changeOf).map(changeView), nextCursor };
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
