import { providerEnv } from '@jeongsan/provider-client';
import { platformEnv } from '@jeongsan/queues';
import { z } from 'zod';

const won = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(BigInt);

/** What payout-scheduler is told from outside. */
export const Env = platformEnv.extend({
  ...providerEnv,
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
  /** A seller whose tax invoice is overdue is not paid. */
  TAX_INVOICE_GATE: z.stringbool().default(false),
  TRANSACTION_DESCRIPTION: z.string().min(1).max(7).default('정산금'),
});
export type Env = z.output<typeof Env>;
