import { instantAt } from '@jeongsan/calendar';
import { lockBalances, postLedger, transaction, inList } from '@jeongsan/database';
import { chart, lineMatured } from '@jeongsan/ledger';
import { paymentStates } from '@jeongsan/state-machines';
import type { DataSource, EntityManager } from 'typeorm';
import { workThroughPages } from '../work-through-pages.js';

/** The size of one transaction: it locks the accounts of its sellers, and their payments wait meanwhile. */
const USUAL_STEP = { sellers: 400, tranches: 5_000 };

/**
 * Moves every tranche whose waiting time ends by `businessDate` from pending to payable, in bounded transactions by
 * seller; returns how many. A tranche waits until reconciliation has seen its payment settled (money that the provider
 * does not owe us is not owed to sellers yet), and while its order is held. Lines are not read into memory: one posting
 * per seller and step holds their sum, payouts.matured_line the detail.
 */
export async function matureLines(db: DataSource, businessDate: string, step = USUAL_STEP): Promise<number> {
  let matured = 0;
  const next = (after: string) => sellersWithDueTranches(db, businessDate, after, step.sellers);
  await workThroughPages(next, async (sellers) => {
    for (let inStep = step.tranches; inStep === step.tranches; matured += inStep) {
      inStep = await transaction(db, (tx) => matureStep(tx, sellers, businessDate, step.tranches));
    }
    return true;
  });
  return matured;
}

/** The sellers with pending money. Read by account instead of by line, because the number of lines grows for ever. */
const SELLERS = `
  select w.seller_id
    from ledger.account a
    cross join lateral (select substring(a.code from '^seller:(.*):pending$') collate "default" as seller_id) w
   where a.code > $2 and a.code > 'seller:' and a.code < 'seller;' and a.code like 'seller:%:pending' and a.balance <> 0
     and exists (select from gateway.order_line_tranche t
                  where t.seller_id = w.seller_id and t.matures_on <= $1
                    and not exists (select from payouts.matured_line m
                                     where (m.order_id, m.line_id, m.tranche) = (t.order_id, t.line_id, t.tranche)))
   order by a.code limit $3`;

async function sellersWithDueTranches(
  db: DataSource,
  businessDate: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ seller_id: string }[]>(SELLERS, [
    businessDate,
    after && chart.sellerPending(after).code,
    limit,
  ]);
  return rows.map((row) => row.seller_id);
}

/** Which settlements are required: `seen` by reconciliation, or `expected` in time (for trying out a later date). */
type Settlements = 'seen' | 'expected';

/**
 * The amount of a tranche: the remaining net of its line times the share that has matured including this tranche, less
 * the amount of the line that has matured before. So the last tranche leaves nothing pending, whatever was canceled
 * between tranches. Lateral joins look up each line by itself: with plain joins, every step would scan whole tables to
 * find a few thousand lines.
 */
