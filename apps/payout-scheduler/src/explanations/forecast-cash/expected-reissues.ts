import { type Calendar, type DateText } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import { mayBePaid, owedOf } from '../../closing/reissues/owed-again.js';
import { foreseeReissues, type ForeseenReissue } from '../../closing/reissues/reissue-by-policy/reissue-by-policy.js';

/** Won of a seller that an off-cycle statement pays on a date. */
export type ExpectedReissue = Readonly<{ sellerId: string; amount: bigint; date: DateText }>;

const OPEN = statement(`
  select r.seller_id as "sellerId", least(r.amount, ${owedOf('p')}) as amount, r.due_on as "from"
    from payouts.reissue r join payouts.payout p on p.id = r.payout_id
   where r.statement_id is null and ${mayBePaid('r.seller_id', ':draft::date', ':now::timestamptz')}`);

/**
 * The reissues that were asked for, and those that the policy will ask for: paid by the first run that is drafted on their date or
 * later (`draft`: the date of the next draft), which is sent on a business day. Those of a seller who is held wait for the cycle date.
 */
export async function expectedReissues(
  db: Executor,
  draft: DateText,
  calendar: Calendar,
  now: Date,
): Promise<ExpectedReissue[]> {
  const open = await OPEN.rows<ForeseenReissue>(db, { draft, now });
  const all = [...open, ...(await foreseeReissues(db, draft, calendar, now))];
  return all.map(({ sellerId, amount, from }) => ({
    sellerId,
    amount,
    date: calendar.nextBusinessDay(from > draft ? from : draft),
  }));
}
