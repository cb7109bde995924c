import { pageSize } from '@jeongsan/database';
import { type Input, type Output, pageOf } from '@jeongsan/http-contract';
import { refuse, type cancelOrder, type listOrderCancels as listEndpoint } from '@jeongsan/platform-contract';
import { lineColumns } from '@jeongsan/settlement';
import { selected, statement } from '@jeongsan/sql';
import type { Gateway } from '../../gateway.js';
import { cancelReasonOf, openText } from '../../sealed-texts.js';

/** A cancel with its lines. */
export type CancelView = Output<typeof cancelOrder>;
type CanceledLine = CancelView['lines'][number];
type CancelRow = Omit<CancelView, 'lines' | 'reason'> & Readonly<{ sealedReason: string }>;
type Reader = Pick<Gateway, 'db' | 'seal'>;

const CANCEL = `
  select c.id as "cancelId", p.order_id as "orderId", p.payment_key as "paymentKey", c.kind, c.amount,
         case when c.state = 'requested' and c.waiting_since is not null and c.waiting_until is null then 'waiting' else c.state end as state,
         c.waiting_since as "waitingSince",
         c.reason as "sealedReason", c.refusal_code as "providerCode", c.created_at as "requestedAt",
         c.canceled_at as "canceledAt"
    from gateway.cancel c join gateway.payment p on p.id = c.payment_id`;

const PAGE = statement(`${CANCEL}
  where p.order_id = :orderId
    and (:after::uuid is null or (c.created_at, c.id) > (select x.created_at, x.id from gateway.cancel x where x.id = :after))
  order by c.created_at, c.id limit :rows`);

const LINES = `
  select x.cancel_id as "cancelId", x.line_id as "lineId", x.seller_id as "sellerId", x.quantity, ${selected(lineColumns, 'x')},
         x.tax_free as "taxFreeAmount", x.from_payable as "fromPayable", x.to_debt as "toDebt"
    from gateway.cancel_line x join gateway.order_line l on l.order_id = x.order_id and l.line_id = x.line_id
   where x.cancel_id = any($1::uuid[]) order by l.position`;

/** A cancel that exists. */
export async function readCancel(gateway: Reader, cancelId: string): Promise<CancelView> {
  const rows = await gateway.db.query<CancelRow[]>(`${CANCEL} where c.id = $1`, [cancelId]);
  const [view] = await withLines(gateway, rows);
  if (!view) throw new Error(`Cancel ${cancelId} does not exist`);
  return view;
}

/** The cancels of an order, oldest first. The cursor is the id of the last cancel of the previous page. */
export async function listOrderCancels(
  gateway: Reader,
  orderId: string,
  { after, limit }: Input<typeof listEndpoint>['query'],
): Promise<Output<typeof listEndpoint>> {
  const size = pageSize(limit);
  const rows = await PAGE.rows<CancelRow>(gateway.db, { orderId, after: after ?? null, rows: size + 1 });
  if (rows.length === 0) await requireOrder(gateway, orderId);
  return pageOf(await withLines(gateway, rows), size, ({ cancelId }) => cancelId);
}

async function withLines({ db, seal }: Reader, rows: readonly CancelRow[]): Promise<CancelView[]> {
  const lines = await db.query<(CanceledLine & { cancelId: string })[]>(LINES, [rows.map(({ cancelId }) => cancelId)]);
  return rows.map(({ sealedReason, ...cancel }) => ({
    ...cancel,
    reason: openText(seal, cancelReasonOf(cancel.cancelId), sealedReason),
    lines: lines.filter(({ cancelId }) => cancelId === cancel.cancelId),
  }));
}

async function requireOrder({ db }: Reader, orderId: string): Promise<void> {
  const [order] = await db.query<unknown[]>('select from gateway.orders where order_id = $1', [orderId]);
  if (!order) throw refuse('ORDER_NOT_FOUND', `Order ${orderId} was never registered`);
}
