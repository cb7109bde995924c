import { type Executor, prepared } from '@jeongsan/database';
import { componentColumns, type LineAmounts, readTermsDocument, type TermsBody } from '@jeongsan/settlement';
import { selected } from '@jeongsan/sql';

/** A frozen order line with the terms that decide when its money is payable. */
export type PayableLine = LineAmounts & Readonly<{ lineId: string; sellerId: string; terms: TermsBody }>;
export type PayableOrder = Readonly<{ orderId: string; total: bigint; lines: readonly PayableLine[] }>;

const LINES = prepared(
  'payment.payable_order',
  `
  select o.total, l.line_id as "lineId", l.seller_id as "sellerId", ${selected(componentColumns, 'l')}, t.document
    from gateway.orders o
    join gateway.order_line l on l.order_id = o.order_id
    left join payouts.seller_terms t on t.seller_id = l.seller_id and t.effective_from = l.terms_from
   where o.order_id = $1 order by l.position`,
);

/** Reads the lines that an approval books. They are frozen with the order, so no lock is needed. */
export async function readPayableOrder(db: Executor, orderId: string): Promise<PayableOrder | undefined> {
  const rows = await db.query<(Omit<PayableLine, 'terms'> & { total: bigint; document: unknown })[]>(LINES, [orderId]);
  const [first] = rows;
  if (!first) return undefined;
  const orphan = rows.find((row) => row.document === null);
  if (orphan) throw new Error(`The terms behind line ${orphan.lineId} of order ${orderId} are gone`);
  const lines = rows.map(({ document, ...line }) => ({ ...line, terms: readTermsDocument(document) }));
  return { orderId, total: first.total, lines };
}
