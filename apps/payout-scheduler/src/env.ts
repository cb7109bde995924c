import { baseEnv, parseEnv } from '@jeongsan/nest-kit';
import { z } from 'zod';

const won = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(BigInt);

/** The only reader of the environment. Every problem is reported at once, and the process does not start. */
export const env = parseEnv(
  baseEnv.extend({
    DATABASE_URL: z.url(),
    REDIS_URL: z.url(),
    REPUBLISH_AFTER_MS: z.coerce.number().int().min(100).default(60_000),
    PROVIDER_BASE_URL: z.url(),
    PROVIDER_SECRET_KEY: z.string().min(1),
    PROVIDER_SECURITY_KEYS: z.string().transform((list) => list.split(',')),
    /** A run above this many won needs a second person. */
    APPROVAL_THRESHOLD: won.default(50_000_000n),
    MINIMUM_PAYOUT: won.default(1_000n),
    // ASSUMED: exactly 10,000,000 won within a week is still allowed; the provider's texts disagree.
    WEEKLY_LIMIT: won.default(10_000_000n),
    DISPATCH_AT: z
      .string()
      .regex(/^\d\d:\d\d:\d\d$/)
      .default('09:00:00'),
    SETTLE_SECONDS: z.coerce.number().int().min(1).default(60),
    SENDING_TIMEOUT_SECONDS: z.coerce.number().int().min(1).default(90),
    TRANSACTION_DESCRIPTION: z.string().min(1).max(7).default('정산금'),
  }),
);
