import { BullModule, BullRegistrar } from '@nestjs/bullmq';
import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { jobNames, jobsRunBy, type QueueOwner } from '@jeongsan/messaging';
import { READINESS, READINGS, type BaseEnv, type Readiness } from '@jeongsan/nest-kit';
import { DataSource } from 'typeorm';
import { BacklogController } from './backlog.controller.js';
import { DeadJobsController } from './dead-jobs.controller.js';
import { DirectPublishing } from './direct-publishing.js';
import { JobLog } from './job-log.js';
import { jobReading } from './job-reading.js';
import { JobPublisher } from './job-publisher.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxSweeper } from './outbox-sweeper.js';
import { LOCK_MS, queueWorker } from './queue-worker.js';
import type { AnyRedis } from './redis-address.js';
import { connectPublisher, persistenceWarnings, QUEUE_PREFIX, workerConnection } from './redis.js';
import { ScheduleTicker, SCHEDULES } from './schedule-ticker.js';
import { WAITING } from './waiting.js';

export type QueuesModuleOptions = Readonly<{
  redisUrl: string;
  /** Whose jobs the metrics show. Default: those of all services. */
  service?: QueueOwner;
  /** `http`: publishes the jobs that requests enqueue, and runs no worker. */
  role: BaseEnv['ROLE'];
  /** Real time without a report after which a published job is published again. */
  republishAfterMs: number;
  /** How long a job stays with a silent worker before another worker takes it over. Default: 15 s. */
  lockMs?: number;
  /** Prefix of all Redis keys; separates tests that share one Redis. */
  prefix?: string;
}>;

const WORKERS = Symbol('workers');
type Workers = Readonly<{ connection: AnyRedis; isEnabled: boolean }>;

/**
 * Jobs: the relay from the outbox to Redis, workers (classes with @Processor in the apps), schedules, and the backlog. Needs
 * DatabaseModule.
 */
@Module({})
export class QueuesModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(WORKERS) private readonly workers: Workers,
    private readonly modules: ModuleRef,
  ) {}

  static forRoot(options: QueuesModuleOptions): DynamicModule {
    const { redisUrl, service, role, republishAfterMs, lockMs = LOCK_MS, prefix = QUEUE_PREFIX } = options;
    const connection = workerConnection(redisUrl);
    const isEnabled = role !== 'http';
    BullModule.workerClass = queueWorker(lockMs);
    return {
      module: QueuesModule,
      global: true,
      imports: [
        BullModule.forRoot({ connection, prefix, extraOptions: { manualRegistration: true } }),
        // Registers the discovery of processors only. Publishing uses connections of its own, which fail fast.
        BullModule.registerQueue(),
      ],
      controllers: [BacklogController, DeadJobsController],
      providers: [
        { provide: WORKERS, useValue: { connection, isEnabled } satisfies Workers },
        {
          provide: JobPublisher,
          useFactory: async () => new JobPublisher(await connectPublisher(redisUrl), prefix),
          // A named dependency, so that the database is checked first: a refused start leaves no Redis connection open.
          inject: [DataSource],
        },
        JobLog,
        OutboxRelay,
        DirectPublishing,
        { provide: READINESS, useFactory: redisReadiness(role), inject: [JobPublisher] },
        { provide: SCHEDULES, useValue: [] },
        { provide: READINGS, useValue: [jobReading(service === undefined ? jobNames : jobsRunBy(service))] },
        { provide: WAITING, useValue: () => Promise.resolve([]) },
        ...(isEnabled ? [sweeper(republishAfterMs), ScheduleTicker] : []),
      ],
      exports: [JobLog, OutboxRelay, DirectPublishing],
    };
  }

  /** Workers start last, when everything that handlers need has started. */
  onApplicationBootstrap(): void {
    if (this.workers.isEnabled) this.modules.get(BullRegistrar, { strict: false }).register();
  }

  onApplicationShutdown(): void {
    this.workers.connection.disconnect();
  }
}

const sweeper = (republishAfterMs: number) => ({
  provide: OutboxSweeper,
  useFactory: (db: DataSource, relay: OutboxRelay) => new OutboxSweeper(db, relay, republishAfterMs),
  inject: [DataSource, OutboxRelay],
});

const redisReadiness =
  (role: BaseEnv['ROLE']) =>
  (publisher: JobPublisher): Readiness[] => [
    {
      name: 'redis',
      // Requests need Postgres only: the jobs that they enqueue wait in the outbox until Redis is back.
      isSpared: role !== 'worker',
      check: async () => {
        const persistence = await publisher.persistence();
        return { persistence, ...(persistence !== 'aof' && { warning: persistenceWarnings[persistence] }) };
      },
    },
  ];
