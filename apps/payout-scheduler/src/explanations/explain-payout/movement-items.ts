import type { Executor } from '@jeongsan/database';
import { chart, componentAccounts, type refundTemplates } from '@jeongsan/ledger';
import type { movementKindOf } from '@jeongsan/settlement';
import { statement } from '@jeongsan/sql';
import type { ItemPlace } from '../../closing/read-statement/item-cursor.js';
import {
  type CancelRow,
  cancelColumns,
  type LineRow,
  lineColumns,
  type PaymentRow,
  paymentColumns,
  type SettlementRow,
  settlementColumns,
} from '../order-facts.js';
import { REFUNDS } from '@jeongsan/books';
import type { PayoutFate } from '../reason-views.js';

/** The platform's accounts of changes of terms and of adjustments by hand. */
const adjustingAccounts = [...componentAccounts, chart.platformAdjustments().code];

/** The movements whose money has a source of its own: lines, cancels, other payouts, decisions about lines or sellers. */
type WithSource =
  | (typeof refundTemplates)[number]
  | 'line.matured'
  | 'payout.released'
  | 'payout.returned'
  | 'terms.adjusted'
  | 'seller.adjusted';

/** SQL for the account on which a movement of the closing has its amount a second time, in the same posting. */
const otherAccount = {
  'debt.recovered': `'seller:' || line.seller_id || ':debt'`,
  'reserve.released': `'seller:' || line.seller_id || ':reserve'`,
  'reserve.release-decided': `'seller:' || line.seller_id || ':reserve'`,
  'reserve.held': `'seller:' || line.seller_id || ':reserve'`,
  'tax.withheld': `'platform:withholding'`,
  'tax.invoice-vat': `'platform:vat'`,
} as const satisfies Record<Exclude<keyof typeof movementKindOf, WithSource>, string>;

const OTHER_ACCOUNT = Object.entries(otherAccount)
  .map(([template, account]) => `when '${template}' then ${account}`)
  .join(' ');

/**
 * The lines of statements (`:statementIds`) with their sources. `part` is the line's amount or one source's share of it, `explained`
 * the amount that the source confirms. A line whose entry is missing in the ledger has zero confirmed; the entry of a detached month
 * is confirmed by the seal of the month.
 */
const items = `
  line as (
    select l.statement_id, l.entry_id, l.posting_key, l.amount, s.seller_id,
           coalesce(e.posting_id, case when d.month is not null then p.id end) as posting_id,
           coalesce(e.effective_at, case when d.month is not null then p.effective_at end) as effective_at,
           split_part(l.posting_key, '/', 1) as template, substr(l.posting_key, strpos(l.posting_key, '/') + 1) as subject,
           case when l.posting_key ~ '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then right(l.posting_key, 36)::uuid end as subject_id
      from payouts.statement_line l
      join payouts.statement s on s.id = l.statement_id
      left join ledger.posting p on p.key = l.posting_key
      left join ledger.month d on d.month = ledger.month_of(p.effective_at) and d.detached_at is not null
      left join ledger.entry e on e.posting_id = p.id and e.effective_at = p.effective_at and e.id = l.entry_id and e.amount = -l.amount
                              and e.account_code = 'seller:' || s.seller_id || ':payable' and e.currency = 'KRW'
     where l.statement_id = any(:statementIds::uuid[])
  ), matured as (
    select line.*, m.order_id, m.line_id, m.tranche::int as tranche, null::uuid as cancel_id, null::uuid as payout_id, coalesce(m.amount, line.amount) as part,
           -- All tranches of a line add up to its net less what was canceled from pending; before the last tranche the sum is smaller.
           case when every.amount = o.net - gone.net or (every.share < 100000 and every.amount < o.net - gone.net) then m.amount else 0 end as confirmed
      from line
      left join payouts.matured_line m on m.posting_key = line.posting_key and m.seller_id = line.seller_id
      left join gateway.order_line o on (o.order_id, o.line_id, o.seller_id) = (m.order_id, m.line_id, m.seller_id)
           and exists (select from gateway.payment p join reconciliation.settlement r on r.transaction_key = p.transaction_key
                        where p.order_id = o.order_id and p.approved_at is not null)
      cross join lateral (
        select coalesce(sum(c.net - c.from_payable - c.to_debt), 0)::bigint as net
          from gateway.cancel_line c join gateway.cancel k on k.id = c.cancel_id and k.state = 'done'
         where (c.order_id, c.line_id) = (o.order_id, o.line_id)) gone
      cross join lateral (
        select sum(x.amount) as amount, sum(x.share) as share from payouts.matured_line x
         where (x.order_id, x.line_id) = (o.order_id, o.line_id)) every
     where line.template = 'line.matured'
  ), taken_back as (
    -- A posting of a cancel has one payable entry per line; entries with the same amount are interchangeable.
    select line.*, row_number() over (partition by posting_key, seller_id, amount order by entry_id) as nth
      from line where template in ${REFUNDS}
  ), canceled as (
    select t.statement_id, t.entry_id, t.posting_key, t.amount, t.seller_id, t.posting_id, t.effective_at, t.template, t.subject, t.subject_id,
           c.order_id, c.line_id, null::int, c.cancel_id, null::uuid, t.amount, case when c.cancel_id is null then 0 else t.amount end
      from taken_back t
      left join (select x.*, row_number() over (partition by cancel_id, seller_id, from_payable order by line_id) as nth
                   from gateway.cancel_line x
                  where cancel_id = any(array(select subject_id from taken_back))) c
        on (c.cancel_id, c.seller_id, -c.from_payable, c.nth) = (t.subject_id, t.seller_id, t.amount, t.nth)
  ), came_back as (
    select line.*, null, null, null::int, null::uuid, p.id, line.amount, case when p.amount = line.amount then p.amount else 0 end
      from line left join payouts.payout p on p.id = line.subject_id and p.seller_id = line.seller_id
     where line.template in ('payout.released', 'payout.returned')
  ), other as (
    -- A movement of the closing itself is confirmed by the same amount on the other account of its posting.
    select line.*, null, null, null::int, null::uuid, null::uuid, line.amount,
           case when ledger.month_state(line.effective_at) = 'DETACHED' or (select sum(x.amount) from ledger.entry x where x.posting_id = line.posting_id and x.effective_at = line.effective_at and x.account_code =
                  case line.template ${OTHER_ACCOUNT} end) = line.amount
                then line.amount else 0 end
      from line where template not in ('line.matured', 'payout.released', 'payout.returned', 'terms.adjusted', 'seller.adjusted') and template not in ${REFUNDS}
  ), adjusted as (
    -- An adjustment has one payable entry per component; the same amount stands on the account of the platform or of the debt.
    select line.*, null, null, null::int, null::uuid, null::uuid, line.amount,
           case when ledger.month_state(line.effective_at) = 'DETACHED' or exists (select from ledger.entry x where x.posting_id = line.posting_id and x.effective_at = line.effective_at and x.amount = line.amount
                                and x.account_code in (${adjustingAccounts.map((code) => `'${code}'`).join(', ')},
                                                       'seller:' || line.seller_id || ':debt'))
                then line.amount else 0 end
      from line where line.template in ('terms.adjusted', 'seller.adjusted')
  ), item as (
    select *, case when posting_id is null then 0 else confirmed end as explained
      from (select * from matured union all select * from canceled union all select * from came_back union all select * from other
            union all select * from adjusted) every
  )`;

