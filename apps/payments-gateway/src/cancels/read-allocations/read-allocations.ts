import type { Executor } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import { refuse, type getCancel, type listCancels } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { pageSize } from '../../orders/page-size.js';
import { cursorOf, placeOf } from '../../orders/time-cursor.js';

type CancelPage = Output<typeof listCancels>;
type CancelRow = CancelPage['items'][number];
type History = Output<typeof getCancel>['history'];

/** A cancel with the sum of its own lines and of its corrections' lines. Corrections are no rows of their own. */
const CANCEL = `
  select c.id as "cancelId", p.payment_key as "paymentKey", p.order_id as "orderId", c.amount, c.state, c.canceled_at as "canceledAt",
         c.created_at as "requestedAt", c.allocation, lines.list as lines
    from gateway.cancel c
    join gateway.payment p on p.id = c.payment_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('lineId', line_id, 'sellerId', seller_id, 'amount', amount) order by position), '[]') as list
        from (select l.line_id, l.seller_id, l.position, sum(x.paid) as amount
                from gateway.cancel_line x
                join gateway.cancel k on k.id = x.cancel_id and (k.id = c.id or k.corrects = c.id)
                join gateway.order_line l on (l.order_id, l.line_id) = (x.order_id, x.line_id)
               where x.order_id = p.order_id
               group by l.line_id, l.seller_id, l.position having sum(x.paid) <> 0) given) lines`;

const LIST = statement(`${CANCEL}
   where c.kind = 'cancel' and p.order_id is not null and (c.created_at, c.id) > (:afterTime, :afterId::uuid)
   order by c.created_at, c.id limit :rows`);
/** A statement of its own, because only with the constant the planner uses the index of assumed allocations. */
const LIST_ASSUMED = statement(`${CANCEL}
   where c.allocation = 'assumed' and c.state = 'done' and (c.created_at, c.id) > (:afterTime, :afterId::uuid)
   order by c.created_at, c.id limit :rows`);
const LIST_NAMED = statement(`${CANCEL}
   where c.kind = 'cancel' and c.allocation = 'named' and p.order_id is not null
     and (c.created_at, c.id) > (:afterTime, :afterId::uuid)
   order by c.created_at, c.id limit :rows`);

/** Cancels, oldest first. `assumed` lists the work: cancels that went through, with assumed lines. */
export async function readAllocations(db: Executor, query: Input<typeof listCancels>['query']): Promise<CancelPage> {
  const limit = pageSize(query.limit);
  const list = query.allocation === undefined ? LIST : query.allocation === 'assumed' ? LIST_ASSUMED : LIST_NAMED;
  const place = placeOf(query.after);
  const rows = await list.rows<CancelRow>(db, { afterTime: place.at, afterId: place.id, rows: limit + 1 });
  return pageOf(rows.map(withAmounts), limit, (row) => cursorOf({ at: row.requestedAt, id: row.cancelId }));
}

const ONE = statement(`${CANCEL} where c.id = :cancelId and c.kind = 'cancel' and p.order_id is not null`);
const HISTORY = statement(`
  select id, correction_id as "correctionId", allocated_at as "allocatedAt", allocated_by as "allocatedBy", reason, before, after
    from gateway.cancel_allocation where cancel_id = :cancelId order by allocated_at, id`);

/** A cancel with every decision about its lines. @throws CANCEL_NOT_FOUND */
export async function readAllocation(db: Executor, cancelId: string): Promise<Output<typeof getCancel>> {
  const [cancel] = await ONE.rows<CancelRow>(db, { cancelId });
  if (!cancel) throw cancelNotFound(cancelId);
  const history = await HISTORY.rows<Omit<History[number], 'before' | 'after'> & { before: Parts; after: Parts }>(db, {
    cancelId,
  });
  return {
    ...withAmounts(cancel),
    history: history.map((row) => ({ ...row, before: partsOf(row.before), after: partsOf(row.after) })),
  };
}

export const cancelNotFound = (cancelId: string) => refuse('CANCEL_NOT_FOUND', `There is no cancel ${cancelId}`);

/** Postgres writes sums into JSON as numbers; amounts are far below the limit of exact integers. */
const withAmounts = (row: CancelRow): CancelRow => ({
  ...row,
  lines: row.lines.map((line) => ({ ...line, amount: BigInt(line.amount) })),
});

type Parts = Readonly<Record<string, string>>;
const partsOf = (parts: Parts): History[number]['before'] =>
  Object.entries(parts).map(([lineId, amount]) => ({ lineId, amount: BigInt(amount) }));
