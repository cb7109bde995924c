import { linesOfPosting } from '../../closing/lines-of-posting.js';
import type { Executor } from '@jeongsan/database';
import { differenceColumns, type LineDifference, repricedNames } from '@jeongsan/settlement';
import { selected } from '@jeongsan/sql';

/**
 * The amounts that one step of an approved change of terms moved on one line, in won, and the statement on which the
 * posting stands.
 */
export type LineAdjustment = LineDifference &
  Readonly<{
    lineId: string;
    changeId: string;
    step: number;
    effectiveFrom: string;
    adjustedAt: Date;
    postingKey: string;
    statementId: string | null;
    statementDate: string | null;
  }>;

const movesSomething = `(${repricedNames.map((name) => `a.${differenceColumns[name]} <> 0`).join(' or ')})`;

/**
 * The adjustments of an order's lines by approved changes of terms, oldest first. Steps with zero amounts are left out.
 */
export function lineAdjustments(db: Executor, orderId: string): Promise<LineAdjustment[]> {
  return db.query<LineAdjustment[]>(
    `with adjustment as (
       select a.*, c.seller_id, c.effective_from, coalesce(a.posted_at, c.decided_at) as adjusted_at,
              'terms.adjusted/' || a.change_id || case when a.step = 0 then '' else '/' || a.step end as posting_key
         from payouts.line_adjustment a
         join payouts.terms_change c on c.id = a.change_id and c.state = 'approved' and not c.is_estimate
        where a.order_id = $1 and ${movesSomething}
     )
     select a.line_id as "lineId", a.change_id as "changeId", a.step, a.effective_from as "effectiveFrom", a.adjusted_at as "adjustedAt",
            ${selected(differenceColumns, 'a')},
            a.posting_key as "postingKey", s.id as "statementId", s.business_date as "statementDate"
       from adjustment a
       left join lateral (
         select l.statement_id from ${linesOfPosting('a.posting_key', 'a.seller_id')} l limit 1) stated on true
       left join payouts.statement s on s.id = stated.statement_id
      order by a.line_id, a.adjusted_at, a.change_id, a.step`,
    [orderId],
  );
}
