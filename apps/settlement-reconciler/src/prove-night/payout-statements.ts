import { inList } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import { payoutStates } from '@jeongsan/state-machines';
import { inputOf, isBooked, linesOf } from './sources.js';

const ourDay = 'coalesce(p.payout_date, a.payout_date)';

/** SQL: our payouts of the listed days whose payment is in the ledger of the snapshot, and whose return is not. */
const settled = `
  select p.ref_payout_id as key, '' as account, ${ourDay} as day, p.currency::text as currency, p.amount
    from payouts.payout p left join payouts.batch a on a.id = p.batch_id
   where ${ourDay} = any(:payoutDays::date[]) and ${isBooked(`'payout.paid/' || p.id`)} and not ${isBooked(`'payout.returned/' || p.id`)}`;

/**
 * SQL: listed payouts that took money, on the day on which we count them. A payout that is on its way here, or that the bank sent back, has
 * no settled amount yet. Two listed payouts with one reference are both counted: the provider paid twice.
 */
const listed = `
  select coalesce(l.ref_payout_id, l.provider_payout_id) as key, '' as account, coalesce(${ourDay}, l.payout_date) as day, l.currency::text as currency,
         sum(l.amount)::bigint as amount
    from reconciliation.listed_payout l
    left join payouts.payout p on p.ref_payout_id = l.ref_payout_id left join payouts.batch a on a.id = p.batch_id
   where l.status <> all(:endedWithoutMoney::text[]) and coalesce(${ourDay}, l.payout_date) = any(:payoutDays::date[])
     and (p.state is null or p.state not in ${inList([...payoutStates.open, 'returned'])})
   group by 1, 3, 4`;

const settledInput = inputOf('PAYOUTS', 'payouts', settled);

export const PAYOUT_INPUTS = statement(
  `select * from (${settledInput} union all ${inputOf('PAYOUTS', 'listed', listed)}) i`,
);

/** Our side as it was in a past snapshot; the provider's list of that time is in the stored inputs only. */
export const PAYOUTS_THEN = statement(settledInput);

export const PAYOUT_LINES = statement(`
  select equation, account, day, currency, subject, expected, found, amount,
         case when found is null and day::date > :missingPayoutThrough::date then 'EXPECTED' end as why
    from (${linesOf('PAYOUTS', settled, listed)}) line order by day, subject limit :most`);
