import { Logger } from '@nestjs/common';
import { Worker, type Processor, type WorkerOptions } from 'bullmq';
import { retryDelayMs } from './retry-delay.js';

/** A killed worker's jobs are taken over after at most lock + check. A lock that ends too early costs a second run, no money. */
export const LOCK_MS = 15_000;
const STALLED_CHECKS_PER_LOCK = 3;
// A job that keeps killing its worker must end: its row stays open and is published again, slowly, by the sweeper.
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
      // Connection errors repeat with every attempt to reconnect; readiness shows the outage.
      this.on('error', (error) => logger.debug(error.message));
    }
  };
