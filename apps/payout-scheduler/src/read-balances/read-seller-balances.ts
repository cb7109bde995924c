import {
  addDays,
  businessDateOf,
  type Calendar,
  CalendarYearUnknown,
  type DatePolicy,
  instantAt,
  nextCycleDates,
  parseCycle,
} from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import { chart } from '@jeongsan/ledger';
import { refuse, type getSellerBalances } from '@jeongsan/platform-contract';

type Balances = Output<typeof getSellerBalances>;
type Row = Omit<Balances, 'held' | 'nextStatementDate'> & {
  onSeller: boolean;
  orders: bigint;
  amounts: bigint;
  cycle: string | null;
  datePolicy: DatePolicy | null;
  isClosedToday: boolean;
};

/**
 * Where a seller's money is, by the ledger, at one moment. A held order keeps what has matured of it, less what its cancels took
 * back, until a statement after that closed with nothing carried: then it had been paid. Throws SELLER_NOT_FOUND.
 */
export async function readSellerBalances(
  db: Executor,
  sellerId: string,
  calendar: Calendar,
  now: Date,
): Promise<Balances> {
  const today = businessDateOf(now);
  const accounts = [
    chart.sellerPending,
    chart.sellerPayable,
    chart.sellerReserved,
    chart.sellerReserve,
    chart.sellerDebt,
  ];
  const [row] = await db.query<Row[]>(BALANCES, [
    sellerId,
    accounts.map((account) => account(sellerId).code),
    chart.sellerPayable(sellerId).code,
    instantAt(`${today.slice(0, 4)}-01-01`, '00:00:00'),
    today,
  ]);
  if (!row) throw refuse('SELLER_NOT_FOUND', `There is no seller ${sellerId}`);
  const { onSeller, orders, amounts, cycle, datePolicy, isClosedToday, ...money } = row;
  const upToPayable = (amount: bigint): bigint => (amount < money.payable ? amount : money.payable);
  return {
    ...money,
    held: {
      seller: onSeller ? money.payable : 0n,
      orders: upToPayable(orders),
      amounts: upToPayable(amounts),
    },
    nextStatementDate:
      cycle === null || datePolicy === null
        ? null
        : nextDate(isClosedToday ? addDays(today, 1) : today, cycle, datePolicy, calendar),
  };
}

/** Null where the calendar does not reach: it refuses to guess. */
function nextDate(from: string, cycle: string, policy: DatePolicy, calendar: Calendar): string | null {
  try {
    return nextCycleDates(from, 1, parseCycle(cycle), policy, calendar)[0] ?? null;
  } catch (error) {
    if (error instanceof CalendarYearUnknown) return null;
    throw error;
  }
}

const BALANCES = `
with part as (
  select coalesce(-sum(balance) filter (where code like '%:pending'), 0)::bigint as pending,
         coalesce(-sum(balance) filter (where code like '%:payable'), 0)::bigint as payable,
         coalesce(-sum(balance) filter (where code like '%:reserved'), 0)::bigint as reserved,
         coalesce(-sum(balance) filter (where code like '%:reserve'), 0)::bigint as reserve,
         coalesce(sum(balance) filter (where code like '%:debt'), 0)::bigint as debt
    from ledger.account where currency = 'KRW' and code = any($2)
), withheld as (
  select coalesce(sum(e.amount), 0)::bigint as "withheldThisYear"
    from ledger.entry e join ledger.posting p on p.id = e.posting_id and p.template = 'tax.withheld'
   where e.account_code = $3 and e.currency = 'KRW' and e.effective_at >= $4
), open_hold as (
  select scope, order_id, amount from payouts.hold where seller_id = $1 and released_at is null
), unpaid_line as (
  select m.order_id, m.line_id, sum(m.amount) as amount
    from payouts.matured_line m
   where m.seller_id = $1 and m.order_id in (select order_id from open_hold where scope = 'ORDER')
     and not exists (select from payouts.statement s where s.seller_id = $1 and s.business_date >= m.matured_on and s.carried <= 0)
   group by m.order_id, m.line_id
), held as (
  select coalesce(bool_or(scope = 'SELLER'), false) as "onSeller",
         coalesce(sum(amount) filter (where scope = 'AMOUNT'), 0)::bigint as amounts,
         (select coalesce(sum(greatest(0, l.amount - coalesce((
                   select sum(c.from_payable + c.to_debt) from gateway.cancel_line c join gateway.cancel k on k.id = c.cancel_id
                    where (c.order_id, c.line_id) = (l.order_id, l.line_id) and k.state = 'done'), 0))), 0)::bigint
            from unpaid_line l) as orders
    from open_hold
)
select s.seller_id as "sellerId", part.*, withheld.*, held.*, t.cycle, t.date_policy as "datePolicy",
       exists (select from payouts.statement where seller_id = $1 and business_date = $5) as "isClosedToday"
  from onboarding.seller s cross join part cross join withheld cross join held
  left join lateral (select cycle, date_policy from payouts.seller_terms
                      where seller_id = $1 and effective_from <= $5 order by effective_from desc limit 1) t on true
 where s.seller_id = $1`;
