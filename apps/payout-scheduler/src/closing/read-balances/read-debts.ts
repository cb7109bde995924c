import { businessDateOf } from '@jeongsan/calendar';
import { CANDIDATES_MAX, type Executor, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import { chart } from '@jeongsan/ledger';
import type { getSellerDebt, listDebts } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { REFUNDS } from '@jeongsan/books';

/** The accounts of sellers that owe something, in the order of their codes. */
const DEBTORS = `
  select code, split_part(code, ':', 2) as seller_id from ledger.account
   where currency = 'KRW' and code > :after and code < 'seller;' and code like 'seller:%:debt' and balance > 0
     and (:sellerAccount::text is null or code = :sellerAccount)
     and balance >= coalesce(:minTotal::bigint, 0)
   order by code limit :scan`;
const DEBTS = statement(`
  with debtor as (${DEBTORS}
  ), entry as (
    select d.code, d.seller_id, e.amount, (e.effective_at at time zone 'Asia/Seoul')::date as since,
           sum(e.amount) filter (where e.amount > 0) over (partition by d.code order by e.effective_at, e.id) as up_to,
           -sum(e.amount) filter (where e.amount < 0) over (partition by d.code) as settled
      from debtor d join ledger.entry_or_kept e on e.account_code = d.code and e.currency = 'KRW'
  ), item as (
    select code, seller_id, since, :today::date - since as days,
           least(amount, greatest(0, up_to - coalesce(settled, 0)))::bigint as rest
      from entry where amount > 0
  )
  select seller_id as "sellerId", sum(rest)::bigint as total,
         coalesce(sum(rest) filter (where days <= 30), 0)::bigint as "days0to30",
         coalesce(sum(rest) filter (where days between 31 and 60), 0)::bigint as "days31to60",
         coalesce(sum(rest) filter (where days between 61 and 90), 0)::bigint as "days61to90",
         coalesce(sum(rest) filter (where days > 90), 0)::bigint as "over90days",
         min(since) filter (where rest > 0) as "oldestSince"
    from item group by code, seller_id
  having coalesce(max(days) filter (where rest > 0), 0) >= coalesce(:minDays::int, 0)
   order by code limit :rows`);
const LAST_DEBTOR = statement(`select d.seller_id as key from (${DEBTORS}) d offset :before limit 1`);

/**
 * Sellers with a debt, in the order of their accounts, with the age of the debt. Recoveries, repayments and write-offs settle the
 * oldest debt first, so the open part of an entry is the part that exceeds the sum of all settlements.
 */
export async function readDebts(
  db: Executor,
  query: Input<typeof listDebts>['query'],
  now: Date,
): Promise<Output<typeof listDebts>> {
  const size = pageSize(query.limit);
  const { sellerId, minTotal = null, minDays = null, after } = query;
  const place = {
    after: after === undefined ? 'seller:' : chart.sellerDebt(after).code,
    sellerAccount: sellerId === undefined ? null : chart.sellerDebt(sellerId).code,
    minTotal,
    scan: minDays === null ? size + 1 : CANDIDATES_MAX,
  };
  const asked = { ...place, minDays, today: businessDateOf(now), rows: size + 1 };
  const page = pageOf(
    await DEBTS.rows<Output<typeof listDebts>['items'][number]>(db, asked),
    size,
    (row) => row.sellerId,
  );
  if (page.nextCursor !== null || minDays === null) return page;
  const [last] = await LAST_DEBTOR.rows<{ key: string }>(db, { ...place, before: CANDIDATES_MAX - 1 });
  return { ...page, nextCursor: last?.key ?? null };
}

type Item = Output<typeof getSellerDebt>['items'][number];

const DEBT_ITEMS = statement(`
  with entry as (
    select e.id, e.posting_id, e.amount, e.effective_at, p.key, p.template
      from ledger.entry_or_kept e join ledger.posting p on p.id = e.posting_id where e.account_code = :debtAccount and e.currency = 'KRW'
  ), debit as (
    select *, (sum(amount) over (order by effective_at, id))::bigint as up_to,
           row_number() over (partition by posting_id, amount order by id) as nth,
           case when template in ${REFUNDS} and key ~ '/[0-9a-f-]{36}$' then split_part(key, '/', 2)::uuid end as cancel_id
      from entry where amount > 0
  ), settlement as (
    select template, (sum(-amount) over (order by effective_at, id))::bigint as up_to from entry where amount < 0
  ), boundary as (
    select up_to as at, up_to as debit, null::bigint as settlement from debit
    union all select up_to, null, up_to from settlement
  ), segment as (
    select at - lag(at, 1, 0::bigint) over (order by at) as part, min(debit) over (order by at desc) as debit,
           min(settlement) over (order by at desc) as settlement
      from boundary
  ), settled as (
    select g.debit, sum(g.part) filter (where s.template not in ('debt.written-off', 'debt.repaid')) as recovered,
           sum(g.part) filter (where s.template = 'debt.repaid') as repaid,
           sum(g.part) filter (where s.template = 'debt.written-off') as written_off
      from segment g join settlement s on s.up_to = g.settlement group by g.debit
  ), item as (
    select d.*, coalesce(s.recovered, 0)::bigint as recovered, coalesce(s.repaid, 0)::bigint as repaid, coalesce(s.written_off, 0)::bigint as written_off
      from debit d left join settled s on s.debit = d.up_to
  ), source as (
    select c.cancel_id, c.order_id, c.line_id, c.to_debt,
           row_number() over (partition by c.cancel_id, c.to_debt order by l.position) as nth
      from gateway.cancel_line c join gateway.order_line l using (order_id, line_id)
     where c.cancel_id in (select cancel_id from debit) and c.seller_id = :sellerId and c.to_debt > 0
  )
  select i.id::text as "entryId", (i.effective_at at time zone 'Asia/Seoul')::date as since, s.cancel_id as "cancelId",
         s.order_id as "orderId", s.line_id as "lineId", i.amount, i.recovered, i.repaid, i.written_off as "writtenOff",
         i.amount - i.recovered - i.repaid - i.written_off as "left"
    from item i left join source s on s.cancel_id = i.cancel_id and s.to_debt = i.amount and s.nth = i.nth
   where i.id > :after and (:open::bool is null or (i.amount > i.recovered + i.repaid + i.written_off) = :open)
   order by i.id limit :rows`);

/**
 * Each entry that made a seller owe money, with the cancel's line that caused it. Debits and settlements are laid end
 * to end on one line of won; each segment between two ends belongs to one debit, and to the settlement that paid it or
 * to none.
 */
export async function readSellerDebt(
  db: Executor,
  sellerId: string,
  query: Input<typeof getSellerDebt>['query'],
): Promise<Output<typeof getSellerDebt>> {
  const limit = pageSize(query.limit);
  const rows = await DEBT_ITEMS.rows<Item>(db, {
    debtAccount: chart.sellerDebt(sellerId).code,
    sellerId,
    after: query.after ?? '0',
    open: query.open === undefined ? null : query.open === 'true',
    rows: limit + 1,
  });
  const [account] = await db.query<{ balance: bigint }[]>(
    `select balance from ledger.account where code = $1 and currency = 'KRW'`,
    [chart.sellerDebt(sellerId).code],
  );
  return { sellerId, total: account?.balance ?? 0n, ...pageOf(rows, limit, (row) => row.entryId) };
}
