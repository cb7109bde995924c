import { atLeast, atMost, type Executor, filteredList, fromDay, is, toDay, whether } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { refuse, type getCancel, type listCancels } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';

type CancelPage = Output<typeof listCancels>;
type CancelRow = CancelPage['items'][number];
type History = Output<typeof getCancel>['history'];

/** A cancel `x` with the sum of its own lines and of its corrections' lines. Corrections are no rows of their own. */
const COLUMNS = `
         x.id as "cancelId", p.payment_key as "paymentKey", p.order_id as "orderId", x.amount, x.state, x.canceled_at as "canceledAt",
         x.created_at as "requestedAt", x.allocation, lines.list as lines`;
const JOINS = `
    join gateway.payment p on p.id = x.payment_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('lineId', line_id, 'sellerId', seller_id, 'amount', amount) order by position), '[]') as list
        from (select l.line_id, l.seller_id, l.position, sum(i.paid) as amount
                from gateway.cancel_line i
                join gateway.cancel k on k.id = i.cancel_id and (k.id = x.id or k.corrects = x.id)
                join gateway.order_line l on (l.order_id, l.line_id) = (i.order_id, i.line_id)
               where i.order_id = p.order_id
               group by l.line_id, l.seller_id, l.position having sum(i.paid) <> 0) given) lines`;

const paymentIs = (condition: string): string =>
  `x.payment_id = any(array(select p.id from gateway.payment p where ${condition}))`;

const CANCELS = filteredList({
  from: 'gateway.cancel',
  columns: COLUMNS,
  joins: JOINS,
  where: `x.kind = 'cancel' and exists (select from gateway.payment p where p.id = x.payment_id and p.order_id is not null)`,
  order: [
    { column: 'created_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: false,
  leads: {
    orderId: { type: 'text', condition: (value) => paymentIs(`p.order_id = ${value}`) },
    paymentKey: { type: 'text', condition: (value) => paymentIs(`p.payment_key = ${value}`) },
    // Both words are constants, because the index of the work has them in its condition.
    isWork: { type: 'bool', condition: () => `x.allocation = 'assumed' and x.state = 'done'` },
    from: fromDay('x.created_at'),
    to: toDay('x.created_at'),
  },
  checks: {
    isNamed: whether(`x.allocation = 'named'`),
    state: is('x.state'),
    sellerId: {
      type: 'text',
      condition: (value) => `exists (
        select from gateway.cancel k join gateway.cancel_line i on i.cancel_id = k.id
         where (k.id = x.id or k.corrects = x.id) and i.seller_id = ${value})`,
    },
    minAmount: atLeast('x.amount'),
    maxAmount: atMost('x.amount'),
  },
});

/** Cancels, oldest first. `assumed` lists the work: cancels that went through, with assumed lines. */
export async function readAllocations(
  db: Executor,
  { allocation, ...query }: Input<typeof listCancels>['query'],
): Promise<CancelPage> {
  const work = { isWork: allocation === 'assumed' || undefined, isNamed: allocation === 'named' || undefined };
  const { items, nextCursor } = await CANCELS.page<CancelRow>(db, { ...query, ...work });
  return { items: items.map(withAmounts), nextCursor };
}

const ONE = statement(`
  select ${COLUMNS} from gateway.cancel x ${JOINS}
   where x.id = :cancelId and x.kind = 'cancel' and p.order_id is not null`);
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
