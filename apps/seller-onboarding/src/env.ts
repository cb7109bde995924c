import { approvalEnv } from '@jeongsan/nest-kit';
import { providerEnv } from '@jeongsan/provider-client';
import { platformEnv } from '@jeongsan/nest-platform';
import { createSecretKey } from 'node:crypto';
import { z } from 'zod';

/** What seller-onboarding is told from outside. */
export const Env = platformEnv.extend({
  ...providerEnv,
  /** Days after which nothing is kept of a seller that was refused or closed. */
  KEEP_SELLERS_DAYS: z.coerce.number().int().min(1).default(1_827),
  /** Makes fingerprints of accounts. Must stay the same for ever: another key makes every account look changed. */
  FINGERPRINT_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .transform((hex) => createSecretKey(hex, 'hex')),
  /** So many whole business days pass before money goes to a changed account that nobody has confirmed. */
  ACCOUNT_CHANGE_WAIT_BUSINESS_DAYS: z.coerce.number().int().min(1).max(30).default(3),
  ...approvalEnv,
});
export type Env = z.output<typeof Env>;
