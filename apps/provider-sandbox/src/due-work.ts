import { Logger } from '@nestjs/common';
import { isServerAway, OutageLog } from '@jeongsan/nest-kit';
import { dueTasks } from './due-tasks.js';
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

  /** Does everything that is due by `until`, except the delivery of webhooks. Call it from `alone`. */
  async finishDue(until: Date): Promise<void> {
    for (const { run } of dueTasks) while ((await run(this.world, until)) > 0);
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

  /** Checks with one statement on index heads what is due, and runs only the due tasks. */
  private async poll(): Promise<void> {
    const now = this.world.clock.now();
    const [found] = await this.world.database.rows<{ due: boolean[]; webhook: boolean }>(LOOK, [now]);
    const due = dueTasks.filter((_, index) => found?.due[index]);
    for (const { run } of due) await run(this.world, now);
    if (!found?.webhook && due.length === 0) return;
    this.busyAt = Date.now();
    this.deliveries.kick(now);
  }
}

const LOOK = `select array[${dueTasks.map(({ isDue }) => `exists (${isDue})`).join(', ')}] as due,
  exists (select from webhook_delivery where next_attempt_at <= $1) as webhook`;
