import type { StatementLineKind } from '@jeongsan/platform-contract';
import { columnsStatedAs, type StatedCharge, statedNames } from '@jeongsan/settlement';
import { REFUNDS, refundKeys } from './refund-postings.js';

// prettier-ignore
/** The kind of a statement line, by the template of its posting; every other template is an ADJUSTMENT. */
const kindOfTemplate = {
  'line.matured':     'SALE',
  'payment.canceled': 'REFUND',
  'cancel.reallocated': 'REFUND', // a cancel of before was allocated to other lines
  'debt.recovered':   'DEBT_NETTED',
  'tax.withheld':     'WITHHOLDING',
  'tax.invoice-vat':  'INVOICE_VAT',
  'reserve.released': 'RESERVE_RELEASED',
  'reserve.held':     'RESERVE_HELD',
  'payout.released':  'PAYOUT_RETURNED', // the payout failed or was refused before it was paid
  'payout.returned':  'PAYOUT_RETURNED', // the bank returned the money afterwards
} as const satisfies Record<string, StatementLineKind>;

/** SQL: why a person adjusted the balance by hand, in a query of a table with `posting_key`. */
export const ADJUSTMENT_REASON = `
  case when posting_key like 'seller.adjusted/%' then
    (select a.reason from payouts.seller_adjustment a where a.id = split_part(posting_key, '/', 2)::uuid) end`;

const kind = `case l.template ${Object.entries(kindOfTemplate)
  .map(([template, name]) => `when '${template}' then '${name}'`)
  .join(' ')} else 'ADJUSTMENT' end`;

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** SQL: a part for each charge that a statement shows. */
export const charges = (of: (name: StatedCharge) => string, between = ', '): string =>
  statedNames.map(of).join(between);
/** What a charge of a statement consists of, in a table of lines. */
const sumOf = (name: StatedCharge, table: string): string =>
  `(${columnsStatedAs(name)
    .map((column) => `${table}.${column}`)
    .join(' + ')})`;

/** SQL for `part`/`whole` of a component in whole won; the whole component if `whole` is zero. */
const share = (component: string, part: string, whole: string): string =>
  `coalesce(div(${component}::numeric * ${part}, nullif(${whole}, 0)), ${component})`;

const waiting = 'c.net - c.from_payable - c.to_debt';
/**
 * The part of a canceled line (c) that was taken from pending money. The refund on the statement gives back the rest.
 */
const ofWaiting = (component: string): string => share(component, `(${waiting})`, 'c.net');

/**
 * The components of the first `amount` won of a matured line at the time of a posting: the components frozen with the
 * order, less what was canceled before that posting from pending money. Maturing and canceling happen under the
 * seller's lock, so the ids of postings show which came first, and a statement's content does not change with later
 * cancels.
 */
const matured = (name: string, amount: string, postingId: string): string => `
  cross join lateral (
    select ${share('o.discount_by_seller', amount, 'o.net - gone.net')} as discount_share,
           ${share('(o.tax_free - gone.tax_free)', amount, 'o.net - gone.net')} as tax_free,
           ${charges((name) => `${share(`(${sumOf(name, 'o')} - gone.${name})`, amount, 'o.net - gone.net')} as ${name}`)}
      from (select ${charges((name) => `coalesce(sum(${ofWaiting(sumOf(name, 'c'))}), 0) as ${name}`)},
                   coalesce(sum(${ofWaiting('c.tax_free')}), 0) as tax_free, coalesce(sum(${waiting}), 0) as net
              from gateway.cancel_line c join ledger.posting p on p.key in ${refundKeys('c.cancel_id')}
             where (c.order_id, c.line_id) = (o.order_id, o.line_id) and p.id < ${postingId}) gone) ${name}`;

/**
 * The order line of a matured tranche, and the components that this tranche brought: everything matured including this
 * tranche, less everything matured before. So the tranches add up to the line, and the last one takes the won lost by
 * rounding.
 */
const saleOf = `
  select o.product_id, o.category, after.tax_free - before.tax_free as tax_free,
         after.discount_share - before.discount_share as discount_share,
         ${charges((name) => `after.${name} - before.${name} as ${name}`)},
         l.amount as net, l.order_id, l.line_id
    from gateway.order_line o
    cross join lateral (
      select coalesce(sum(x.amount), 0) as amount, coalesce(max(p.id), 0) as posting_id
        from payouts.matured_line x join ledger.posting p on p.key = x.posting_key
       where (x.order_id, x.line_id) = (o.order_id, o.line_id) and (p.id, x.tranche) < (g.id, l.tranche)) earlier
    ${matured('before', 'earlier.amount', 'earlier.posting_id')}
    ${matured('after', '(earlier.amount + l.amount)', 'g.id')}
   where (o.order_id, o.line_id) = (l.order_id, l.line_id)`;

/**
 * The canceled line behind a refund, as far as the cancel took back matured money. One posting has an entry for each
 * line of the seller that gave back payable money. Entries with the same amount are interchangeable, so the n-th entry
 * stands for the n-th line with that amount.
 */
const refundOf = `
  (select o.product_id, o.category, ${ofWaiting('c.tax_free')} - c.tax_free, 0, ${charges((name) => `${ofWaiting(sumOf(name, 'c'))} - ${sumOf(name, 'c')}`)},
          -(c.from_payable + c.to_debt),
          c.order_id, c.line_id
     from gateway.cancel_line c join gateway.order_line o using (order_id, line_id)
    where l.template in ${REFUNDS} and c.seller_id = s.seller_id and c.from_payable = -l.amount
      and c.cancel_id = case when split_part(l.posting_key, '/', 2) ~ '${UUID}' then split_part(l.posting_key, '/', 2)::uuid end
    order by o.position
    offset (select count(*) from payouts.statement_line same where same.posting_key = l.posting_key and same.statement_id = l.statement_id
              and same.entry_id < l.entry_id and same.amount = l.amount)
    limit 1)`;

/**
 * SQL: each line of some statements with its order line; a posting that matured many tranches yields one row for each. The only
 * place that knows how a ledger entry leads to an order: totals, pages, documents and the auditor's file all use it. `ids` follows
 * `statement_id =`; `from` and `page` select lines before any of their data is looked up. `corrects` is the closed month whose
 * fact a line is, null for a fact of the month of its date.
 */
export const statementLines = (ids: string, from = '', page = ''): string => `
  select l.statement_id, l.entry_id, l.posting_key, l.amount, l.tranche, to_char(ledger.month_of(g.corrects), 'YYYY-MM') as corrects, ${kind} as kind, (g.effective_at at time zone 'Asia/Seoul')::date as date,
         d.order_id, d.line_id, d.product_id, d.category,
         coalesce(d.net + d.discount_share + ${charges((name) => `d.${name}`, ' + ')}, 0) as gross,
         coalesce(d.tax_free, 0) as tax_free, coalesce(d.discount_share, 0) as discount_share, ${charges((name) => `coalesce(d.${name}, 0) as ${name}`)},
         coalesce(d.net, 0) as net
    from (select l.statement_id, l.entry_id, l.posting_key, split_part(l.posting_key, '/', 1) as template,
                 m.order_id, m.line_id, m.tranche, coalesce(m.amount, l.amount) as amount
            from payouts.statement_line l
            left join payouts.matured_line m on m.posting_key = l.posting_key
           where l.statement_id = ${ids} ${from} ${page}) l
    join payouts.statement s on s.id = l.statement_id
    join ledger.posting g on g.key = l.posting_key
    left join lateral (${saleOf} union all ${refundOf}) d on true`;
