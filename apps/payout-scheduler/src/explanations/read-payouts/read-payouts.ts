import { inList, type Executor } from '@jeongsan/database';
import { pageOf, type Input, type Output, type Page } from '@jeongsan/http-contract';
import type { listPayoutViews, listSellerPositions, listStatements } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { payoutStates } from '@jeongsan/state-machines';
import { pageSize } from '../../terms/page-size.js';

const UNSUCCESSFUL = inList(payoutStates.unsuccessful);

const PAYOUTS = statement(`
  select id, ref_payout_id as "refPayoutId", run_id as "runId", seller_id as "sellerId", amount, state,
        schedule_type as "scheduleType", payout_date as "payoutDate", provider_payout_id as "providerPayoutId",
        failure_code as "failureCode", failure_class as "failureClass", finished_at as "finishedAt"
   from payouts.payout
  where (:runId::uuid is null or run_id = :runId) and (:sellerId::text is null or seller_id = :sellerId)
    and (:state::text is null or state = :state)
    and (:after::uuid is null or id > :after)
  order by id limit :rows`);

type Payout = Omit<Output<typeof listPayoutViews>['items'][number], 'waiting'>;

export async function readPayouts(db: Executor, query: Input<typeof listPayoutViews>['query']): Promise<Page<Payout>> {
  const limit = pageSize(query.limit);
  const rows = await PAYOUTS.rows<Payout>(db, {
    runId: query.runId ?? null,
    sellerId: query.sellerId ?? null,
    state: query.state ?? null,
    after: query.after ?? null,
    rows: limit + 1,
  });
  return pageOf(rows, limit, (row) => row.id);
}

export async function readStatements(
  db: Executor,
  query: Input<typeof listStatements>['query'],
): Promise<Output<typeof listStatements>> {
  const limit = pageSize(query.limit);
  const rows = await db.query<Output<typeof listStatements>['items']>(
    `select id, run_id as "runId", seller_id as "sellerId", business_date as "businessDate", opening, movements,
            payout_amount as "payoutAmount", carried, hold_reason as "holdReason", reserve_released as "reserveReleased",
            debt_netted as "debtNetted", withheld, reserve_held as "reserveHeld", held_back as "heldBack"
       from payouts.statement
      where ($1::uuid is null or run_id = $1) and ($2::text is null or seller_id = $2) and ($3::uuid is null or id > $3)
      order by id limit $4`,
    [query.runId ?? null, query.sellerId ?? null, query.after ?? null, limit + 1],
  );
  return pageOf(rows, limit, (row) => row.id);
}

/**
 * The positions of sellers: balances from the ledger, payments from the payouts, reasons from the latest statement and
 * open holds.
 */
export async function readSellerPositions(
  db: Executor,
  query: Input<typeof listSellerPositions>['query'],
): Promise<Output<typeof listSellerPositions>> {
  const limit = pageSize(query.limit);
  const rows = await db.query<Output<typeof listSellerPositions>['items']>(
    `with page as (
       select seller_id from onboarding.seller where seller_id > $1 order by seller_id limit $2
     ), balance as (
       select p.seller_id, split_part(a.code, ':', 3) as part, a.balance
         from page p join ledger.account a on a.currency = 'KRW' and a.code = any(array[
           'seller:' || p.seller_id || ':pending', 'seller:' || p.seller_id || ':payable',
           'seller:' || p.seller_id || ':reserved', 'seller:' || p.seller_id || ':reserve', 'seller:' || p.seller_id || ':debt'])
     ), moved as (
       select o.seller_id,
              sum(o.amount) filter (where o.state = 'paid') as paid,
              sum(o.amount) filter (where o.state in ${UNSUCCESSFUL}) as failed,
              count(*) filter (where o.state in ${UNSUCCESSFUL}) as failed_count,
              (array_agg(o.failure_code order by o.finished_at desc) filter (where o.state in ${UNSUCCESSFUL}))[1] as code
         from page p join payouts.payout o on o.seller_id = p.seller_id group by o.seller_id
     )
     select p.seller_id as "sellerId",
            coalesce(sum(-b.balance) filter (where b.part = 'pending'), 0)::bigint as pending,
            coalesce(sum(-b.balance) filter (where b.part = 'payable'), 0)::bigint as payable,
            coalesce(sum(-b.balance) filter (where b.part = 'reserved'), 0)::bigint as reserved,
            coalesce(sum(-b.balance) filter (where b.part = 'reserve'), 0)::bigint as reserve,
            coalesce(sum(b.balance) filter (where b.part = 'debt'), 0)::bigint as debt,
            (select coalesce(sum(s.withheld), 0)::bigint from payouts.statement s where s.seller_id = p.seller_id) as withheld,
            coalesce(m.paid, 0)::bigint as paid, coalesce(m.failed, 0)::bigint as failed, coalesce(m.failed_count, 0)::int as "failedCount",
            m.code as "lastFailureCode",
            array(select reason from payouts.hold h where h.seller_id = p.seller_id and h.released_at is null
                  union
                  select hold_reason from (select hold_reason from payouts.statement s where s.seller_id = p.seller_id
                                            order by business_date desc limit 1) latest where hold_reason is not null) as "holdReasons"
       from page p
       left join balance b on b.seller_id = p.seller_id
       left join moved m on m.seller_id = p.seller_id
      group by p.seller_id, m.paid, m.failed, m.failed_count, m.code order by p.seller_id`,
    [query.after ?? '', limit + 1],
  );
  return pageOf(rows, limit, (row) => row.sellerId);
}
