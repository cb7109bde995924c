import { ADJUSTMENT_REASON, charges, statementLines } from '@jeongsan/books';
import type { Executor } from '@jeongsan/database';
import type { StatementLine } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { placeOf } from './item-cursor.js';

const AFTER = `and l.entry_id >= :entryId
  and (l.entry_id, coalesce(m.order_id, ''), coalesce(m.line_id, ''), coalesce(m.tranche, 0)) > (:entryId::bigint, :orderId::text, :lineId::text, :tranche::int)`;

/** The sums of statements (`:statementIds`) by kind of line. */
export const totalsByKind = statement(`
  select kind, count(*)::int as count, sum(gross)::bigint as gross, sum(tax_free)::bigint as "taxFree", sum(discount_share)::bigint as "discountShare",
         ${charges((name) => `sum(${name})::bigint as ${name}`)}, sum(net)::bigint as net, sum(amount)::bigint as amount
    from (${statementLines('any(:statementIds::uuid[])')}) line group by kind`);

const PAGE = 'order by l.entry_id, m.order_id, m.line_id, m.tranche limit :limit';

const LINES = statement(`
  select date, kind, order_id as "orderId", line_id as "lineId", tranche::int, product_id as "productId", category, gross::bigint,
       tax_free::bigint as "taxFree", discount_share::bigint as "discountShare", ${charges((name) => `${name}::bigint`)}, net::bigint, amount,
       entry_id::text as "entryId", posting_key as "postingKey", corrects, ${ADJUSTMENT_REASON} as reason
  from (${statementLines(':statementId', AFTER, PAGE)}) line order by entry_id, order_id, line_id, tranche`);

/**
 * The lines after a place, in the order of the ledger. `after` is the `textOf` of the last known line. @throws
 * CURSOR_INVALID
 */
export async function readLines(
  db: Executor,
  statementId: string,
  after: string | null,
  limit: number,
): Promise<StatementLine[]> {
  const place = placeOf(after);
  return LINES.rows<StatementLine>(db, {
    statementId,
    entryId: place.entryId,
    orderId: place.orderId,
    lineId: place.lineId,
    tranche: place.tranche,
    limit,
  });
}
