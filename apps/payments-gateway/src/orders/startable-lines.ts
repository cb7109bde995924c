import type { Executor } from '@jeongsan/database';
import { type LineEvents, readTermsDocument } from '@jeongsan/settlement';
import type { StartableLine } from './line-starts.js';

/** A line with its events and the start of its waiting time, if that has begun. */
export type RecordedLine = StartableLine & Readonly<{ waitsFrom: string | null }>;
type Row = LineEvents & { lineId: string; sellerId: string; waitsFrom: string | null; document: unknown };

const LINES = `
  select l.line_id as "lineId", l.seller_id as "sellerId", l.waits_from as "waitsFrom", t.document, p.approved_at as "paidAt",
         l.delivered_at as "deliveredAt", l.auto_confirms_at as "autoConfirmsAt", l.confirmed_at as "confirmedAt"
    from gateway.payment p
    join gateway.order_line l on l.order_id = p.order_id
    join payouts.seller_terms t on t.seller_id = l.seller_id and t.effective_from = l.terms_from
   where p.id = $1 order by l.position`;

/** The lines of a payment's order with the events recorded for them. A lock on the payment keeps them unchanged. */
export async function readStartableLines(tx: Executor, paymentId: string): Promise<RecordedLine[]> {
  const rows = await tx.query<Row[]>(LINES, [paymentId]);
  return rows.map(({ lineId, sellerId, waitsFrom, document, ...events }) => ({
    ...{ lineId, sellerId, waitsFrom },
    terms: readTermsDocument(document),
    events,
  }));
}
