import { patiently } from '@jeongsan/child-processes';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, businessDateOf, createCalendar, instantAt } from '@jeongsan/calendar';
import { controlledNow, inList } from '@jeongsan/database';
import { payoutStates } from '@jeongsan/state-machines';
import type { DataSource } from 'typeorm';
import type { Stage } from '../stage/stage.js';

const POLL_MS = 100;
/** Steps of time to try in turn when nothing is due but something is open. */
const SECONDS = 3_000;
const A_POLL = 11 * 60_000;
const STEPS = [SECONDS, SECONDS, A_POLL, A_POLL, 'next morning', A_POLL, A_POLL] as const;
const MORNING = '09:00:05';
const calendar = createCalendar();

/** The open things of these dates' runs, in words; empty: everything is at rest. */
export type Rest = Readonly<{ tookMs: number; open: readonly Open[] }>;
export type Open = Readonly<{ date: string; what: string }>;

/**
 * Advances time until nothing is left to happen, or until `msMax` of real time are over (I14). `look`: acts of people
 * meanwhile.
 */
export async function comeToRest(
  stage: Stage,
  dates: readonly string[],
  msMax: number,
  look: () => Promise<void>,
): Promise<Rest> {
  const begun = performance.now();
  const tookMs = (): number => Math.round(performance.now() - begun);
  for (let step = 0; ;) {
    await look();
    const open = await patiently(() => openOf(stage.db, dates));
    if (open.length === 0 || tookMs() > msMax) return { tookMs: tookMs(), open };
    if (!(await patiently(() => isDue(stage.db)))) {
      const next = STEPS[step % STEPS.length] ?? A_POLL;
      step += 1;
      if (next === 'next morning') await stage.clocks.moveTo(nextMorning(stage.clocks.now()));
      else await stage.clocks.advance(next);
    }
    await sleep(POLL_MS);
  }
}

function nextMorning(now: Date): Date {
  return instantAt(calendar.nextBusinessDay(addDays(businessDateOf(now), 1)), MORNING);
}

async function isDue(db: DataSource): Promise<boolean> {
  const [row] = await db.query<{ due: boolean }[]>(
    `select exists (select from messaging.outbox
                     where job like 'payout%' and done_at is null and dead_at is null and run_at <= ${controlledNow}) as due`,
  );
  return row?.due ?? false;
}

/** A run that ended by a decision still has to release its reserved money. */
async function openOf(db: DataSource, dates: readonly string[]): Promise<Open[]> {
  return db.query<Open[]>(
    `select d.date::text as date, 'its draft is promised' as what
       from unnest($1::date[]) as d(date)
       join messaging.outbox o on o.job = 'payout-run.draft' and (o.data ->> 'businessDate')::date = d.date
        and o.done_at is null and o.dead_at is null
     union all
     select business_date::text, 'run ' || state from payouts.run
      where business_date = any($1::date[]) and state not in ('closed', 'rejected', 'expired', 'stopped', 'empty')
     union all
     select r.business_date::text, count(*) || ' payouts ' || p.state from payouts.payout p join payouts.run r on r.id = p.run_id
      where r.business_date = any($1::date[]) and p.state in ${inList(payoutStates.open)}
        and r.state <> 'stopped'
      group by r.business_date, p.state
     union all
     select r.business_date::text, 'batch ' || a.id || ' ' || a.state from payouts.batch a join payouts.run r on r.id = a.run_id
      where r.business_date = any($1::date[]) and a.state in ('prepared', 'sending', 'unknown')`,
    [dates],
  );
}
