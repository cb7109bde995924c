import { linesOfPosting } from '../../closing/lines-of-posting.js';
import type { Executor } from '@jeongsan/database';
import { refundKeys } from '@jeongsan/books';

/** Money of a line that has left `pending`: a matured part, or an amount that a later cancel took. */
export type MovedPart = {
  line_id: string;
  seller_id: string;
  kind: 'matured' | 'from_payable' | 'to_debt' | 'canceled';
  amount: bigint;
  posting_key: string;
  moved_on: string;
  statement_id: string | null;
  business_date: string | null;
};

/**
 * All movements of an order's lines since the payment: matured parts, canceled amounts, and matured money that cancels
 * took back, each with its statement.
 */
export function movedParts(db: Executor, orderId: string): Promise<MovedPart[]> {
  return db.query<MovedPart[]>(
    `with cancel as (
       select c.*, coalesce((select p.key from ledger.posting p where p.key in ${refundKeys('c.cancel_id')}), '') as posting_key, (k.given_back_at at time zone 'Asia/Seoul')::date as moved_on
         from gateway.cancel_line c join gateway.cancel k on k.id = c.cancel_id and k.state = 'done'
        where c.order_id = $1
     ), part as (
       select line_id, seller_id, 'matured' as kind, amount, posting_key, matured_on as moved_on
         from payouts.matured_line where order_id = $1 and posting_key is not null
       union all select line_id, seller_id, 'canceled', net, posting_key, moved_on from cancel
       union all select line_id, seller_id, 'from_payable', -from_payable, posting_key, moved_on from cancel where from_payable <> 0
       union all select line_id, seller_id, 'to_debt', -to_debt, posting_key, moved_on from cancel where to_debt <> 0
     )
     select part.*, s.id as statement_id, s.business_date
       from part
       left join lateral (
         select l.statement_id from ${linesOfPosting('part.posting_key', 'part.seller_id')} l where part.kind in ('matured', 'from_payable') limit 1) stated on true
       left join payouts.statement s on s.id = stated.statement_id
      order by part.line_id, part.moved_on, part.posting_key, part.kind`,
    [orderId],
  );
}
