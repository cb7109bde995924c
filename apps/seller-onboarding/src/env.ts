import { HexKeys, parseSecurityKey } from '@jeongsan/jwe';
import { providerEnv } from '@jeongsan/provider-client';
import { platformEnv } from '@jeongsan/queues';
import { createSecretKey } from 'node:crypto';
import { z } from 'zod';

/** What seller-onboarding is told from outside. */
export const Env = platformEnv.extend({
  ...providerEnv,
  /** Seal sellers' particulars and accounts at rest. */
  DATA_KEYS: HexKeys.transform(
    ([newest, ...older]) => [parseSecurityKey(newest), ...older.map(parseSecurityKey)] as const,
  ),
  /** Makes fingerprints of accounts. Must stay the same for ever: another key makes every account look changed. */
  FINGERPRINT_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .transform((hex) => createSecretKey(hex, 'hex')),
});
export type Env = z.output<typeof Env>;
