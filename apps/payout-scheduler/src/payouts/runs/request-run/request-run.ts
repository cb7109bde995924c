import { authorOf, recordDecision } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import { enqueue, lockUntilCommit } from '@jeongsan/database';
import { assertMayAsk, type Caller } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import type { EntityManager } from 'typeorm';
import { insertRun } from '../draft-run/open-run.js';

/**
 * Opens the run of a date now, drafted by the caller, and enqueues its drafting. Returns the run's id. Throws
 * RUN_SECOND_PERSON_REQUIRED for a key; RUN_DATE_IN_FUTURE; RUN_DATE_TAKEN when the date has a run in any state but
 * empty (an empty run is drafted again); RUN_OVERLAPS when a later date has a run, because a seller's statements follow
 * one another by date.
 */
export async function requestRun(
  tx: EntityManager,
  businessDate: string,
  caller: Caller,
  now: Date,
  reason: string | null = null,
): Promise<string> {
  assertMayAsk(caller, 'run');
  if (businessDate > businessDateOf(now)) {
    throw refuse('RUN_DATE_IN_FUTURE', `${businessDate} has not come yet: a run is drafted for today or a day before`);
  }
  await lockUntilCommit(tx, 'openingRun');
  const [last] = await tx.query<{ business_date: string; taken: boolean }[]>(
    `select business_date, exists (select from payouts.run where business_date = $1 and state <> 'empty') as taken
       from payouts.run where state <> 'empty' order by business_date desc limit 1`,
    [businessDate],
  );
  if (last?.taken) throw refuse('RUN_DATE_TAKEN', `${businessDate} has its run: it is not drafted twice`);
  if (last && last.business_date > businessDate) {
    throw refuse('RUN_OVERLAPS', `${businessDate} is before the last run, that of ${last.business_date}`);
  }
  await insertRun(tx, businessDate, caller.actor, now);
  const [run] = await tx.query<{ id: string }[]>(`select id from payouts.run where business_date = $1`, [businessDate]);
  if (!run) throw new Error(`Run ${businessDate} was not opened`);
  const decided = { subject: run.id, ...authorOf(caller), reason, before: null, after: { businessDate } };
  await recordDecision(tx, { kind: 'run.requested', ...decided }, now);
  await enqueue(tx, 'payout-run.draft', { businessDate }, now, { dedupeKey: `payout-run.draft/${businessDate}` });
  return run.id;
}