export type KindTotal = { template: string; amount: bigint; count: number; unexplained: bigint };

const TOTALS = statement(`
  with ${items}, entry as (
    select template, entry_id, amount, count(*) as items, sum(explained) as explained from item group by template, entry_id, amount
  )
  select template, sum(amount)::bigint as amount, sum(items)::int as count, sum(abs(amount - explained))::bigint as unexplained
    from entry group by template order by template`);

/** The sums of these statements' lines by posting template, with the amounts that no source confirms. */
export function totalsByTemplate(db: Executor, statementIds: readonly string[]): Promise<KindTotal[]> {
  return TOTALS.rows<KindTotal>(db, { statementIds });
}

export type ItemRow = LineRow &
  PaymentRow &
  SettlementRow &
  CancelRow &
  Nullable<PayoutFate> & {
    statement_id: string;
    entry_id: bigint;
    posting_key: string;
    template: string;
    effective_at: Date | null;
    part: bigint;
    explained: bigint;
    order_id: string | null;
    line_id: string | null;
    tranche: number | null;
    payout_id: string | null;
  };
type Nullable<T> = { [K in keyof T]: T[K] | null };

const ITEMS_AFTER = statement(`
  with ${items}, page as materialized (
    select * from item
     where (entry_id, coalesce(order_id, ''), coalesce(line_id, ''), coalesce(tranche, 0)) > (:entryId::bigint, :orderId::text, :lineId::text,
       :tranche::int)
     order by entry_id, coalesce(order_id, ''), coalesce(line_id, ''), tranche limit :limit
  )
  select i.statement_id, i.entry_id, i.posting_key, i.template, i.effective_at, i.part, i.explained, i.order_id, i.line_id, i.tranche,
    i.payout_id,
         ${lineColumns}, ${paymentColumns}, ${settlementColumns}, ${cancelColumns},
         b.state, b.failure_code as "failureCode", b.failure_class as "failureClass", br.state as "runState"
    from page i
    left join gateway.order_line o on (o.order_id, o.line_id) = (i.order_id, i.line_id)
    left join gateway.payment p on p.order_id = i.order_id and p.approved_at is not null
    left join gateway.cancel k on k.id = i.cancel_id
    left join gateway.cancel_line c on (c.cancel_id, c.line_id) = (i.cancel_id, i.line_id)
    left join reconciliation.settlement r on r.transaction_key = case when i.cancel_id is null then p.transaction_key else k.transaction_key end
    left join payouts.payout b on b.id = i.payout_id
    left join payouts.run br on br.id = b.run_id
   order by i.entry_id, coalesce(i.order_id, ''), coalesce(i.line_id, ''), i.tranche`);

/** A page of the items of these lines, each with its order line, payment, settlement row, cancel or payout. */
export function itemsAfter(
  db: Executor,
  statementIds: readonly string[],
  { entryId, orderId, lineId, tranche }: ItemPlace,
  limit: number,
): Promise<ItemRow[]> {
  return ITEMS_AFTER.rows<ItemRow>(db, { statementIds, entryId, orderId, lineId, tranche, limit });
}
