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
import { refuse, type getSellerPosition } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { readHeldMoney } from '../close-statements/held-money.js';

type Balances = Output<typeof getSellerPosition>;
type Row = Omit<Balances, 'held' | 'nextStatementDate'> & {
  isHeld: boolean;
  cycle: string | null;
  datePolicy: DatePolicy | null;
  isClosedToday: boolean;
};

/**
 * A seller's balances in the ledger, with the reasons why money is not paid, as the closing of a statement would see
 * them now. Call it in one snapshot, so that all parts are of one moment. Throws SELLER_NOT_FOUND.
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
  const [row] = await BALANCES.rows<Row>(db, {
    sellerId,
    accounts: accounts.map((account) => account(sellerId).code),
    payableAccount: chart.sellerPayable(sellerId).code,
    since: instantAt(`${today.slice(0, 4)}-01-01`, '00:00:00'),
    today,
  });
  if (!row) throw refuse('SELLER_NOT_FOUND', `There is no seller ${sellerId}`);
  const { isHeld, cycle, datePolicy, isClosedToday, ...money } = row;
  const kept = (await readHeldMoney(db, [sellerId], now)).get(sellerId);
  const upToPayable = (amount: bigint): bigint => (amount < money.payable ? amount : money.payable);
  return {
    ...money,
    held: {
      seller: isHeld ? money.payable : 0n,
      orders: upToPayable(kept?.orders ?? 0n),
      amounts: upToPayable(kept?.amounts ?? 0n),
      futureDebits: upToPayable(kept?.futureDebits ?? 0n),
    },
    nextStatementDate:
      cycle === null || datePolicy === null
        ? null
        : nextDate(isClosedToday ? addDays(today, 1) : today, cycle, datePolicy, calendar),
  };
}

/** The next date of a cycle; null if the calendar does not reach that far, because dates are never guessed. */
function nextDate(from: string, cycle: string, policy: DatePolicy, calendar: Calendar): string | null {
  try {
    return nextCycleDates(from, 1, parseCycle(cycle), policy, calendar)[0] ?? null;
  } catch (error) {
    if (error instanceof CalendarYearUnknown) return null;
    throw error;
  }
}

const BALANCES = statement(`
  with part as (
    select coalesce(-sum(balance) filter (where code like '%:pending'), 0)::bigint as pending,
           coalesce(-sum(balance) filter (where code like '%:payable'), 0)::bigint as payable,
           coalesce(-sum(balance) filter (where code like '%:reserved'), 0)::bigint as reserved,
           coalesce(-sum(balance) filter (where code like '%:reserve'), 0)::bigint as reserve,
           coalesce(sum(balance) filter (where code like '%:debt'), 0)::bigint as debt
      from ledger.account where currency = 'KRW' and code = any(:accounts)
  ), withheld as (
    -- Sealed months of the year by their sums, and the entries since.
    select coalesce(sum(amount), 0)::bigint as "withheldThisYear"
      from (select moved as amount from ledger.month_template
             where account_code = :payableAccount and currency = 'KRW' and template = 'tax.withheld' and month >= ledger.month_of(:since)
            union all
            select e.amount from ledger.entry e join ledger.posting p on p.id = e.posting_id and p.template = 'tax.withheld'
             where e.account_code = :payableAccount and e.currency = 'KRW'
               and e.effective_at >= greatest(:since::timestamptz,
                     (select ledger.month_start(ledger.next_month(max(month))) from ledger.month))) part
  )
  select s.seller_id as "sellerId", part.*, withheld.*, t.cycle, t.date_policy as "datePolicy",
         exists (select from payouts.hold where seller_id = :sellerId and released_at is null and scope = 'SELLER'
                    and (release_on is null or release_on > :today)) as "isHeld",
         exists (select from payouts.statement where seller_id = :sellerId and business_date = :today) as "isClosedToday"
    from onboarding.seller s cross join part cross join withheld
    left join lateral (select cycle, date_policy from payouts.seller_terms
                        where seller_id = :sellerId and effective_from <= :today order by effective_from desc limit 1) t on true
   where s.seller_id = :sellerId`);
