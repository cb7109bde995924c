import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { onCommit } from '@jeongsan/database';
import { repeatable } from '@jeongsan/failpoints';
import { Clock, ServerAway } from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import { JobPublisher } from './job-publisher.js';
import { Loop, restUntil } from './loop.js';
import { nextUnpublished, relayOnce } from './relay-once.js';

const BATCH_ROWS_MAX = 500;
/** After rows that were published or are claimed by another relay: the rest of them follows soon. */
const BUSY_MS = 100;

/**
 * Publishes enqueued jobs to Redis: at once after a commit of this process, when their time comes, and within one long rest what
 * another process committed and could not publish.
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
    this.clock.onJump?.(() => this.kick());
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
    const next = await nextUnpublished(this.db);
    if (next === undefined || next > now) return restUntil(next, now);
    const moved = await repeatable(() => relayOnce(this.db, this.publisher.publish, now, BATCH_ROWS_MAX));
    return moved === BATCH_ROWS_MAX ? 0 : BUSY_MS;
  }
}
