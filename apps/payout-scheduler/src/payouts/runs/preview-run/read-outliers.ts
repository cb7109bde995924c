import { inList, type Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import type { outlierReasons, previewRun } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { payoutRunStates, sellerStates } from '@jeongsan/state-machines';

/** A payout is an outlier above `factor` times the average of the seller's last `payouts` paying statements. */
export type OutlierRules = Readonly<{ factor: number; payouts: number }>;

/** The default rule for outliers; a setting of the process replaces it. */
const USUAL_OUTLIERS: OutlierRules = { factor: 3, payouts: 10 };

type Outliers = Output<typeof previewRun>['outliers'];
type Reason = (typeof outlierReasons)[number];
type Row = {
  kind: 'count' | 'seller';
  key: string;
  sellers: number;
  amount: bigint;
  average: bigint | null;
  reasons: Reason[];
};

const SELLERS_SHOWN = 50;

const OUTLIERS = statement(`
  with paid as (
    select seller_id, sum(amount)::bigint as amount, min(account_fingerprint) as fingerprint
      from payouts.payout where run_id = :runId group by seller_id
  ), shared as (
    select account_fingerprint as fingerprint from onboarding.seller
     where state not in ${inList(sellerStates.ended)} group by account_fingerprint having count(*) > 1
  ), judged as materialized (
    select p.seller_id, p.amount, h.average,
           array_remove(array[
             case when p.amount > h.average * :factor::int then 'ABOVE_AVERAGE' end,
             case when h.average is null then 'FIRST_PAYOUT' end,
             case when l.account_fingerprint <> p.fingerprint then 'ACCOUNT_CHANGED' end,
             case when s.fingerprint is not null then 'SHARED_ACCOUNT' end], null) as reasons
      from paid p
      left join shared s using (fingerprint)
      cross join lateral (
        select (sum(payout_amount) / nullif(count(*), 0))::bigint as average from (
          select o.payout_amount from payouts.statement o join payouts.run r on r.id = o.run_id
           where o.seller_id = p.seller_id and o.business_date < :businessDate and o.payout_amount > 0
             and r.state not in ${inList(payoutRunStates.givenUp)}
           order by o.business_date desc limit :payouts) last) h
      left join lateral (
        select o.account_fingerprint from payouts.payout o
         where o.seller_id = p.seller_id and o.submitted_at < :cutoff and o.run_id <> :runId
         order by o.submitted_at desc limit 1) l on true
  )
  select 'count' as kind, reason as key, count(*)::int as sellers, sum(amount)::bigint as amount,
         null::bigint as average, null::text[] as reasons
    from judged, unnest(reasons) as reason group by reason
  union all
  (select 'seller', seller_id, 1, amount, average, reasons from judged
    where reasons <> '{}' order by amount desc, seller_id limit :sellersShown)`);

/**
 * The payouts that an approver should check: the number for each reason, and the largest ones. A seller's history is
 * the payouts of earlier runs; an account is compared with the one last paid to, and with the accounts of other
 * sellers.
 */
export async function readOutliers(
  db: Executor,
  run: Readonly<{ id: string; businessDate: string; cutoff: Date }>,
  rules: OutlierRules = USUAL_OUTLIERS,
): Promise<Outliers> {
  const rows = await OUTLIERS.rows<Row>(db, {
    runId: run.id,
    businessDate: run.businessDate,
    cutoff: run.cutoff,
    factor: rules.factor,
    payouts: rules.payouts,
    sellersShown: SELLERS_SHOWN,
  });
  const counts = rows.filter((row) => row.kind === 'count').sort((a, b) => (a.key < b.key ? -1 : 1));
  return {
    counts: counts.map(({ key, sellers, amount }) => ({ reason: key as Reason, sellers, amount })),
    sellers: rows
      .filter((row) => row.kind === 'seller')
      .map(({ key, amount, average, reasons }) => ({ sellerId: key, amount, average, reasons })),
  };
}