const mature = (settlements: Settlements) => `
  with due as (
    select t.order_id, t.line_id, t.tranche, t.seller_id, t.share
      from gateway.order_line_tranche t
     cross join lateral (
       select p.transaction_key from gateway.payment p
        where p.order_id = t.order_id and p.state in ${inList(paymentStates.paid)} offset 0) p
      ${settlements === 'seen' ? '' : 'left '}join lateral (
       select s.state from reconciliation.settlement s where s.transaction_key = p.transaction_key offset 0) s on true
     where coalesce(s.state, '') <> 'disputed' and t.seller_id = any($2::text[]) and t.matures_on <= $1
       and not exists (select from payouts.matured_line m
                        where (m.order_id, m.line_id, m.tranche) = (t.order_id, t.line_id, t.tranche) offset 0)
       and not exists (select from payouts.hold h
                        where h.seller_id = t.seller_id and h.order_id = t.order_id and h.scope = 'ORDER'
                          and h.released_at is null and (h.release_on is null or h.release_on > $1))
     order by t.seller_id, t.order_id, t.line_id, t.tranche limit $4
  ), lines as (
    select d.*, l.net - coalesce(c.net, 0)::bigint as remaining,
           (coalesce(m.amount, 0) - coalesce(c.taken, 0))::bigint as kept, coalesce(m.share, 0) as matured_share
      from due d
     cross join lateral (
       select net from gateway.order_line l where l.order_id = d.order_id and l.line_id = d.line_id offset 0) l
     cross join lateral (
       select sum(x.net) as net, sum(x.from_payable + x.to_debt) as taken
         from gateway.cancel_line x join gateway.cancel k on k.id = x.cancel_id and k.state = 'done'
        where x.order_id = d.order_id and x.line_id = d.line_id) c
     cross join lateral (
       select sum(x.amount) as amount, sum(x.share) as share from payouts.matured_line x
        where x.order_id = d.order_id and x.line_id = d.line_id) m
  ), targets as (
    select l.*, remaining * (matured_share + sum(share) over by_tranche) / 100000 as target
      from lines l window by_tranche as (partition by order_id, line_id order by tranche)
  ), amounts as (
    select t.*, greatest(kept, target) - greatest(kept, lag(target) over by_tranche) as amount
      from targets t window by_tranche as (partition by order_id, line_id order by tranche)
  ), matured as (
    insert into payouts.matured_line (order_id, line_id, tranche, seller_id, share, amount, matured_on, posting_key)
    select a.order_id, a.line_id, a.tranche, a.seller_id, a.share, a.amount, $1::date, case when a.amount > 0 then k.key end
      from amounts a join unnest($2::text[], $3::text[]) as k(seller_id, key) on k.seller_id = a.seller_id
    returning seller_id, amount
  )
  select seller_id as "sellerId", sum(amount)::bigint as amount, count(*)::int as tranches from matured group by seller_id`;

/** One step for these sellers in the caller's transaction. If it returns `limit`, more tranches may be left. */
export async function matureStep(
  tx: EntityManager,
  sellers: readonly string[],
  businessDate: string,
  limit: number,
  settlements: Settlements = 'seen',
): Promise<number> {
  // Lock before reading: a cancel of one of these lines takes the same lock, so for the cancel a tranche has either
  // matured or not.
  await lockBalances(
    tx,
    sellers.flatMap((id) => [chart.sellerPending(id), chart.sellerPayable(id)]),
  );
  const parts = await partsBefore(tx, sellers, businessDate);
  const effectiveAt = instantAt(businessDate, '00:00:00');
  const posting = (sellerId: string, amount: bigint) =>
    lineMatured({
      lineKey: `${dayKey(sellerId, businessDate)}${(parts.get(sellerId) ?? 0) + 1}`,
      sellerId,
      amount,
      effectiveAt,
    });
  const matured = await tx.query<{ sellerId: string; amount: bigint; tranches: number }[]>(mature(settlements), [
    businessDate,
    sellers,
    sellers.map((id) => posting(id, 0n).key),
    limit,
  ]);
  await postLedger(
    tx,
    matured.map(({ sellerId, amount }) => posting(sellerId, amount)),
  );
  return matured.reduce((sum, { tranches }) => sum + tranches, 0);
}

const dayKey = (sellerId: string, businessDate: string): string => `${sellerId}/${businessDate}/`;

/**
 * The number of postings of this day for each seller, which numbers the next one. The sellers' lock keeps it unchanged.
 */
async function partsBefore(
  tx: EntityManager,
  sellers: readonly string[],
  businessDate: string,
): Promise<Map<string, number>> {
  const rows = await tx.query<{ sellerId: string; parts: number }[]>(
    `select w.seller_id as "sellerId", count(*)::int as parts
       from unnest($1::text[], $2::text[]) as w(seller_id, prefix)
       join ledger.posting p on p.key > 'line.matured/' || w.prefix and p.key < 'line.matured/' || w.prefix || ':'
      group by w.seller_id`,
    [sellers, sellers.map((id) => dayKey(id, businessDate))],
  );
  return new Map(rows.map(({ sellerId, parts }) => [sellerId, parts]));
}
