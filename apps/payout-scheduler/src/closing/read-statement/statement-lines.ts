import type { Executor } from '@jeongsan/database';
import type { StatementLine, StatementLineKind } from '@jeongsan/platform-contract';
import { placeOf } from './item-cursor.js';

// prettier-ignore
/** What a posting of `payable` is called on a statement, by its template; anything else is an adjustment. */
const kindOfTemplate = {
  'line.matured':     'SALE',
  'payment.canceled': 'REFUND',
  'debt.recovered':   'DEBT_NETTED',
  'tax.withheld':     'WITHHOLDING',
  'reserve.released': 'RESERVE_RELEASED',
  'reserve.held':     'RESERVE_HELD',
  'payout.released':  'PAYOUT_RETURNED', // failed or refused before it was paid
  'payout.returned':  'PAYOUT_RETURNED', // given back by the bank afterwards
} as const satisfies Record<string, StatementLineKind>;

const kind = `case l.template ${Object.entries(kindOfTemplate)
  .map(([template, name]) => `when '${template}' then '${name}'`)
  .join(' ')} else 'ADJUSTMENT' end`;

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** Whole won of a component of which `part` of `whole` counts; all of it, where the whole is nothing. */
const share = (component: string, part: string, whole: string): string =>
  `coalesce(div(${component}::numeric * ${part}, nullif(${whole}, 0)), ${component})`;

const waiting = 'c.net - c.from_payable - c.to_debt';
/** What of a canceled line (c) was taken from money that still waited. The rest of it is what the refund gives back. */
const ofWaiting = (component: string): string => share(component, `(${waiting})`, 'c.net');

/**
 * What the first `amount` won of a line that matured consist of, as it stood when a posting was made: its components as frozen with
 * the order, less what had been canceled before and while it waited. Both happen under the seller's lock, so the ids of postings
 * tell which came first, and what a statement says stays true whatever is canceled later.
 */
const matured = (name: string, amount: string, postingId: string): string => `
  cross join lateral (
    select ${share('o.discount_by_seller', amount, 'o.net - gone.net')} as discount_share,
           ${share('(o.commission - gone.commission)', amount, 'o.net - gone.net')} as commission,
           ${share('(o.fees - gone.fees)', amount, 'o.net - gone.net')} as fees,
           ${share('(o.commission_vat + o.fee_vat - gone.vat)', amount, 'o.net - gone.net')} as vat
      from (select coalesce(sum(${ofWaiting('c.commission')}), 0) as commission, coalesce(sum(${ofWaiting('c.fees')}), 0) as fees,
                   coalesce(sum(${ofWaiting('(c.commission_vat + c.fee_vat)')}), 0) as vat, coalesce(sum(${waiting}), 0) as net
              from gateway.cancel_line c join ledger.posting p on p.key = 'payment.canceled/' || c.cancel_id
             where (c.order_id, c.line_id) = (o.order_id, o.line_id) and p.id < ${postingId}) gone) ${name}`;

/**
 * The order line of which a tranche matured, and what of its components this tranche brought: all that matured with it, less what
 * had matured before. So a line's tranches add up to the line, and the last one takes the odd won.
 */
const saleOf = `
  select o.product_id, o.category, after.discount_share - before.discount_share as discount_share,
         after.commission - before.commission as commission, after.fees - before.fees as fees, after.vat - before.vat as vat,
         l.amount as net, l.order_id, l.line_id
    from gateway.order_line o
    cross join lateral (
      select coalesce(sum(x.amount), 0) as amount, coalesce(max(p.id), 0) as posting_id
        from payouts.matured_line x join ledger.posting p on p.key = x.posting_key
       where (x.order_id, x.line_id) = (o.order_id, o.line_id) and (p.id, x.tranche) < (e.posting_id, l.tranche)) earlier
    ${matured('before', 'earlier.amount', 'earlier.posting_id')}
    ${matured('after', '(earlier.amount + l.amount)', 'e.posting_id')}
   where (o.order_id, o.line_id) = (l.order_id, l.line_id)`;

/**
 * The canceled line behind a refund, as far as it gave back what had matured. One posting holds an entry for each line of the seller
 * that gave back from payable; entries of the same amount say the same, so the n-th of them stands for the n-th such line.
 */
