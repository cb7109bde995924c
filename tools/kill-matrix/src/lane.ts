import { setTimeout as pause } from 'node:timers/promises';
import { addDays, businessDateOf, createCalendar, instantAt } from '@jeongsan/calendar';
import { controlledNow, readClock } from '@jeongsan/database';
import { wronglyReserved, sellersHave } from '@jeongsan/testing';
import { inProcess, nthOf, type Case, type Verdict } from './case.js';
import { judge } from './oracle.js';
import type { Service } from './service.js';
import { openStage, type Stage } from './stage.js';
import { wirePoints, type WireAction } from './wire.js';

const calendar = createCalendar();
const OPENS_AT = '10:00:00';
const TICK_MS = 40;
const STEP_MS = 11 * 60_000;
/** Time for webhooks to arrive before the next poll. */
const WEBHOOK_STEP_MS = 2 * 60_000;
const STEPS_MAX = 24;
/** Far more than a case needs, since the machine may be busy. */
const CASE_MS_MAX = 120_000;
/** Longer than the time-out of a stalled sender, which is still stalled then. */
const TAKE_UP_AFTER_MS = 2_200;
/** Time for a frozen or hanging process to act after it wakes up. */
const AFTERMATH_MS = 150;
const HEAD_STARTS_MS = [0, 40, 400];

type Progress = Readonly<{ isOver: boolean; isIdle: boolean; left: string }>;

/** A stage, and everything that was earned on it. Each case is one business day. */
export class Lane {
  private readonly earned = new Map<string, bigint>();
  private now: Date;

  private constructor(
    private readonly stage: Stage,
    private readonly stallMs: number,
  ) {
    this.now = stage.startsAt;
  }

