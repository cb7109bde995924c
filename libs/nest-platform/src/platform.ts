import type { DynamicModule } from '@nestjs/common';
import { DataKeys, DataSeal } from '@jeongsan/jwe';
import { baseEnv } from '@jeongsan/nest-kit';
import { QueuesModule, RedisUrl } from '@jeongsan/queues';
import { z } from 'zod';
import { DatabaseModule } from './database.module.js';

/** What every service of the platform is told, besides what it needs for itself. */
export const platformEnv = baseEnv.extend({
  DATABASE_URL: z.url(),
  /** One Redis, the primary that sentinels name, or a cluster. */
  REDIS_URL: RedisUrl,
  /** Seal what this service keeps of people; newest first. */
  DATA_KEYS: DataKeys,
  /** How long a published job may stay silent before it is published again. With the sweeper's interval: within a minute. */
  REPUBLISH_AFTER_MS: z.coerce.number().int().min(100).default(45_000),
  /** How long a job stays with a worker that says nothing, before another takes it over. */
  JOB_LOCK_MS: z.coerce.number().int().min(100).default(15_000),
});

/** The ledger's database and the jobs, as every service of the platform has them. */
export const platformModules = (
  env: z.output<typeof platformEnv>,
  applicationName: string,
  poolSize: number,
): DynamicModule[] => [
  DatabaseModule.forRoot({
    url: env.DATABASE_URL,
    poolSize,
    applicationName,
    controlledClock: env.CONTROLLED_CLOCK,
    isProduction: env.NODE_ENV === 'production',
    seal: new DataSeal(env.DATA_KEYS),
  }),
  QueuesModule.forRoot({
    redisUrl: env.REDIS_URL,
    role: env.ROLE,
    republishAfterMs: env.REPUBLISH_AFTER_MS,
    lockMs: env.JOB_LOCK_MS,
  }),
];