const refundOf = `
  (select o.product_id, o.category, 0, ${ofWaiting('c.commission')} - c.commission, ${ofWaiting('c.fees')} - c.fees,
          ${ofWaiting('(c.commission_vat + c.fee_vat)')} - c.commission_vat - c.fee_vat, -(c.from_payable + c.to_debt),
          c.order_id, c.line_id
     from gateway.cancel_line c join gateway.order_line o using (order_id, line_id)
    where l.template = 'payment.canceled' and c.seller_id = s.seller_id and c.from_payable = -l.amount
      and c.cancel_id = case when split_part(l.posting_key, '/', 2) ~ '${UUID}' then split_part(l.posting_key, '/', 2)::uuid end
    order by o.position
    offset (select count(*) from ledger.entry same where same.posting_id = e.posting_id and same.id < e.id
              and same.account_code = e.account_code and same.amount = e.amount)
    limit 1)`;

/**
 * Each line of statement $1 with the order line behind it: of a posting that matured many tranches, each of them. The one place that
 * knows how an entry of the ledger leads to an order: totals, pages and documents all read it from here. `from` and `page` choose
 * lines before anything is looked up for them.
 */
const lines = (from = '', page = ''): string => `
  select l.entry_id, l.posting_key, l.amount, l.tranche, ${kind} as kind, (e.effective_at at time zone 'Asia/Seoul')::date as date,
         d.order_id, d.line_id, d.product_id, d.category,
         coalesce(d.net + d.discount_share + d.commission + d.fees + d.vat, 0) as gross,
         coalesce(d.discount_share, 0) as discount_share, coalesce(d.commission, 0) as commission, coalesce(d.fees, 0) as fees,
         coalesce(d.vat, 0) as vat, coalesce(d.net, 0) as net
    from (select l.statement_id, l.entry_id, l.posting_key, split_part(l.posting_key, '/', 1) as template,
                 m.order_id, m.line_id, m.tranche, coalesce(m.amount, l.amount) as amount
            from payouts.statement_line l
            left join payouts.matured_line m on m.posting_key = l.posting_key
           where l.statement_id = $1 ${from} ${page}) l
    join payouts.statement s on s.id = l.statement_id
    join ledger.entry e on e.account_code = 'seller:' || s.seller_id || ':payable' and e.currency = 'KRW' and e.id = l.entry_id
    left join lateral (${saleOf} union all ${refundOf}) d on true`;

const AFTER = `and l.entry_id >= $2
  and (l.entry_id, coalesce(m.order_id, ''), coalesce(m.line_id, ''), coalesce(m.tranche, 0)) > ($2::bigint, $3::text, $4::text, $5::int)`;

/** Sums by kind of line, for a common table named `total`. */
export const totalsByKind = `
  select kind, count(*)::int as count, sum(gross)::bigint as gross, sum(discount_share)::bigint as "discountShare",
         sum(commission)::bigint as commission, sum(fees)::bigint as fees, sum(vat)::bigint as vat, sum(net)::bigint as net,
         sum(amount)::bigint as amount
    from (${lines()}) line group by kind`;

/**
 * The lines after one of them, in the order of the ledger. `after`: what `textOf` said of the last one that is known.
 * @throws CURSOR_INVALID
 */
export async function readLines(
  db: Executor,
  statementId: string,
  after: string | null,
  limit: number,
): Promise<StatementLine[]> {
  const place = placeOf(after);
  const page = 'order by l.entry_id, m.order_id, m.line_id, m.tranche limit $6';
  return db.query<StatementLine[]>(
    `select date, kind, order_id as "orderId", line_id as "lineId", tranche::int, product_id as "productId", category, gross::bigint,
            discount_share::bigint as "discountShare", commission::bigint, fees::bigint, vat::bigint, net::bigint, amount,
            entry_id::text as "entryId", posting_key as "postingKey"
       from (${lines(AFTER, page)}) line order by entry_id, order_id, line_id, tranche`,
    [statementId, place.entryId, place.orderId, place.lineId, place.tranche, limit],
  );
}
