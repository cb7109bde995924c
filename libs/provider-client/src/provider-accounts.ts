import type { Endpoint } from '@jeongsan/http-contract';
import type { AccountPurpose, FurtherAccount } from './account-list.js';
import { acrossAccounts, type InTurn } from './across-accounts.js';
import { createProviderClient, type ProviderClient } from './provider-client.js';
import type { ProviderClientOptions } from './provider-client-options.js';
import { type ProviderEnv, providerOptions } from './provider-env.js';
import { type RecordLists, recordLists } from './record-lists.js';

/** One account (mId) of the market at the provider. */
export type ProviderAccount = Readonly<{
  /**
   * The account's name in our books: the mId of a further account; empty for the account of PROVIDER_SECRET_KEY, whose books
   * are older than this distinction.
   */
  name: string;
  purposes: readonly AccountPurpose[];
  secretKey: string;
  /** Hex, newest first. */
  securityKeys: readonly string[];
  client: ProviderClient;
  /** The lists of transactions and settlements, read for whole days. */
  records: RecordLists;
}>;

/** The name of the account of PROVIDER_SECRET_KEY. Payouts leave from it, and sellers are registered at it. */
export const MAIN_ACCOUNT = '';

export type ProviderAccounts = Readonly<{
  /** The main account first. */
  all: readonly [ProviderAccount, ...ProviderAccount[]];
  main: ProviderAccount;
  /** One client for all accounts: a call goes to the account of its operation, then to the others if it knows no such object. */
  client: ProviderClient;
  /** The account that an operation belongs to by its purpose; the main account where no account has that purpose. */
  accountFor: (operation: Pick<Endpoint, 'path'>) => ProviderAccount;
  /** The accounts to ask about an object: the account of the operation first; alone where only it can have the object. */
  inTurn: InTurn<ProviderAccount>;
  /** The name of the account with this mId. Every mId that is not a further account's is the main account's. */
  nameOf: (mId: string | null) => string;
}>;

/** The accounts of the settings: one client each. */
export function providerAccounts(
  env: ProviderEnv,
  now: () => Date,
  options: Pick<ProviderClientOptions, 'send' | 'onExchange'> = {},
): ProviderAccounts {
  const shared = { ...providerOptions(env, now), ...options };
  const further = (env.PROVIDER_ACCOUNTS ?? []).map(
    ({ mId, purposes, secretKey, securityKeys }: FurtherAccount): ProviderAccount => ({
      ...{ name: mId, purposes, secretKey, securityKeys },
      client: createProviderClient({ ...shared, secretKey, securityKeys }),
      records: recordLists({ ...shared, secretKey, securityKeys }),
    }),
  );
  const { PROVIDER_SECRET_KEY: secretKey, PROVIDER_SECURITY_KEYS: securityKeys } = env;
  const main: ProviderAccount = {
    ...{ name: MAIN_ACCOUNT, purposes: [], secretKey, securityKeys },
    client: createProviderClient(shared),
    records: recordLists(shared),
  };
  const all = [main, ...further] as const;
  const accountFor = (operation: Pick<Endpoint, 'path'>): ProviderAccount => {
    const purpose = purposeOf(operation);
    return (purpose !== 'payouts' && further.find(({ purposes }) => purposes.includes(purpose))) || main;
  };
  const inTurn: InTurn<ProviderAccount> = (operation) => {
    const first = accountFor(operation);
    if (purposeOf(operation) === 'payouts') return [first];
    return [first, ...all.filter((account) => account !== first)];
  };
  return {
    all,
    main,
    accountFor,
    inTurn,
    client: further.length === 0 ? main.client : acrossAccounts(inTurn),
    nameOf: (mId) => further.find(({ name }) => name === mId)?.name ?? MAIN_ACCOUNT,
  };
}

/** The purpose of operations by the beginning of their path; every other operation serves payments. */
const purposes: readonly (readonly [path: string, purpose: AccountPurpose | 'payouts'])[] = [
  ['/v1/billing/', 'billing'],
  ['/v1/wallet/', 'wallet'],
  ['/v1/brandpay/', 'wallet'],
  ['/v1/products', 'links'],
  ['/v1/orders', 'links'],
  ['/v2/ars', 'ars'],
  ['/v2/sellers', 'payouts'],
  ['/v2/payouts', 'payouts'],
  ['/v2/balances', 'payouts'],
  ['/v2/bank-accounts/', 'payouts'],
  ['/v1/payouts/', 'payouts'],
];

export const purposeOf = ({ path }: Pick<Endpoint, 'path'>): AccountPurpose | 'payouts' =>
  purposes.find(([start]) => path.startsWith(start))?.[1] ?? 'payments';
