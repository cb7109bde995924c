import { providerEnv } from '@jeongsan/provider-client';
import { platformEnv } from '@jeongsan/nest-platform';
import { z } from 'zod';
import { settlementCycles } from './download/sold-through.js';

/** The environment variables of settlement-reconciler. */
export const Env = platformEnv.extend({
  ...providerEnv,
  /**
   * The merchant's settlement cycle with the provider; it decides from when a missing settlement row is a difference.
   */
  SETTLEMENT_CYCLE: z.enum(settlementCycles).default('DAILY'),
  // ASSUMED: "about 2 days before the settlement cycle ends" (document 2 section 2.7) are 2 calendar days before paidOutDate.
  PENDING_DAYS: z.coerce.number().int().min(0).max(30).default(2),
  /**
   * Seconds for which the nightly run waits until payments that the provider lists and our books lack have been looked at.
   * A look that takes longer leaves a break, which the next night closes.
   */
  LOOKS_WAIT_SECONDS: z.coerce.number().int().min(0).max(3_600).default(300),
});
export type Env = z.output<typeof Env>;
