import type { DatePolicy } from '@jeongsan/calendar';
import { inList, type Executor } from '@jeongsan/database';
import { bigint, date, manyRows, statement, text } from '@jeongsan/sql';
import { payoutStates, paymentStates } from '@jeongsan/state-machines';
import { canceledOfLine } from '../../closing/canceled-of-line.js';
import type { ExpectedReissue } from './expected-reissues.js';

type TermsKind = Readonly<{ cycle: string; datePolicy: DatePolicy }>;
export type CycleDate = TermsKind & Readonly<{ date: string }>;
export type Due = Readonly<{ amount: bigint; sellers: number }>;

const TERMS_IN_FORCE = `
  select distinct on (seller_id) seller_id, cycle, date_policy from payouts.seller_terms
   where effective_from <= :today::date order by seller_id, effective_from desc`;

/** The distinct kinds of terms. Many sellers share few kinds, so dates are computed once per kind. */
export const termsKinds = (db: Executor, today: string): Promise<TermsKind[]> => KINDS.rows<TermsKind>(db, { today });
const KINDS = statement(`select distinct cycle, date_policy as "datePolicy" from (${TERMS_IN_FORCE}) t`);

/** SQL: the first cycle date of terms `t` from a date on; null: none in the window. */
const nextCycleDate = (t: string, from: string): string => `(
  select min(c.date) from cycle_date c where c.cycle = ${t}.cycle and c.date_policy = ${t}.date_policy and c.date >= ${from})`;

/** Won of payouts that have not ended, and of those among them that were not sent. */
export async function openPayouts(db: Executor): Promise<{ promised: bigint; waiting: bigint }> {
  const [row] = await db.query<{ promised: bigint; waiting: bigint }[]>(
    `select coalesce(sum(amount), 0)::bigint as promised, coalesce(sum(amount) filter (where state = 'reserved'), 0)::bigint as waiting
       from payouts.payout where state in ${inList(payoutStates.reserving)}`,
  );
  return row ?? { promised: 0n, waiting: 0n };
}

/**
 * The open amounts of tranches that have not matured, by maturity date; null while the line waits for its start event. The
 * amount of a tranche is what the line comes to with it, less what has matured and was not given back.
 */
const PENDING_LINES = `
  select seller_id, matures_on,
         (greatest(kept, remaining * through / 100000) - greatest(kept, remaining * (through - share) / 100000))::bigint as amount
    from (
      select t.seller_id, t.matures_on, t.share, l.net - canceled.net as remaining, matured.amount - canceled.taken as kept,
             matured.share + sum(t.share) over (partition by t.order_id, t.line_id order by t.tranche) as through
        from gateway.order_line_tranche t
        join gateway.order_line l on l.order_id = t.order_id and l.line_id = t.line_id
        cross join lateral ${canceledOfLine('l')} canceled
        cross join lateral (
          select coalesce(sum(m.amount), 0)::bigint as amount, coalesce(sum(m.share), 0) as share from payouts.matured_line m
           where (m.order_id, m.line_id) = (l.order_id, l.line_id)) matured
       where not exists (select from payouts.matured_line m
                          where (m.order_id, m.line_id, m.tranche) = (t.order_id, t.line_id, t.tranche))) tranche
  union all
  select l.seller_id, null, l.net - canceled.net
    from gateway.order_line l
    join gateway.payment p on p.order_id = l.order_id and p.state in ${inList(paymentStates.kept)}
    cross join lateral ${canceledOfLine('l')} canceled
   where not exists (select from gateway.order_line_tranche t where t.order_id = l.order_id and t.line_id = l.line_id)`;

const DUE = statement(
  `with terms as (${TERMS_IN_FORCE}),
     cycle_date as (select * from :cycles.unnest as c(:cycles.columns)),
     balance as (
       select split_part(code, ':', 2) as seller_id,
              -sum(balance) as amount
         from ledger.account where code like 'seller:%' and (code like '%:payable' or code like '%:debt') and currency = 'KRW'
        group by 1
     ),
     reissue as (
       -- A statement nets the debt first: reissues pay at most what is payable without it.
       select r.seller_id, r.date, greatest(0, least(r.amount, b.amount - (sum(r.amount) over earlier - r.amount))) as amount
         from (select seller_id, date, sum(amount) as amount from :reissues.unnest as x(:reissues.columns) group by seller_id, date) r
         join balance b on b.seller_id = r.seller_id
       window earlier as (partition by r.seller_id order by r.date)
     ),
     ready as (
       select seller_id, :draft::date as ready_on, amount from balance where amount <> 0
       union all
       select seller_id, :draft::date, -amount from reissue
       union all
       select seller_id, greatest(release_on, :draft::date), amount - released from payouts.reserve_hold
        where released < amount and release_on is not null
       union all
       select seller_id, case when matures_on is not null then greatest(matures_on, :draft::date) end, amount from (${PENDING_LINES}) l
     ),
     dated as (
       select r.seller_id, r.amount, ${nextCycleDate('t', 'r.ready_on')} as date
         from (select seller_id, ready_on, sum(amount) as amount from ready group by seller_id, ready_on) r
         join terms t on t.seller_id = r.seller_id
       union all
       -- A statement of the cycle pays a reissue that is due later.
       select r.seller_id, r.amount, least(case when r.date <= :lastDate::date then r.date end, ${nextCycleDate('t', ':draft::date')})
         from reissue r join terms t on t.seller_id = r.seller_id
     ), running as (
       -- A debt takes from what is due first, then from what is due later.
       select seller_id, date, amount, sum(amount) over (partition by seller_id order by date nulls last) as total
         from (select seller_id, date, sum(amount) as amount from dated group by seller_id, date) d
     ), due as (
       select seller_id, date, greatest(total, 0) - greatest(total - amount, 0) as amount from running
     )
     select date, greatest(sum(amount), 0)::bigint as amount, count(*)::int as sellers from due where amount <> 0 group by date`,
  {
    cycles: manyRows<CycleDate>({
      cycle: text((c) => c.cycle),
      date_policy: text((c) => c.datePolicy),
      date: date((c) => c.date),
    }),
    reissues: manyRows<ExpectedReissue>({
      seller_id: text((r) => r.sellerId),
      date: date((r) => r.date),
      amount: bigint((r) => r.amount),
    }),
  },
);

/** What is due follows from these: the dates of the cycles in the window, its first and last date, and the date of the next draft. */
export type DueFrom = Readonly<{
  today: string;
  draft: string;
  lastDate: string;
  cycles: readonly CycleDate[];
  reissues: readonly ExpectedReissue[];
}>;

/**
 * Amounts due to sellers, by the first date of their cycle on which they are payable; null: after the window. Payable
 * money less debt is due on the first cycle date that is still to be drafted, what is reissued of it on the date of the reissue if that is earlier, the rest of a line
 * that has not matured on the first cycle date after its maturity, a reserve on the first one after its release.
 */
export async function dueByDate(db: Executor, from: DueFrom): Promise<Map<string | null, Due>> {
  const rows = await DUE.rows<{ date: string | null; amount: bigint; sellers: number }>(db, from);
  return new Map(rows.map(({ date: on, amount, sellers }) => [on, { amount, sellers }]));
}
