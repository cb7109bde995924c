import type { DynamicModule } from '@nestjs/common';
import { DataKeys, DataSeal } from '@jeongsan/jwe';
import { baseEnv } from '@jeongsan/nest-kit';
import type { QueueOwner } from '@jeongsan/messaging';
import { QueuesModule, RedisUrl } from '@jeongsan/queues';
import { z } from 'zod';
import { CallerModule } from './caller/caller.module.js';
import type { ApprovalFacts } from './caller/view-caller.js';
import { DatabaseModule } from './database.module.js';

/** Settings that all services of the platform share, besides their own. */
export const platformEnv = baseEnv.extend({
  DATABASE_URL: z.url(),
  /** A replica of that database, for lists, reports and statements. */
  DATABASE_READ_URL: z.url().optional(),
  /** Address of Redis: one server, a primary named by sentinels, or a cluster. */
  REDIS_URL: RedisUrl,
  /** Keys that encrypt personal data in the database; newest first. */
  DATA_KEYS: DataKeys,
  /**
   * How long a published job may stay without a report before it is published again. With the sweeper's interval: within a
   * minute.
   */
  REPUBLISH_AFTER_MS: z.coerce.number().int().min(100).default(45_000),
  /** How long a job stays with a silent worker before another worker takes it over. */
  JOB_LOCK_MS: z.coerce.number().int().min(100).default(15_000),
});

/**
 * The modules of the ledger's database, of the jobs and of `GET /me` and `GET /keys`, as every service of the platform uses them. `approval`
 * null: nothing is approved at the service.
 */
export const platformModules = (
  env: z.output<typeof platformEnv>,
  applicationName: QueueOwner,
  poolSize: number,
  approval: ApprovalFacts | null = null,
): DynamicModule[] => [
  DatabaseModule.forRoot({
    url: env.DATABASE_URL,
    readUrl: env.DATABASE_READ_URL,
    poolSize,
    applicationName,
    controlledClock: env.CONTROLLED_CLOCK,
    isProduction: env.NODE_ENV === 'production',
    seal: new DataSeal(env.DATA_KEYS),
  }),
  QueuesModule.forRoot({
    redisUrl: env.REDIS_URL,
    service: applicationName,
    role: env.ROLE,
    republishAfterMs: env.REPUBLISH_AFTER_MS,
    lockMs: env.JOB_LOCK_MS,
  }),
  CallerModule.for(approval, env.API_KEYS),
];
