import { recordDecisions, systemAuthor } from '@jeongsan/audit';
import { addDays, type Calendar, type DateText, instantAt } from '@jeongsan/calendar';
import { inList } from '@jeongsan/database';
import { systemActors } from '@jeongsan/nest-kit';
import { statement } from '@jeongsan/sql';
import { payoutStates } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { attemptOf, endedWithoutReissue, mayBePaid, owedOf } from '../owed-again.js';
import { reissueRulesOn } from '../set-reissue-policy/set-reissue-policy.js';

/** A failure older than this is left to the seller's cycle and to people. */
const DAYS_BACK_MAX = 60;

const INSERT = statement(`
  with failed as (
    select p.*, ${owedOf('p')} as owed, ${attemptOf('p')} as attempt
      from payouts.payout p
     where p.state in ${inList(payoutStates.unsuccessful)} and p.failure_class = :failureClass
       and p.finished_at >= :from and p.finished_at < :until and ${endedWithoutReissue('p')}
       and ${mayBePaid('p.seller_id', ':date::date', ':now::timestamptz')}
  )
  insert into payouts.reissue (id, payout_id, seller_id, amount, attempt, due_on, policy, reason, requested_by, requested_at)
  select gen_random_uuid(), f.id, f.seller_id, f.owed, f.attempt, :date, :policy, f.failure_code, :by, :now
    from failed f where f.owed > 0 and f.attempt <= :attemptsMax and f.failure_code is not null
  on conflict do nothing
  returning payout_id as "payoutId", seller_id as "sellerId", amount, attempt, due_on as "dueOn", reason as "failureCode"`);

type Reissued = {
  payoutId: string;
  sellerId: string;
  amount: bigint;
  attempt: number;
  dueOn: string;
  failureCode: string;
};

/**
 * Asks for the reissue of every failed payout that the policy in force lets be paid again on this date: its failure is
 * old enough in business days, its money is still owed, and nothing stands against its seller. Safe to repeat.
 */
export async function reissueByPolicy(tx: EntityManager, date: DateText, calendar: Calendar, now: Date): Promise<void> {
  const { version, rules } = await reissueRulesOn(tx, date);
  for (const failureClass of ['retry', 'seller_must_act'] as const) {
    const rule = rules[failureClass];
    const last = rule === null ? null : lastFailureDay(date, rule.afterBusinessDays, calendar);
    if (rule === null || last === null) continue;
    const reissued = await INSERT.rows<Reissued>(tx, {
      failureClass,
      from: instantAt(addDays(date, -DAYS_BACK_MAX), '00:00:00'),
      until: instantAt(addDays(last, 1), '00:00:00'),
      date,
      policy: version,
      by: systemActors.reissue,
      attemptsMax: rule.attemptsMax,
      now,
    });
    const by = systemAuthor(systemActors.reissue);
    const reason = `policy ${version}`;
    const decisions = reissued.map((after) => {
      return { ...by, kind: 'payout.reissued' as const, subject: after.payoutId, reason, before: null, after };
    });
    await recordDecisions(tx, decisions, now);
  }
}

/** The last date of a failure from which `businessDays` have passed by `date`; null: none within DAYS_BACK_MAX. */
function lastFailureDay(date: DateText, businessDays: number, calendar: Calendar): DateText | null {
  for (let back = 1; back <= DAYS_BACK_MAX; back += 1) {
    const failed = addDays(date, -back);
    if (calendar.addBusinessDays(failed, businessDays) <= date) return failed;
  }
  return null;
}
