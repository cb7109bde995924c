import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Loop } from './loop.js';
import { OutboxRelay } from './outbox-relay.js';

const BATCH_ROWS_MAX = 1_000;
const INTERVAL_MIN_MS = 100;
const TIDY_INTERVAL_MS = 3_600_000;
const DONE_ROWS_KEPT = '7 days';
// The same time for which the provider keeps its Idempotency-Keys (document 1 section 1.4).
const ANSWERS_KEPT = '15 days';

/**
 * Publishes open rows again when their jobs have not reported back, since Redis may have lost them. Safe at any moment: a job
 * still in Redis keeps its id, and handlers may run twice. Also deletes finished rows and expired answers.
 */
@Injectable()
export class OutboxSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeping: Loop;
  private readonly tidying = new Loop('OutboxTidying', () => this.tidy());

  constructor(
    private readonly db: DataSource,
    private readonly relay: OutboxRelay,
    private readonly republishAfterMs: number,
  ) {
    const intervalMs = Math.max(INTERVAL_MIN_MS, republishAfterMs / 4);
    this.sweeping = new Loop(OutboxSweeper.name, async () => {
      const found = await sweepOnce(this.db, this.republishAfterMs, BATCH_ROWS_MAX);
      if (found > 0) this.relay.kick();
      return found === BATCH_ROWS_MAX ? 0 : intervalMs;
    });
  }

  onApplicationBootstrap(): void {
    this.sweeping.start();
    this.tidying.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.sweeping.stop(), this.tidying.stop()]);
  }

  private async tidy(): Promise<number> {
    const deleted = await tidyOnce(this.db, BATCH_ROWS_MAX);
    return deleted >= BATCH_ROWS_MAX ? 0 : TIDY_INTERVAL_MS;
  }
}

/**
 * Marks rows that were published too long ago as unpublished, and returns their number. Real time, since Redis does not know
 * platform time.
 */
export async function sweepOnce(db: DataSource, republishAfterMs: number, limit: number): Promise<number> {
  const [, count] = await db.query<[unknown[], number]>(
    `update messaging.outbox set published_at = null where id in (
       select id from messaging.outbox
        where done_at is null and dead_at is null and published_at < clock_timestamp() - make_interval(secs => $1 / 1000.0)
        order by published_at limit $2 for update skip locked)`,
    [republishAfterMs, limit],
  );
  return count;
}

/** Deletes one batch of finished rows and one of expired answers; returns the size of the larger batch. */
export async function tidyOnce(db: DataSource, limit: number): Promise<number> {
  const [, jobsDeleted] = await db.query<[unknown[], number]>(
    `delete from messaging.outbox where id in (
       select id from messaging.outbox where done_at < clock_timestamp() - $1::interval order by done_at limit $2)`,
    [DONE_ROWS_KEPT, limit],
  );
  const [, answersDeleted] = await db.query<[unknown[], number]>(
    `delete from messaging.idempotency where (caller, key) in (
       select caller, key from messaging.idempotency where started_at < clock_timestamp() - $1::interval limit $2)`,
    [ANSWERS_KEPT, limit],
  );
  return Math.max(jobsDeleted, answersDeleted);
}
