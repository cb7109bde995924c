import {
  atLeast,
  atMost,
  type Executor,
  filteredList,
  fromDate,
  fromDay,
  inList,
  is,
  pageSize,
  toDate,
  toDay,
} from '@jeongsan/database';
import { pageOf, type Input, type Output, type Page } from '@jeongsan/http-contract';
import {
  type getPayoutView,
  type listPayoutViews,
  type listSellerPositions,
  type listStatements,
  refuse,
} from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { payoutStates } from '@jeongsan/state-machines';
import { waitsForReissue } from '../../closing/reissues/owed-again.js';

const UNSUCCESSFUL = inList(payoutStates.unsuccessful);

export type Payout = Omit<Output<typeof listPayoutViews>['items'][number], 'waiting'>;
type PayoutDetail = Omit<Output<typeof getPayoutView>, 'waiting'>;

/** Columns of a payout `x`. */
export const payoutColumns = `x.id, x.ref_payout_id as "refPayoutId", x.run_id as "runId", x.seller_id as "sellerId", x.amount, x.state,
        x.schedule_type as "scheduleType", x.payout_date as "payoutDate", x.provider_payout_id as "providerPayoutId",
        x.failure_code as "failureCode", x.failure_class as "failureClass", x.created_at as "createdAt", x.finished_at as "finishedAt"`;

const PAYOUTS = filteredList({
  from: 'payouts.payout',
  columns: payoutColumns,
  order: [
    { column: 'created_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: {
    runId: is('x.run_id', 'uuid'),
    batchId: is('x.batch_id', 'uuid'),
    sellerId: is('x.seller_id'),
    // Most payouts are paid, and the other states have indexes of their own.
    state: is('x.state'),
    owed: {
      type: 'bool',
      condition: (value) => `(x.state in ${inList(payoutStates.unpaid)} and ${waitsForReissue('x')} = ${value})`,
    },
    from: fromDay('x.created_at'),
    to: toDay('x.created_at'),
  },
  checks: {
    scheduleType: is('x.schedule_type'),
    payoutDate: is('x.payout_date', 'date'),
    minAmount: atLeast('x.amount'),
    maxAmount: atMost('x.amount'),
  },
});

/** Payouts, newest first. */
export const readPayouts = (db: Executor, query: Input<typeof listPayoutViews>['query']): Promise<Page<Payout>> =>
  PAYOUTS.page<Payout>(db, query);

const PAYOUT = statement(`
  select ${payoutColumns}, x.statement_id as "statementId", x.batch_id as "batchId", x.provider_seller_id as "providerSellerId",
         x.provider_status as "providerStatus", x.submitted_at as "submittedAt", x.observed_at as "observedAt", x.not_before as "notBefore"
    from payouts.payout x where x.id = :payoutId`);

/** One payout. Throws PAYOUT_NOT_FOUND. */
export async function readPayout(db: Executor, payoutId: string): Promise<PayoutDetail> {
  const [row] = await PAYOUT.rows<PayoutDetail>(db, { payoutId });
  if (!row) throw refuse('PAYOUT_NOT_FOUND', `There is no payout ${payoutId}`);
  return row;
}

const STATEMENTS = filteredList({
  from: 'payouts.statement',
  columns: `x.id, x.run_id as "runId", x.seller_id as "sellerId", x.business_date as "businessDate", x.opening, x.movements,
            x.payout_amount as "payoutAmount", x.carried, x.hold_reason as "holdReason", x.reserve_released as "reserveReleased",
            x.debt_netted as "debtNetted", x.withheld, x.reserve_held as "reserveHeld", x.held_back as "heldBack"`,
  order: [
    { column: 'business_date', type: 'date' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: {
    runId: is('x.run_id', 'uuid'),
    sellerId: is('x.seller_id'),
    from: fromDate('x.business_date'),
    to: toDate('x.business_date'),
  },
  checks: {
    minAmount: atLeast('x.payout_amount'),
    maxAmount: atMost('x.payout_amount'),
    holdReason: is('x.hold_reason'),
  },
});

/** Statements, newest first. */
export const readStatements = (
  db: Executor,
  query: Input<typeof listStatements>['query'],
): Promise<Output<typeof listStatements>> => STATEMENTS.page<Output<typeof listStatements>['items'][number]>(db, query);

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
