import { Logger } from '@nestjs/common';
import { Worker, type Processor, type WorkerOptions } from 'bullmq';
import { retryDelayMs } from './retry-delay.js';

/**
 * A killed worker's jobs are taken over after at most lock + check. A lock that expires too early causes a second run of a job,
 * which is harmless.
 */
export const LOCK_MS = 15_000;
const STALLED_CHECKS_PER_LOCK = 3;
// BullMQ drops a job that keeps killing its worker. The outbox row stays open, and the sweeper publishes it again at intervals.
const STALLED_TIMES_MAX = 3;

/** The worker class behind every @Processor: the same locks and retries for all queues. */
export const queueWorker = (lockMs: number): typeof Worker =>
  class QueueWorker extends Worker {
    constructor(name: string, processor: Processor, options: WorkerOptions) {
      super(name, processor, {
        lockDuration: lockMs,
        stalledInterval: Math.ceil(lockMs / STALLED_CHECKS_PER_LOCK),
        maxStalledCount: STALLED_TIMES_MAX,
        settings: { backoffStrategy: (attemptsMade) => retryDelayMs(attemptsMade) },
        ...options,
      });
      const logger = new Logger(`Worker ${name}`);
      // Connection errors are not logged here: they repeat with every reconnect, and readiness shows the outage.
      this.on('error', (error) => logger.debug(error.message));
    }
  };
