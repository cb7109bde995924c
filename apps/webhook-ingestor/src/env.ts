import { parseSecurityKey } from '@jeongsan/jwe';
import { baseEnv } from '@jeongsan/nest-kit';
import { z } from 'zod';

const HEX_KEY = /^[0-9a-f]{64}$/i;
/** Keys of 32 bytes in hex, newest first, separated by commas. */
const Keys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .pipe(z.tuple([z.string().regex(HEX_KEY)], z.string().regex(HEX_KEY)))
  .transform(([newest, ...older]) => [parseSecurityKey(newest), ...older.map(parseSecurityKey)] as const);

/** What webhook-ingestor is told from outside. */
export const Env = baseEnv
  .extend({
    DATABASE_URL: z.url(),
    REDIS_URL: z.url(),
    /** How long a published job may stay silent before it is published again. */
    REPUBLISH_AFTER_MS: z.coerce.number().int().min(100).default(60_000),
    /** Verify the provider's webhooks. */
    PROVIDER_SECURITY_KEYS: Keys,
    /** Seal endpoints' secrets at rest. */
    DATA_KEYS: Keys,
    /** Rehearsals only: send events over plain http and into the own network. */
    ALLOW_INSECURE_TARGETS: z.stringbool().default(false),
  })
  .refine((env) => !(env.NODE_ENV === 'production' && env.ALLOW_INSECURE_TARGETS), {
    path: ['ALLOW_INSECURE_TARGETS'],
    message: 'a production service must not send events into its own network',
  });
export type Env = z.output<typeof Env>;
