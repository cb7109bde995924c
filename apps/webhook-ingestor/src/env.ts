import { HexKeys, parseSecurityKey } from '@jeongsan/jwe';
import { platformEnv } from '@jeongsan/queues';
import { z } from 'zod';

const Keys = HexKeys.transform(
  ([newest, ...older]) => [parseSecurityKey(newest), ...older.map(parseSecurityKey)] as const,
);

/** What webhook-ingestor is told from outside. */
export const Env = platformEnv
  .extend({
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
