import { Logger } from '@nestjs/common';
import { isServerAway, OutageLog } from '@jeongsan/nest-kit';
import { type DueTask, dueTasks } from './due-tasks.js';
import { Deliveries } from './webhooks/deliveries.js';
import type { World } from './world.js';

/** Milliseconds between two looks: seldom when nothing was changed or due for a second. */
const POLL_MS = { often: 50, seldom: 250 };
const OFTEN_FOR_MS = 1_000;
/** The polling interval while the database is down: less often, so that the polling does not keep it down. */
const AWAY_POLL_MS = 500;
const KICK_MS = 5;

/**
 * The events that the sandbox's time brings to one merchant: payments expire, banks finish transfers, webhooks are sent and retried.
 */
export class DueWork {
  private readonly log = new OutageLog(new Logger('DueWork'));
  private readonly deliveries: Deliveries;
  private timer: NodeJS.Timeout | undefined;
  private kicked: NodeJS.Timeout | undefined;
  private isStopped = false;
  private busyAt = 0;
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly world: World) {
    this.deliveries = new Deliveries(world);
  }

  async start(): Promise<void> {
    await this.deliveries.resume();
    this.next();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.kicked);
    await this.turn;
    await this.deliveries.stop();
  }

  /**
   * Looks for webhooks that are due at once, because one may just have been stored. Kicks within KICK_MS share one
   * look.
   */
  kick(): void {
    this.busyAt = Date.now();
    // Without webhook targets nothing was stored, and looking every few milliseconds would be wasted work.
    if (this.isStopped || !this.world.merchant.hasTargets) return;
    this.kicked ??= setTimeout(() => {
      this.kicked = undefined;
      this.deliveries.kick(this.world.clock.now());
    }, KICK_MS);
  }

  /**
   * Does everything that is due by `until`, and what this in turn makes due by then, except the delivery of webhooks.
   * Call it from `alone`.
   */
  async finishDue(until: Date): Promise<void> {
    for (let hasHappened = true; hasHappened;) {
      hasHappened = false;
      const { tasks } = await this.look(until);
      for (const { run } of tasks) while ((await run(this.world, until)) > 0) hasHappened = true;
    }
  }

  /** Delivers the webhooks that are due; after `deadline` the remaining ones are sent in the background. */
  async deliverUntil(until: Date, deadline: number): Promise<void> {
    await this.deliveries.drain(until, deadline);
  }

  /**
   * Runs one piece of work at a time: a search for due work must not run while the clock moves, because it would use
   * the old time.
   */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  private next(waitMs = this.restMs()): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.alone(() => this.poll()).then(
        () => this.next(),
        (error: unknown) => {
          this.log.failed('Due work', error);
          this.next(isServerAway(error) ? AWAY_POLL_MS : POLL_MS.often);
        },
      );
    }, waitMs);
  }

  private restMs(): number {
    return Date.now() - this.busyAt < OFTEN_FOR_MS ? POLL_MS.often : POLL_MS.seldom;
  }

  private async poll(): Promise<void> {
    const now = this.world.clock.now();
    const { tasks, hasWebhook } = await this.look(now);
    for (const { run } of tasks) await run(this.world, now);
    if (!hasWebhook && tasks.length === 0) return;
    this.busyAt = Date.now();
    this.deliveries.kick(now);
  }

  /** Checks with one statement on index heads what is due. */
  private async look(until: Date): Promise<{ tasks: readonly DueTask[]; hasWebhook: boolean }> {
    const [found] = await this.world.database.rows<{ due: boolean[]; webhook: boolean }>(LOOK, [until]);
    return { tasks: dueTasks.filter((_, index) => found?.due[index]), hasWebhook: found?.webhook ?? false };
  }
}

const LOOK = `select array[${dueTasks.map(({ isDue }) => `exists (${isDue})`).join(', ')}] as due,
  exists (select from webhook_delivery where next_attempt_at <= $1) as webhook`;
