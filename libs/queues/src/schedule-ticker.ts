import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { claimDue, declareSchedule, transaction } from '@jeongsan/database';
import { repeatable } from '@jeongsan/failpoints';
import { Clock, isServerAway } from '@jeongsan/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { Loop } from './loop.js';

/** Something that must happen once per period, in platform time. `run` decides nothing and calls nobody: it promises jobs. */
export type Schedule = Readonly<{
  name: string;
  firstRunAt: (now: Date) => Date;
  /** The period after `dueAt`. One that ignores `now` makes up for every period missed in a pause, one after the other. */
  following: (dueAt: Date, now: Date) => Date;
  run: (tx: EntityManager, dueAt: Date, now: Date) => Promise<void>;
}>;

/** Provider token: any module may provide a list of Schedule under it. */
export const SCHEDULES = Symbol('schedules');

const TICK_MS = 100;

/** Starts each due run exactly once, however many replicas tick: next run time and promised jobs change in one transaction. */
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
    if (found.length > 0) this.loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  private async round(): Promise<number> {
    const now = this.clock.now();
    const due = await this.db.query<{ name: string }[]>(
      'select name from messaging.schedule where next_run_at <= $1 and name = any($2) order by next_run_at',
      [now, [...this.schedules.keys()]],
    );
    let claimed = 0;
    for (const { name } of due) claimed += await this.start(name, now);
    // A schedule that is behind by many periods runs them one after the other without waiting.
    return claimed > 0 ? 0 : TICK_MS;
  }

  private async start(name: string, now: Date): Promise<number> {
    const schedule = this.schedules.get(name);
    if (!schedule) return 0;
    try {
      return await repeatable(() => transaction(this.db, (tx) => startDue(tx, schedule, now), 'schedule'));
    } catch (error) {
      // Then no other schedule can run either: the loop rests longer each time.
      if (isServerAway(error)) throw error;
      // One schedule that fails must not hold up the others; its run time has not moved, so it is tried again.
      this.logger.error(`Schedule ${name} failed and stays due`, (error as Error).stack);
      return 0;
    }
  }
}

/** Starts one due period of a schedule; 0 when none is due or another replica has it. */
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
