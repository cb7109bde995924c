import { BullModule, BullRegistrar } from '@nestjs/bullmq';
import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { READINESS, type BaseEnv, type Readiness } from '@jeongsan/nest-kit';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { BacklogController } from './backlog.controller.js';
import { JobLog } from './job-log.js';
import { JobPublisher } from './job-publisher.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxSweeper } from './outbox-sweeper.js';
import { LOCK_MS, queueWorker } from './queue-worker.js';
import { connectPublisher, QUEUE_PREFIX, workerConnection } from './redis.js';
import { ScheduleTicker, SCHEDULES } from './schedule-ticker.js';

export type QueuesModuleOptions = Readonly<{
  redisUrl: string;
  /** `http` publishes what its requests promised, and works off nothing. */
  role: BaseEnv['ROLE'];
  /** How long a published job may stay silent before it is published again; 60 s when absent. */
  republishAfterMs?: number;
  /** How long a job stays with a worker that says nothing; 15 s when absent. */
  lockMs?: number;
  /** Another prefix keeps tests that share one Redis apart. */
  prefix?: string;
}>;

const REPUBLISH_AFTER_MS = 60_000;
const WORKERS = Symbol('workers');
type Workers = Readonly<{ connection: Redis; isEnabled: boolean }>;

/** Jobs: the relay from the outbox, workers (apps decorate theirs with @Processor), schedules, and the backlog. Needs DatabaseModule. */
@Module({})
export class QueuesModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(WORKERS) private readonly workers: Workers,
    private readonly modules: ModuleRef,
  ) {}

  static forRoot(options: QueuesModuleOptions): DynamicModule {
    const { redisUrl, role, prefix = QUEUE_PREFIX } = options;
    const { republishAfterMs = REPUBLISH_AFTER_MS, lockMs = LOCK_MS } = options;
    const connection = workerConnection(redisUrl);
    const isEnabled = role !== 'http';
    BullModule.workerClass = queueWorker(lockMs);
    return {
      module: QueuesModule,
      global: true,
      imports: [
        BullModule.forRoot({ connection, prefix, extraOptions: { manualRegistration: true } }),
        // Without a name: this only brings in what finds the processors. Publishing has queues of its own, that fail fast.
        BullModule.registerQueue(),
      ],
      controllers: [BacklogController],
      providers: [
        { provide: WORKERS, useValue: { connection, isEnabled } satisfies Workers },
        {
          provide: JobPublisher,
          useFactory: async () => new JobPublisher(await connectPublisher(redisUrl), prefix),
          // Named so that the database is checked first: a start that is refused leaves no connection behind.
          inject: [DataSource],
        },
        JobLog,
        OutboxRelay,
        { provide: READINESS, useFactory: redisReadiness, inject: [JobPublisher] },
        { provide: SCHEDULES, useValue: [] },
        ...(isEnabled ? [sweeper(republishAfterMs), ScheduleTicker] : []),
      ],
      exports: [JobLog, OutboxRelay],
    };
  }

  /** Workers start when everything they may need has started. */
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

const redisReadiness = (publisher: JobPublisher): Readiness[] => [
  {
    name: 'redis',
    check: async () => {
      await publisher.ping();
      return {};
    },
  },
];
