import { parseSecurityKey } from '@jeongsan/jwe';
import { baseEnv } from '@jeongsan/nest-kit';
import { createSecretKey } from 'node:crypto';
import { z } from 'zod';

const HEX_KEY = /^[0-9a-f]{64}$/i;
/** Keys of 32 bytes in hex, newest first, separated by commas. */
const Keys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .pipe(z.tuple([z.string().regex(HEX_KEY)], z.string().regex(HEX_KEY)));

/** What seller-onboarding is told from outside. */
export const Env = baseEnv.extend({
  DATABASE_URL: z.url(),
  REDIS_URL: z.url(),
  /** How long a published job may stay silent before it is published again. */
  REPUBLISH_AFTER_MS: z.coerce.number().int().min(100).default(60_000),
  PROVIDER_BASE_URL: z.url(),
  PROVIDER_SECRET_KEY: z.string().min(1),
  PROVIDER_SECURITY_KEYS: Keys,
  /** Seal sellers' particulars and accounts at rest. */
  DATA_KEYS: Keys.transform(
    ([newest, ...older]) => [parseSecurityKey(newest), ...older.map(parseSecurityKey)] as const,
  ),
  /** Makes fingerprints of accounts. Must stay the same for ever: another key makes every account look changed. */
  FINGERPRINT_KEY: z
    .string()
    .regex(HEX_KEY)
    .transform((hex) => createSecretKey(hex, 'hex')),
});
export type Env = z.output<typeof Env>;
