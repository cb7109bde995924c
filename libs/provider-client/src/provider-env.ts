import { HexKeys } from '@jeongsan/jwe';
import { z } from 'zod';
import type { ProviderClientOptions } from './provider-client.js';

/** How an app is told where the provider is and who it is there. Spread into the app's own schema. */
export const providerEnv = {
  PROVIDER_BASE_URL: z.url(),
  PROVIDER_SECRET_KEY: z.string().min(1),
  PROVIDER_SECURITY_KEYS: HexKeys,
};
type ProviderEnv = { [K in keyof typeof providerEnv]: z.output<(typeof providerEnv)[K]> };

/** The client's options as the environment gives them. */
export const providerOptions = (env: ProviderEnv, now: () => Date): ProviderClientOptions => ({
  baseUrl: env.PROVIDER_BASE_URL,
  secretKey: env.PROVIDER_SECRET_KEY,
  securityKeys: env.PROVIDER_SECURITY_KEYS,
  now,
});
