import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { onCommit } from '@jeongsan/database';
import { repeatable } from '@jeongsan/failpoints';
import { Clock, ServerAway } from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import { JobPublisher } from './job-publisher.js';
import { Loop } from './loop.js';
import { hasUnpublished, relayOnce } from './relay-once.js';

const BATCH_ROWS_MAX = 500;
const POLL_MS = 100;

/**
 * Publishes enqueued jobs to Redis: at once after a commit of this process, within one poll after a commit of another process.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Loop(OutboxRelay.name, () => this.round());
  constructor(
    private readonly db: DataSource,
    private readonly publisher: JobPublisher,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    onCommit(this.db, () => this.kick());
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    onCommit(this.db, () => undefined);
    await this.loop.stop();
  }

  /** Called after a commit: publish now. Several calls during one round cause one more round. */
  kick(): void {
    this.loop.wake();
  }

  private async round(): Promise<number> {
    if (!this.publisher.isReady) throw new ServerAway('Redis is away, enqueued jobs wait in the outbox');
    const now = this.clock.now();
    // Most commits enqueue nothing: a plain query is cheaper than a transaction that finds nothing.
    if (!(await hasUnpublished(this.db, now))) return POLL_MS;
    const moved = await repeatable(() => relayOnce(this.db, this.publisher.publish, now, BATCH_ROWS_MAX));
    return moved === BATCH_ROWS_MAX ? 0 : POLL_MS;
  }
}
