import { CallError, type Endpoint } from '@jeongsan/http-contract';
import { providerContract } from '@jeongsan/provider-contract';
import type { ProviderClient } from './provider-client.js';

/**
 * Rejections that say only that this account has no such object: nothing happened, so the next account can be asked. Sellers
 * and payouts are missing, because they belong to one account.
 */
const UNKNOWN_HERE: ReadonlySet<string> = new Set([
  'NOT_FOUND_PAYMENT',
  'NOT_FOUND_BILLING',
  'NOT_FOUND_RECEIPT',
  'NOT_FOUND_PRODUCT',
  'NOT_FOUND_ORDER',
  'NOT_FOUND_RESERVATION',
  'NOT_FOUND_ARS',
]);

/** Whether a rejection's code says that the account has no such object. */
export const isUnknownHere = (code: string): boolean => UNKNOWN_HERE.has(code);

type Call = (input: unknown, options?: unknown) => Promise<unknown>;
type WithClient = Readonly<{ client: ProviderClient }>;
/** The accounts to ask about an object of an operation, the likeliest first. */
export type InTurn<A extends WithClient = WithClient> = (operation: Pick<Endpoint, 'path'>) => [A, ...A[]];

/**
 * One client for several accounts. A call goes to the accounts in the order of its operation as long as the answer is that no
 * such object exists. Any other failure ends the call: it may have had an effect. If no account knows the object, the answer of
 * the first one asked is thrown. The list of transactions holds all accounts, one after the other.
 */
export function acrossAccounts(inTurn: InTurn): ProviderClient {
  const calls = Object.entries(providerContract).map(([name, operation]: [string, Endpoint]) => {
    const lanes = inTurn(operation).map(({ client }) => client[name as keyof ProviderClient] as Call);
    return [name, (input: unknown, options?: unknown) => askInTurn(lanes, input, options)];
  });
  const transactions = listedInTurn(inTurn(providerContract.listTransactions).map(({ client }) => client));
  return { ...(Object.fromEntries(calls) as ProviderClient), listTransactions: transactions };
}

async function askInTurn(lanes: readonly Call[], input: unknown, options: unknown): Promise<unknown> {
  let unknownHere: unknown;
  for (const call of lanes) {
    try {
      return await call(input, options);
    } catch (error) {
      const goesOn = error instanceof CallError && error.outcome === 'rejected' && isUnknownHere(error.code);
      if (!goesOn) throw error;
      unknownHere ??= error;
    }
  }
  throw unknownHere;
}

/** Bound on the cursors that are remembered: far more than listings are under way at once. */
const CURSORS_MAX = 10_000;

/**
 * The transactions of several accounts as one list: the pages of each account follow those of the account before. An account
 * ends with an empty page, which leads to the next one.
 */
function listedInTurn(clients: readonly ProviderClient[]): ProviderClient['listTransactions'] {
  /** For the last key of each page: the place of the account that listed it. */
  const places = new Map<string, number>();
  return async ({ query }, options) => {
    const { startingAfter, ...window } = query;
    const begun = (startingAfter !== undefined && places.get(startingAfter)) || 0;
    for (const [offset, client] of clients.slice(begun).entries()) {
      const isBegun = offset === 0 && startingAfter !== undefined;
      const rows = await client.listTransactions({ query: isBegun ? query : window }, options);
      const last = rows.at(-1);
      if (!last) continue;
      if (places.size >= CURSORS_MAX) places.clear();
      places.set(last.transactionKey, begun + offset);
      return rows;
    }
    return [];
  };
}
