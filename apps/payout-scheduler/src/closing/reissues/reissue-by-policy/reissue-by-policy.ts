import { recordDecisions, systemAuthor } from '@jeongsan/audit';
import { addDays, businessDateOf, type Calendar, type DateText, instantAt } from '@jeongsan/calendar';
import { type Executor, inList } from '@jeongsan/database';
import { systemActors } from '@jeongsan/nest-kit';
import { statement } from '@jeongsan/sql';
import { payoutStates } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { attemptOf, endedWithoutReissue, mayBePaid, owedOf } from '../owed-again.js';
import { reissueRulesOn } from '../set-reissue-policy/set-reissue-policy.js';

/** A failure older than this is left to the seller's cycle and to people. */
const DAYS_BACK_MAX = 60;

/** SQL: failed payouts without a reissue of sellers against whom nothing stands, with what is owed of each and the number of the attempt. */
const FAILED = `
    select p.*, ${owedOf('p')} as owed, ${attemptOf('p')} as attempt
      from payouts.payout p
     where p.state in ${inList(payoutStates.unsuccessful)} and p.failure_class = :failureClass and p.failure_code is not null
       and p.finished_at >= :from and p.finished_at < :until and ${endedWithoutReissue('p')}
       and ${mayBePaid('p.seller_id', ':date::date', ':now::timestamptz')}`;

const INSERT = statement(`
  with failed as (${FAILED})
  insert into payouts.reissue (id, payout_id, seller_id, amount, attempt, due_on, policy, reason, requested_by, requested_at)
  select gen_random_uuid(), f.id, f.seller_id, f.owed, f.attempt, :date, :policy, f.failure_code, :by, :now
    from failed f where f.owed > 0 and f.attempt <= :attemptsMax
  on conflict do nothing
  returning payout_id as "payoutId", seller_id as "sellerId", amount, attempt, due_on as "dueOn", reason as "failureCode"`);

const classes = ['retry', 'seller_must_act'] as const;
const oldestFailure = (date: DateText): Date => instantAt(addDays(date, -DAYS_BACK_MAX), '00:00:00');

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
  for (const failureClass of classes) {
    const rule = rules[failureClass];
    const last = rule === null ? null : lastFailureDay(date, rule.afterBusinessDays, calendar);
    if (rule === null || last === null) continue;
    const reissued = await INSERT.rows<Reissued>(tx, {
      failureClass,
      from: oldestFailure(date),
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

const FORESEE = statement(`
  select f.seller_id as "sellerId", f.owed as amount, (f.finished_at at time zone 'Asia/Seoul')::date as "failedOn"
    from (${FAILED}) f where f.owed > 0 and f.attempt <= :attemptsMax`);

/** Money of a seller that a reissue will make payable off-cycle, from the draft of a date on. */
export type ForeseenReissue = Readonly<{ sellerId: string; amount: bigint; from: DateText }>;

/** The reissues that the policy of a date will ask for, as things stand, each with the first date on which it can. */
export async function foreseeReissues(
  db: Executor,
  date: DateText,
  calendar: Calendar,
  now: Date,
): Promise<ForeseenReissue[]> {
  const { rules } = await reissueRulesOn(db, date);
  const foreseen: ForeseenReissue[] = [];
  for (const failureClass of classes) {
    const rule = rules[failureClass];
    if (rule === null) continue;
    const until = instantAt(addDays(businessDateOf(now), 1), '00:00:00');
    const facts = { failureClass, from: oldestFailure(date), until, date, now, attemptsMax: rule.attemptsMax };
    for (const { sellerId, amount, failedOn } of await FORESEE.rows<Foreseen>(db, facts)) {
      const [dayAfter, ripe] = [addDays(failedOn, 1), calendar.addBusinessDays(failedOn, rule.afterBusinessDays)];
      foreseen.push({ sellerId, amount, from: dayAfter > ripe ? dayAfter : ripe });
    }
  }
  return foreseen;
}
type Foreseen = { sellerId: string; amount: bigint; failedOn: DateText };
