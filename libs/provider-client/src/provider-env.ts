import { HexKeys } from '@jeongsan/jwe';
import { z } from 'zod';
import { AccountList } from './account-list.js';
import type { ProviderClientOptions } from './provider-client-options.js';

/** The settings of an app that calls the provider: spread them into the app's schema. */
export const providerEnv = {
  PROVIDER_BASE_URL: z.url(),
  PROVIDER_SECRET_KEY: z.string().min(1),
  PROVIDER_SECURITY_KEYS: HexKeys,
  PROVIDER_ACCOUNTS: AccountList.optional(),
};
export type ProviderEnv = Readonly<
  { [K in Exclude<keyof typeof providerEnv, 'PROVIDER_ACCOUNTS'>]: z.output<(typeof providerEnv)[K]> } & {
    PROVIDER_ACCOUNTS?: z.output<typeof AccountList> | undefined;
  }
>;

/** The options of the main account's client, from the settings. */
export const providerOptions = (env: ProviderEnv, now: () => Date): ProviderClientOptions => ({
  baseUrl: env.PROVIDER_BASE_URL,
  secretKey: env.PROVIDER_SECRET_KEY,
  securityKeys: env.PROVIDER_SECURITY_KEYS,
  now,
});
