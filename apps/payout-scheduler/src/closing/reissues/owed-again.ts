import { inList } from '@jeongsan/database';
import { payoutRunStates, payoutStates, sellerStates } from '@jeongsan/state-machines';
import { accountWaits, openHolds } from '../close-statements/gate-facts.js';
import { linesOfPosting } from '../lines-of-posting.js';

/** SQL: the keys of the postings that make the money of payout `p` payable again. */
const cameBack = (p: string): string => `any(array['payout.released/' || ${p}.id, 'payout.returned/' || ${p}.id])`;

/** SQL: whether the run was given up; `run` is its id. */
const givenUp = (run: string): string =>
  `exists (select from payouts.run ended where ended.id = ${run} and ended.state in ${inList(payoutRunStates.givenUp)})`;

/** SQL: won of statements from a date to statement `x` whose payouts ended unpaid, and that no statement until `x` stated anew. */
export const endedUnpaidBy = (x: string, from: string, which = 'true'): string => `(
  select coalesce(sum(q.amount), 0)
    from payouts.statement u join payouts.payout q on q.statement_id = u.id and q.state in ${inList(payoutStates.unpaid)}
   where u.seller_id = ${x}.seller_id and u.business_date between ${from} and ${x}.business_date and ${which}
     and not exists (select from ${linesOfPosting(cameBack('q'), 'q.seller_id')} anew where anew.business_date <= ${x}.business_date))`;

/**
 * SQL: won of the payout `p` that came back and that no statement has paid since. The money of a payout that came back is
 * first payable, then on a statement: of that statement and the later ones, the least amount carried, or not paid by a run that
 * was given up, is the most that can still be unpaid. An upper bound; the seller's payable balance bounds it again when a
 * statement closes.
 */
export const owedOf = (p: string): string => `(
  select coalesce(max(least(${p}.amount, case when l.statement_id is null then ${p}.amount else since.carried end)), 0)::bigint
    from ledger.posting g
    left join lateral ${linesOfPosting('g.key', `${p}.seller_id`)} l on true
    left join lateral (
      select min(greatest(0, x.carried) + ${endedUnpaidBy('x', 'l.business_date', givenUp('q.run_id'))}) as carried from payouts.statement x
       where x.seller_id = ${p}.seller_id and x.business_date >= l.business_date) since on true
   where g.key = ${cameBack(p)}
     and not exists (select from payouts.reissue r join payouts.statement paid on paid.id = r.statement_id
                      where r.payout_id = ${p}.id and paid.payout_amount > 0 and not ${givenUp('paid.run_id')}))`;

/** SQL: how often the money of payout `p` will have been reissued with one reissue more. */
export const attemptOf = (p: string): string =>
  `(select coalesce(max(r.attempt), 0) + 1 from payouts.reissue r
     where r.payout_id = ${p}.id or (r.statement_id = ${p}.statement_id and r.seller_id = ${p}.seller_id))`;

/** SQL: whether the payout `p` ended without paying, in a run that was not rejected. */
export const endedUnpaid = (p: string): string =>
  `(${p}.state in ${inList(payoutStates.unpaid)}
    and exists (select from payouts.run of where of.id = ${p}.run_id and of.state not in ${inList(payoutRunStates.givenUp)}))`;

/** SQL: whether the payout `p` ended without paying and has no reissue, open or in a run that was not given up. */
export const endedWithoutReissue = (p: string): string =>
  `(${endedUnpaid(p)}
    and not exists (select from payouts.reissue r left join payouts.statement taken on taken.id = r.statement_id
                     where r.payout_id = ${p}.id and (taken.id is null or not ${givenUp('taken.run_id')})))`;

/** SQL: whether the payout `p` ended without paying, and its money is still owed and in no reissue. */
export const waitsForReissue = (p: string): string => `(${endedWithoutReissue(p)} and ${owedOf(p)} > 0)`;

/** SQL: whether nothing about the seller stands against a payment; `seller`, `date` and `now` are SQL expressions. */
export const mayBePaid = (seller: string, date: string, now: string): string =>
  `exists (select from onboarding.seller o
            where o.seller_id = ${seller} and o.state in ${inList(sellerStates.payable)} and not ${accountWaits('o', now)}
              and ${openHolds(seller, date)} = '{}')`;
