import type { Service } from '@jeongsan/platform-contract';
import type { Env } from './env.js';

/** The origin of each service. */
export type Origins = Readonly<Record<Service, string>>;

export const originsOf = (env: Env): Origins => ({
  'payments-gateway': env.GATEWAY_URL,
  'webhook-ingestor': env.INGESTOR_URL,
  'settlement-reconciler': env.RECONCILER_URL,
  'payout-scheduler': env.SCHEDULER_URL,
  'seller-onboarding': env.ONBOARDING_URL,
});
