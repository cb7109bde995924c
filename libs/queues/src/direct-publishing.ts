import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { logTextOf } from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import { JobPublisher } from './job-publisher.js';
import { type OutboxRow, publishRows } from './relay-once.js';

/** Milliseconds between two batches: Redis and this process work less for one large batch than for several small ones. */
const PERIOD_MS = 20;

/**
 * Publishes rows of the outbox that were committed as published already, without the relay's search and update of each row. For
 * endpoints where very many jobs arise. A row that cannot be published is given back to the relay; when this process ends in between, the
 * sweeper publishes the row again, as it does with jobs that Redis lost.
 */
@Injectable()
export class DirectPublishing implements OnModuleDestroy {
  private readonly logger = new Logger(DirectPublishing.name);
  private rows: OutboxRow[] = [];
  private timer: NodeJS.Timeout | undefined;
  private publishing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: DataSource,
    private readonly publisher: JobPublisher,
  ) {}

  /** Whether rows may be committed as published. While Redis is away, rows wait in the outbox for the relay. */
  get isPossible(): boolean {
    return this.publisher.isReady;
  }

  /** Call after the commit. */
  add(rows: readonly OutboxRow[]): void {
    for (const row of rows) this.rows.push(row);
    if (this.rows.length > 0) this.timer ??= setTimeout(() => this.flush(), PERIOD_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.flush();
    await this.publishing;
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const rows = this.rows;
    this.rows = [];
    if (rows.length > 0) this.publishing = this.publishing.then(() => this.publish(rows));
  }

  private async publish(rows: readonly OutboxRow[]): Promise<void> {
    try {
      await publishRows(this.publisher.publish, rows);
    } catch (error) {
      this.logger.warn(`${rows.length} jobs wait for the relay, because Redis did not take them: ${logTextOf(error)}`);
      await this.giveBack(rows);
    }
  }

  private async giveBack(rows: readonly OutboxRow[]): Promise<void> {
    try {
      await this.db.query(
        'update messaging.outbox set published_at = null where id = any($1) and done_at is null and dead_at is null',
        [rows.map(({ id }) => id)],
      );
    } catch (error) {
      this.logger.error(`The sweeper publishes ${rows.length} jobs later: ${logTextOf(error)}`);
    }
  }
}
