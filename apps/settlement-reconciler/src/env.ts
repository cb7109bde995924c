import { baseEnv, parseEnv } from '@jeongsan/nest-kit';
import { z } from 'zod';
import { settlementCycles } from './download/sold-through.js';

/** What the reconciler reads. */
export const Env = baseEnv.extend({
  DATABASE_URL: z.url(),
  REDIS_URL: z.url(),
  REPUBLISH_AFTER_MS: z.coerce.number().int().min(100).default(60_000),
  PROVIDER_BASE_URL: z.url(),
  PROVIDER_SECRET_KEY: z.string().min(1),
  PROVIDER_SECURITY_KEYS: z.string().transform((list) => list.split(',')),
  /** The merchant's settlement cycle with the provider: decides when a settlement row can be missed. */
  SETTLEMENT_CYCLE: z.enum(settlementCycles).default('DAILY'),
  // ASSUMED: "about 2 days before the settlement cycle ends" (document 2 section 2.7) are 2 calendar days before paidOutDate.
  PENDING_DAYS: z.coerce.number().int().min(0).max(30).default(2),
});
export type Env = z.output<typeof Env>;

/** Reads the environment of this process. Throws EnvironmentError naming every problem, and the process does not start. */
export const readEnv = (): Env => parseEnv(Env);
