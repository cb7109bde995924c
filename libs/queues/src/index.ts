export { DatabaseModule, type DatabaseModuleOptions } from './database.module.js';
export { QueuesModule, type QueuesModuleOptions } from './queues.module.js';
export { JobWorker } from './job-worker.js';
export { SCHEDULES, ScheduleTicker, startDue, type Schedule } from './schedule-ticker.js';
export { WAITING, type WaitingForPerson, type WaitingSource } from './waiting.js';
export { OutboxRelay } from './outbox-relay.js';
export { OutboxSweeper, sweepOnce, tidyOnce } from './outbox-sweeper.js';
export { hasUnpublished, jobIdOf, relayOnce, type Publish, type PublishedJob } from './relay-once.js';
export { JobLog } from './job-log.js';
export { Loop } from './loop.js';
export { retryDelayMs } from './retry-delay.js';
export { PgIdempotencyStore } from './pg-idempotency-store.js';
export { Backlog, getBacklog, operationsContract, readBacklog } from './backlog.js';
export { DeadJob, Revival } from './dead-jobs.contract.js';
export {
  eraseExpired,
  keepDaily,
  keepData,
  reseal,
  type KeptData,
  type Retention,
  type SealedColumn,
} from './keep-data.js';
export { platformEnv, platformModules } from './platform.js';
