import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { queueNames, type QueueName } from '@jeongsan/messaging';
import { Queue } from 'bullmq';
import type { AnyRedis } from './redis-address.js';
import { persistenceOf, type Persistence } from './redis.js';
import type { PublishedJob } from './relay-once.js';

/**
 * A queue of BullMQ asks Redis for its version when it is made, and fails for good when that one command fails: a service that
 * started while Redis was slow would never publish. Workers ask without a time limit.
 */
const unasked = { skipVersionCheck: true } as const;

/** All queues, for publishing. The Redis connection fails fast, because the relay holds a transaction while it publishes. */
@Injectable()
export class JobPublisher implements OnApplicationShutdown {
  private readonly logger = new Logger(JobPublisher.name);
  private readonly queues: ReadonlyMap<QueueName, Queue>;

  constructor(
    private readonly redis: AnyRedis,
    prefix: string,
  ) {
    this.queues = new Map(queueNames.map((name) => [name, new Queue(name, { connection: redis, prefix, ...unasked })]));
    // An error event without a listener would end the process; readiness shows the state of the connection.
    for (const queue of this.queues.values()) queue.on('error', (error) => this.logger.debug(error.message));
  }

  get isReady(): boolean {
    return this.redis.status === 'ready';
  }

  publish = async (queue: QueueName, batch: PublishedJob[]): Promise<void> => {
    await this.queues.get(queue)?.addBulk(batch);
  };

  /** How Redis keeps jobs over a restart (log, snapshots or nothing). Throws when Redis does not answer. */
  persistence(): Promise<Persistence> {
    return persistenceOf(this.redis);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
    this.redis.disconnect();
  }
}
