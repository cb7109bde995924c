import type { ProviderAccount, ProviderClient, RecordLists } from '@jeongsan/provider-client';

/** The provider calls that reconciliation makes. All of them only read. */
export type ProviderApi = RecordLists & Pick<ProviderClient, 'listPayouts' | 'getBalance'>;

/** One account of the market at the provider. The main account, from which payouts leave, has the empty name. */
export type Account = Pick<ProviderAccount, 'name'> & Readonly<{ api: ProviderApi }>;

/** The provider for dependency injection: injection token and type in one. */
export abstract class Provider {
  /** The main account first. */
  abstract readonly accounts: readonly [Account, ...Account[]];
}

/**
 * The account with this name. Throws for an account that is no longer configured: its listings must be read to their end
 * before it is removed.
 */
export function accountNamed(accounts: Provider['accounts'], name: string): Account {
  const found = accounts.find((account) => account.name === name);
  if (!found) throw new Error(`The account ${name} is not among PROVIDER_ACCOUNTS, and its listings are not read yet`);
  return found;
}
