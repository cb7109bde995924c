import { Permanent } from '@jeongsan/messaging';
import { isOpenJob, type OutboxRow } from '../books/rows.js';
import type { Entry } from '../time/agenda.js';
import { logarithmic } from '../time/logarithmic.js';
import { Task } from '../time/task.js';
import { platformNow, type Ground } from '../ground.js';
import type { Crew } from './crew.js';

const HOUR_MS = 3_600_000;
const ATTEMPTS_MAX = 20;
const BACKOFF_CAP_MS = 600_000;
/** After this time, a published row without a report is published again. */
const SWEEP_MS = 60_000;
const SWEEP_EVERY_MS = 15_000;
const LATE_MAX_MS = 15 * 86_400_000;

export type Handle = (task: Task, row: OutboxRow) => Promise<void>;

/**
 * Relay, Redis and BullMQ with their failures: an enqueued job reaches a worker at least once, sometimes twice at the same
 * time, out of order, two weeks late, or only after the sweeper publishes it again.
 */
export class Queue {
  private readonly messages = new Set<Entry>();
  private awayUntil = 0;

  constructor(
    private readonly world: () => Ground,
    private readonly crew: Crew,
    private readonly handle: Handle,
  ) {}

  /** Rows whose job is neither done nor dead. */
  get open(): OutboxRow[] {
    return this.world().books.outbox.filter(isOpenJob);
  }

  /** Called after a row was committed. */
  enqueued(row: OutboxRow): void {
    const { agenda, random, faults } = this.world();
    if (faults.strikes('promise outlives its workers')) this.leave(logarithmic(random, 16, 29));
    // A clock that jumps ends the delay of a job at once.
    if (row.job === 'payout-batch.resolve' && faults.strikes('clock ahead of a promise')) this.jump(HOUR_MS);
    agenda.after(this.waitFor(row) + random.integer(1, 20), () => this.publish(row));
    if (faults.strikes('job relayed twice'))
      agenda.after(this.waitFor(row) + random.integer(1, 5_000), () => this.publish(row));
  }

  /** Redis loses everything; the sweeper publishes open rows again. */
  flush(): void {
    for (const message of this.messages) message.canceled = true;
    this.messages.clear();
    for (const row of this.open) this.sweepLater(row);
  }

  /** Every process is down for a while; jobs wait. */
  leave(ms: number): void {
    for (let worker = 1; worker <= this.crew.size; worker += 1) this.crew.kill(worker);
    this.awayUntil = Math.max(this.awayUntil, this.world().agenda.now + ms);
  }

  comeBack(): void {
    this.awayUntil = 0;
  }

  /** Gives a job to a worker even when its row is finished: a late duplicate that the row's check does not stop. */
  deliverAnyway(row: OutboxRow): void {
    this.run(row, () => undefined);
  }

  /** The platform's clock jumps, and is corrected after a while, or when `setRight` is called. */
  jump(ms: number): void {
    this.move(ms);
    this.world().agenda.after(logarithmic(this.world().random, 10, 21), () => this.setRight());
  }

  setRight(): void {
    if (this.world().skewMs !== 0) this.move(0);
  }

  /** Jobs whose time the clock has now passed, or has not reached any more. */
  private move(skewMs: number): void {
    this.world().skewMs = skewMs;
    for (const row of this.open) this.world().agenda.after(this.waitFor(row), () => this.publish(row));
  }

  private waitFor(row: OutboxRow): number {
    return Math.max(0, row.runAt - platformNow(this.world()).getTime());
  }

  private publish(row: OutboxRow): void {
    const { agenda, random, faults } = this.world();
    if (!isOpenJob(row)) return;
    const early = this.waitFor(row);
    if (early > 0) return void agenda.after(early, () => this.publish(row));
    if (faults.strikes('job lost')) return this.sweepLater(row);
    if (faults.strikes('job late')) {
      this.sweepLater(row);
      return this.send(row, 2 ** random.integer(12, 30));
    }
    this.send(row, random.integer(1, 30));
    if (faults.strikes('job duplicated')) this.send(row, random.integer(1, 20_000));
  }

  private sweepLater(row: OutboxRow): void {
    const { agenda, random } = this.world();
    agenda.after(SWEEP_MS + random.integer(0, SWEEP_EVERY_MS), () => this.publish(row));
  }

  private send(row: OutboxRow, delayMs: number): void {
    const { agenda } = this.world();
    const message = agenda.after(Math.min(delayMs, LATE_MAX_MS), () => {
      this.messages.delete(message);
      this.deliver(row);
    });
    this.messages.add(message);
  }

  private deliver(row: OutboxRow): void {
    const { agenda } = this.world();
    if (agenda.now < this.awayUntil) return this.send(row, this.awayUntil - agenda.now + 1);
    if (!isOpenJob(row)) return;
    this.run(row, () => this.send(row, 1));
  }

  private run(row: OutboxRow, again: () => void): void {
    const { agenda, trace, random } = this.world();
    const task = new Task(agenda, `${row.job} #${row.id}`);
    this.crew.takes(task, again);
    task.start(random.integer(0, 3), async () => {
      trace.note(`${task.name} begins`);
      await this.work(task, row).catch((error: unknown) => this.failed(task, row, error as Error));
      this.crew.ends(task);
    });
  }

  private async work(task: Task, row: OutboxRow): Promise<void> {
    const { random, faults, trace } = this.world();
    await this.handle(task, row);
    await task.pause(random.integer(1, 10));
    if (faults.strikes('job finished unheard'))
      throw new Error('The connection broke before the job was marked as done');
    row.isDone = true;
    row.dead = null;
    trace.note(`${task.name} is done`);
  }

  private failed(task: Task, row: OutboxRow, error: Error): void {
    const { random, trace, books } = this.world();
    trace.note(`${task.name} failed: ${error.name} ${error.message}`);
    if (!isOpenJob(row)) return;
    row.attemptsMade += 1;
    if (error instanceof Permanent || row.attemptsMade >= ATTEMPTS_MAX) {
      row.dead = error.message;
      books.alerts.push(`job ${row.job} #${row.id} is dead: ${error.message}`);
      return;
    }
    const full = Math.min(BACKOFF_CAP_MS, 200 * 2 ** row.attemptsMade);
    this.send(row, random.integer(full >> 1, full));
  }
}
