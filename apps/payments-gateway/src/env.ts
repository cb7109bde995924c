import { baseEnv } from '@jeongsan/nest-kit';
import { z } from 'zod';

/** What payments-gateway is told from outside. */
export const Env = baseEnv.extend({
  DATABASE_URL: z.url(),
  REDIS_URL: z.url(),
  /** How long a published job may stay silent before it is published again. */
  REPUBLISH_AFTER_MS: z.coerce.number().int().min(100).default(60_000),
  PROVIDER_BASE_URL: z.url(),
  PROVIDER_SECRET_KEY: z.string().min(1),
  /** 64 hex characters each, newest first, separated by commas. */
  PROVIDER_SECURITY_KEYS: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/i)).min(1)),
  /** How long after a confirm or a cancel went out somebody looks what became of it, unless its answer was booked before. */
  OBSERVE_AFTER_SECONDS: z.coerce.number().int().min(1).default(30),
  /** How old a cancel must be before its absence at the provider means that it never arrived there. */
  CANCEL_SETTLE_SECONDS: z.coerce.number().int().min(1).default(60),
});
export type Env = z.output<typeof Env>;
