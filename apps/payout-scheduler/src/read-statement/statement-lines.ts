import type { Executor } from '@jeongsan/database';
import { refuse, type StatementLine, type StatementLineKind } from '@jeongsan/platform-contract';

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

/** What became of a sale: its components as frozen with the order, less what was canceled before it matured. */
const saleOf = `
  select o.order_id, o.line_id, o.product_id, o.category, o.amount - gone.base as gross, o.discount_by_seller as discount_share,
         o.commission - gone.commission as commission, o.fees - gone.fees as fees,
         o.commission_vat + o.fee_vat - gone.vat as vat, o.net - gone.net as net
    from gateway.order_line o
    cross join lateral (
      select coalesce(sum(c.paid + c.promotion), 0) as base, coalesce(sum(c.commission), 0) as commission,
             coalesce(sum(c.fees), 0) as fees, coalesce(sum(c.commission_vat + c.fee_vat), 0) as vat, coalesce(sum(c.net), 0) as net
        from gateway.cancel_line c join gateway.cancel k on k.id = c.cancel_id and k.state = 'done'
       where (c.order_id, c.line_id) = (o.order_id, o.line_id) and (c.from_payable, c.to_debt) = (0, 0)) gone
   where l.template = 'line.matured' and o.order_id = split_part(l.posting_key, '/', 2)
     and o.line_id = substr(l.posting_key, length('line.matured/') + length(o.order_id) + 2)`;

/**
 * The canceled line behind a refund. One posting holds an entry for each line of the seller that gave back from payable; entries of
 * the same amount say the same, so the n-th of them stands for the n-th such line.
 */
const refundOf = `
  (select c.order_id, c.line_id, o.product_id, o.category, -(c.paid + c.promotion), 0::bigint, -c.commission, -c.fees,
          -(c.commission_vat + c.fee_vat), -c.net
     from gateway.cancel_line c join gateway.order_line o using (order_id, line_id)
    where l.template = 'payment.canceled' and c.seller_id = s.seller_id and c.from_payable = -l.amount
      and c.cancel_id = case when split_part(l.posting_key, '/', 2) ~ '${UUID}' then split_part(l.posting_key, '/', 2)::uuid end
    order by o.position
    offset (select count(*) from ledger.entry same where same.posting_id = e.posting_id and same.id < e.id
              and same.account_code = e.account_code and same.amount = e.amount)
    limit 1)`;

/**
 * Each line of statement $1 with the order line behind it. The one place that knows how an entry of the ledger leads to an order:
 * totals, pages and documents all read it from here. `page` chooses lines among `l`, before anything is looked up for them.
 */
const lines = (page: string): string => `
  select l.entry_id, l.posting_key, l.amount, ${kind} as kind, (e.effective_at at time zone 'Asia/Seoul')::date as date,
         d.order_id, d.line_id, d.product_id, d.category, coalesce(d.gross, 0) as gross,
         coalesce(d.discount_share, 0) as discount_share, coalesce(d.commission, 0) as commission, coalesce(d.fees, 0) as fees,
         coalesce(d.vat, 0) as vat, coalesce(d.net, 0) as net
    from (select statement_id, entry_id, posting_key, amount, split_part(posting_key, '/', 1) as template
            from payouts.statement_line l where statement_id = $1 ${page}) l
    join payouts.statement s on s.id = l.statement_id
    join ledger.entry e on e.account_code = 'seller:' || s.seller_id || ':payable' and e.currency = 'KRW' and e.id = l.entry_id
    left join lateral (${saleOf} union all ${refundOf}) d on true`;

/** Sums by kind of line, for a common table named `total`. */
export const totalsByKind = `
  select kind, count(*)::int as count, sum(gross)::bigint as gross, sum(discount_share)::bigint as "discountShare",
         sum(commission)::bigint as commission, sum(fees)::bigint as fees, sum(vat)::bigint as vat, sum(net)::bigint as net,
         sum(amount)::bigint as amount
    from (${lines('')}) line group by kind`;

/** The lines after one of them, in the order of the ledger. `after`: what `cursorOf` said of the last one that is known. */
export async function readLines(
  db: Executor,
  statementId: string,
  after: string | null,
  limit: number,
): Promise<StatementLine[]> {
  return db.query<StatementLine[]>(
    `select date, kind, order_id as "orderId", line_id as "lineId", product_id as "productId", category, gross::bigint,
            discount_share::bigint as "discountShare", commission::bigint, fees::bigint, vat::bigint, net::bigint, amount,
            entry_id::text as "entryId", posting_key as "postingKey"
       from (${lines('and entry_id > $2 order by entry_id limit $3')}) line order by entry_id`,
    [statementId, entryAfter(after), limit],
  );
}

export const cursorOf = (line: StatementLine): string => line.entryId;

function entryAfter(cursor: string | null): string {
  if (cursor === null) return '0';
  if (/^\d{1,18}$/.test(cursor)) return cursor;
  throw refuse('CURSOR_INVALID', 'The cursor is none of this list, so there is no page after it');
}
