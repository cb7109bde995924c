import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { claimDue, declareSchedule, prepared, transaction } from '@jeongsan/database';
import { repeatable } from '@jeongsan/failpoints';
import { Clock, isServerAway } from '@jeongsan/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { Loop, restUntil } from './loop.js';

/** Work that runs once per period of platform time. `run` makes no decision and no network call: it enqueues jobs. */
export type Schedule = Readonly<{
  name: string;
  firstRunAt: (now: Date) => Date;
  /**
   * The next period after `dueAt`. An implementation that ignores `now` catches up on every period missed in a pause, one by
   * one.
   */
  following: (dueAt: Date, now: Date) => Date;
  run: (tx: EntityManager, dueAt: Date, now: Date) => Promise<void>;
}>;

/** Provider token for lists of Schedule, from any module. */
export const SCHEDULES = Symbol('schedules');

/** After a period that another replica has claimed, or that failed. */
const AGAIN_MS = 100;

const NEXT = prepared(
  'schedule.next',
  'select name, next_run_at from messaging.schedule where name = any($1) order by next_run_at',
);

/**
 * Runs each due period exactly once, however many replicas tick: the next run time and the enqueued jobs are committed
 * together.
 */
@Injectable()
export class ScheduleTicker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ScheduleTicker.name);
  private readonly loop = new Loop(ScheduleTicker.name, () => this.round());
  private schedules: ReadonlyMap<string, Schedule> = new Map();

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly modules: ModuleRef,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const found = this.modules.get<Schedule[]>(SCHEDULES, { strict: false, each: true }).flat();
    this.schedules = new Map(found.map((schedule) => [schedule.name, schedule]));
    const now = this.clock.now();
    await transaction(this.db, async (tx) => {
      for (const { name, firstRunAt } of found) await declareSchedule(tx, name, firstRunAt(now));
    });
    if (found.length === 0) return;
    this.clock.onJump?.(() => this.loop.wake());
    this.loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  private async round(): Promise<number> {
    const now = this.clock.now();
    const rows = await this.db.query<{ name: string; next_run_at: Date }[]>(NEXT, [[...this.schedules.keys()]]);
    const due = rows.filter(({ next_run_at }) => next_run_at <= now);
    if (due.length === 0) return restUntil(rows[0]?.next_run_at, now);
    let claimed = 0;
    for (const { name } of due) claimed += await this.start(name, now);
    // A schedule that is many periods behind runs them one by one without rests.
    return claimed > 0 ? 0 : AGAIN_MS;
  }

  private async start(name: string, now: Date): Promise<number> {
    const schedule = this.schedules.get(name);
    if (!schedule) return 0;
    try {
      return await repeatable(() => transaction(this.db, (tx) => startDue(tx, schedule, now), 'schedule'));
    } catch (error) {
      // Without its server no schedule can run: the loop rests longer after each failure.
      if (isServerAway(error)) throw error;
      // One failing schedule must not stop the others; its run time has not moved, so the period is tried again.
      this.logger.error(`Schedule ${name} failed and stays due`, (error as Error).stack);
      return 0;
    }
  }
}

/** Runs one due period of a schedule; returns 0 when none is due or another replica has claimed it. */
export async function startDue(tx: EntityManager, { name, following, run }: Schedule, now: Date): Promise<number> {
  const dueAt = await claimDue(tx, name, now, (due) => {
    const next = following(due, now);
    if (next <= due) throw new Error(`Schedule ${name} does not move on from ${due.toISOString()}`);
    return next;
  });
  if (!dueAt) return 0;
  await run(tx, dueAt, now);
  return 1;
}
