import { providerEnv } from '@jeongsan/provider-client';
import { platformEnv } from '@jeongsan/nest-platform';
import { z } from 'zod';

/** The environment variables of payments-gateway. */
export const Env = platformEnv.extend({
  ...providerEnv,
  /**
   * Seconds after a confirm or a cancel was sent until a job looks up its outcome; the job is withdrawn when the answer
   * is booked before.
   */
  OBSERVE_AFTER_SECONDS: z.coerce.number().int().min(1).default(30),
  /** Age in seconds from which a cancel that the provider does not list counts as never received there. */
  CANCEL_SETTLE_SECONDS: z.coerce.number().int().min(1).default(60),
  /**
   * A payment through the gateway whose order is not registered: `refuse` it before the buyer is charged, or let it pass to the
   * account of `unallocated` money until its order is registered.
   */
  UNREGISTERED_ORDERS: z.enum(['refuse', 'unallocated']).default('refuse'),
  /** Days after which the name of an order and the reason of a cancel are erased. */
  KEEP_ORDER_NAMES_DAYS: z.coerce.number().int().min(1).default(1_827),
  KEEP_CANCEL_REASONS_DAYS: z.coerce.number().int().min(1).default(1_096),
});
export type Env = z.output<typeof Env>;
