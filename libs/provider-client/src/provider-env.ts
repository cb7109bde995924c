import { HexKeys } from '@jeongsan/jwe';
import { z } from 'zod';
import type { ProviderClientOptions } from './provider-client.js';

/** The settings of an app that calls the provider: spread them into the app's schema. */
export const providerEnv = {
  PROVIDER_BASE_URL: z.url(),
  PROVIDER_SECRET_KEY: z.string().min(1),
  PROVIDER_SECURITY_KEYS: HexKeys,
};
type ProviderEnv = { [K in keyof typeof providerEnv]: z.output<(typeof providerEnv)[K]> };

/** The client's options, from the settings. */
export const providerOptions = (env: ProviderEnv, now: () => Date): ProviderClientOptions => ({
  baseUrl: env.PROVIDER_BASE_URL,
  secretKey: env.PROVIDER_SECRET_KEY,
  securityKeys: env.PROVIDER_SECURITY_KEYS,
  now,
});
