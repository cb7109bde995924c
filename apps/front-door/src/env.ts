import { baseEnv } from '@jeongsan/nest-kit';
import { z } from 'zod';
import { consoleShape, refuseHalfConsole } from './console-settings.js';
import { originSetting } from './origin-setting.js';

const PATHLESS = 'must be an origin, such as http://payments-gateway:3000: no path, query, user or password';
/** Address of a service. Paths are appended to it, so that it must have none of its own. */
const Origin = originSetting(z.url({ protocol: /^https?$/, abort: true }), PATHLESS);

const perMinute = z.coerce.number().int().min(1);

/** The environment variables of the front door. It has no database; secrets and a Redis for the sign-in of the console only. */
const OwnEnv = baseEnv.extend({
  ...consoleShape,
  // Services check their callers themselves: the door passes credentials on, and knows none.
  API_KEYS: baseEnv.shape.API_KEYS.default([]),
  GATEWAY_URL: Origin,
  INGESTOR_URL: Origin,
  RECONCILER_URL: Origin,
  SCHEDULER_URL: Origin,
  ONBOARDING_URL: Origin,
  /**
   * Seconds that the head of an answer, or a part of its body, may take. The provider may take 60 seconds for an operation,
   * for which the gateway waits (`timeoutMs` of libs/provider-contract).
   */
  SERVICE_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(600).default(75),
  /** Connections to one service; further requests wait for a free one. */
  SERVICE_CONNECTIONS_MAX: z.coerce.number().int().min(1).default(128),
  /** Largest body that is forwarded. Each service has smaller limits of its own; this one bounds what reaches them. */
  FORWARDED_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(1_024)
    .default(17 * 1_024 * 1_024),
  /** Requests per minute of one key under /api/v1; a request without a key counts for its address. */
  API_REQUESTS_PER_MINUTE: perMinute.default(60_000),
  /** Requests per minute of one key at the provider's paths. */
  PAYMENT_REQUESTS_PER_MINUTE: perMinute.default(60_000),
  /** Webhooks of the provider per minute from one address. The ingestor has finer limits of its own. */
  WEBHOOK_REQUESTS_PER_MINUTE: perMinute.default(60_000),
});
export const Env = OwnEnv.superRefine(refuseHalfConsole);
export type Env = z.output<typeof Env>;
