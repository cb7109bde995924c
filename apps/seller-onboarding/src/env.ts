import { approvalEnv } from '@jeongsan/nest-kit';
import { providerEnv } from '@jeongsan/provider-client';
import { platformEnv } from '@jeongsan/nest-platform';
import { createSecretKey } from 'node:crypto';
import { z } from 'zod';

/** The environment variables of seller-onboarding. */
export const Env = platformEnv.extend({
  ...providerEnv,
  /** Days after which the personal data of a refused or closed seller is erased. */
  KEEP_SELLERS_DAYS: z.coerce.number().int().min(1).default(1_827),
  /** Key for the fingerprints of accounts. It must never change: with another key every account looks changed. */
  FINGERPRINT_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .transform((hex) => createSecretKey(hex, 'hex')),
  /** Whole business days before money goes to a changed account that no person has confirmed. */
  ACCOUNT_CHANGE_WAIT_BUSINESS_DAYS: z.coerce.number().int().min(1).max(30).default(3),
  ...approvalEnv,
});
export type Env = z.output<typeof Env>;
