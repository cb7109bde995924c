import { providerEnv } from '@jeongsan/provider-client';
import { platformEnv } from '@jeongsan/queues';
import { z } from 'zod';

/** What payments-gateway is told from outside. */
export const Env = platformEnv.extend({
  ...providerEnv,
  /** How long after a confirm or a cancel went out somebody looks what became of it, unless its answer was booked before. */
  OBSERVE_AFTER_SECONDS: z.coerce.number().int().min(1).default(30),
  /** How old a cancel must be before its absence at the provider means that it never arrived there. */
  CANCEL_SETTLE_SECONDS: z.coerce.number().int().min(1).default(60),
  /** Days after which the name of an order and the reason of a cancel are erased. */
  KEEP_ORDER_NAMES_DAYS: z.coerce.number().int().min(1).default(1_827),
  KEEP_CANCEL_REASONS_DAYS: z.coerce.number().int().min(1).default(1_096),
});
export type Env = z.output<typeof Env>;