  /** `stallMs`: longer than all locks and time-outs, so that other processes take over the work of a stalled one. */
  static async open(name: string, withWebhooks: boolean, stallMs: number): Promise<Lane> {
    return new Lane(await openStage(name, withWebhooks), stallMs);
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  /** Plays one case to its end, and returns what is wrong then. */
  async play(one: Case): Promise<Verdict> {
    const startedAt = performance.now();
    const log: string[] = [];
    const violations = await this.playToEnd(one, log).catch((error: Error) => [error.message]);
    return { case: one, violations, log, ms: performance.now() - startedAt };
  }

  private async playToEnd(one: Case, log: string[]): Promise<string[]> {
    const { db, sandbox, wire, sellers, setClocks } = this.stage;
    const { fault } = one.point;
    if (fault) await sandbox.control.addFault({ body: fault(one.seed) });
    const day = calendar.nextBusinessDay(addDays(businessDateOf(this.now), 1));
    const earned: [string, bigint][] = [];
    for (const [index, { sellerId }] of sellers.entries()) {
      const amount = 10_000n + BigInt(one.seed * 1_000 + index);
      earned.push([sellerId, amount]);
      this.earned.set(sellerId, (this.earned.get(sellerId) ?? 0n) + amount);
    }
    await sellersHave(db, earned, this.now);
    await this.arm(one);
    this.now = instantAt(day, OPENS_AT);
    await setClocks(this.now);
    const seen = await this.untilOver(one, log);
    await sandbox.control.clearFaults({});
    await Promise.all([this.stage.scheduler.retire(), this.stage.ingestor?.retire()]);
    return [...seen, ...(await judge(db, sandbox, wire, { sellers, earned: this.earned }))];
  }

  private subjectOf({ point }: Case): Service {
    const { ingestor, scheduler } = this.stage;
    if (point.service === 'payout-scheduler') return scheduler;
    if (ingestor === undefined) throw new Error('This stage has no webhooks');
    return ingestor;
  }

  private async arm(one: Case): Promise<void> {
    const { point, action } = one;
    const service = this.subjectOf(one);
    const nth = nthOf(one);
    const wirePoint = wirePoints.find((name) => name === point.failpoint);
    if (wirePoint === undefined) {
      const ms = action === 'stall' ? this.stallMs : (HEAD_STARTS_MS[one.seed % HEAD_STARTS_MS.length] ?? 0);
      return service.order({ failpoint: point.failpoint, nth, action: inProcess(one), ms });
    }
    const onWire: WireAction = action === 'stall' ? 'hang' : action;
    this.stage.wire.arm({ point: wirePoint, nth, action: onWire, ms: this.stallMs, kill: () => service.kill() });
  }

  private struckAt(one: Case): number | undefined {
    const isOnWire = wirePoints.some((name) => name === one.point.failpoint);
    return isOnWire ? this.stage.wire.struckAt : this.subjectOf(one).struckAt;
  }

  /** Advances the clock whenever nothing else is due, until everything is paid and the fault is over. */
  private async untilOver(one: Case, log: string[]): Promise<string[]> {
    const deadline = performance.now() + CASE_MS_MAX;
    const violations = new Set<string>();
    const service = this.subjectOf(one);
    let struckAt: number | undefined;
    let wasTakenUp = false;
    for (let steps = 0; steps <= STEPS_MAX;) {
      await pause(TICK_MS);
      await this.stage.approveDrafts();
      const progress = await this.progress();
      if (performance.now() > deadline)
        return [...violations, `I14: not quiet in ${CASE_MS_MAX} ms: ${progress.left}${await this.whatIsLeft()}`];
      for (const wrong of await wronglyReserved(this.stage.db)) violations.add(`I11: ${wrong}`);
      const sinceMs = performance.now() - ((struckAt ??= this.struckAt(one)) ?? performance.now());
      if (struckAt !== undefined && log.length === 0) {
        log.push(`struck with ${progress.left}`);
        if (inProcess(one) === 'freeze' && one.point.service === 'payout-scheduler') await service.takeOver();
      }
      if (service.isDead) await service.takeOver();
      if (progress.isOver) {
        if (struckAt === undefined) return [...violations, 'The failpoint was never hit'];
        if (one.action !== 'stall' || sinceMs > this.stallMs + AFTERMATH_MS) return [...violations];
      }
      const isTakeUp: boolean = one.action === 'stall' && !wasTakenUp && sinceMs > TAKE_UP_AFTER_MS;
      if (isTakeUp || (progress.isIdle && !progress.isOver)) {
        wasTakenUp ||= isTakeUp;
        steps += 1;
        await this.moveOn(steps);
      }
    }
    return [...violations, `I14: not over after ${STEPS_MAX} steps: ${await this.whatIsLeft()}`];
  }

  /** Details for a person who investigates a failure. */
  private async whatIsLeft(): Promise<string> {
    const rows = await this.stage.db.query<{ what: string }[]>(
      `select format('payout %s %s of batch %s, seen %s', id, state, batch_id, observed_at) as what from payouts.payout where state <> 'paid'
       union all
       select format('batch %s %s, fence %s, resolve at %s', id, state, fence, resolve_at) from payouts.batch where state not in ('accepted', 'rejected', 'resolved')
       union all
       select format('job %s %s due %s, published %s, dead %s %s', id, job, run_at, published_at, dead_at, error) from messaging.outbox where done_at is null
       union all
       select format('run %s %s', business_date, state) from payouts.run where state <> 'closed'
       union all
       select format('clock %s', ${controlledNow})`,
    );
    return rows.map(({ what }) => `\n    ${what}`).join('');
  }

  private async moveOn(steps: number): Promise<void> {
    const stepMs = this.stage.ingestor !== undefined && steps <= 3 ? WEBHOOK_STEP_MS : STEP_MS;
    this.now = new Date((await readClock(this.stage.db)).getTime() + stepMs);
    await this.stage.setClocks(this.now);
  }

  /** `isIdle`: nothing is due. `isOver`: in addition, everything earned is paid, and the provider has no webhook to send. */
  private async progress(): Promise<Progress> {
    const [row] = await this.stage.db.query<{ closed: boolean; busy: string }[]>(
      `with clock as (select ${controlledNow} as now)
       select not exists (select from payouts.run where state <> 'closed')
                -- A date that waits for the one before it is promised for the next moment: its run is still to come.
                and not exists (select from messaging.outbox where job = 'payout-run.draft' and done_at is null and dead_at is null)
                and $1 = (select coalesce(sum(amount), 0) from payouts.payout where state = 'paid') as closed,
              concat_ws(', ', (select string_agg(job || case when published_at is null then '' else ' (published)' end, ', ') from messaging.outbox, clock
                                where done_at is null and dead_at is null and run_at <= now),
                              (select string_agg(name, ', ') from messaging.schedule, clock where next_run_at <= now)) as busy`,
      [[...this.earned.values()].reduce((sum, amount) => sum + amount, 0n).toString()],
    );
    const { closed = false, busy = '' } = row ?? {};
    const pending = this.stage.ingestor === undefined ? 0 : await this.pendingWebhooks();
    return {
      isIdle: busy === '',
      isOver: closed && busy === '' && pending === 0,
      left: `${closed ? 'all paid' : 'not all paid'}, due: ${busy || 'nothing'}, webhooks: ${pending}`,
    };
  }

  private async pendingWebhooks(): Promise<number> {
    const { pending } = await this.stage.sandbox.control.listDeliveries({ query: { state: 'pending', limit: 1 } });
    return pending;
  }
}
