import type {
  getWalletMethods as ownContract,
  getWalletMethodsOf as ofContract,
  WalletMethod,
} from '@jeongsan/provider-contract';
import type { z } from 'zod';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import type { Call } from '../world.js';
import { callerId, type CustomerRow, findCustomer } from './customer.js';
import { accountOf, cardOf, enabledMethods, type MethodRow } from './method.js';
import { walletOffers } from './wallet-offers.js';

/** The methods of the customer who owns the calling token (document 2 section 4). */
export const getWalletMethods: Handler<typeof ownContract> = async (call) => {
  const [customer] = await call.sql.rows<Pick<CustomerRow, 'id' | 'isIdentified'>>(
    `select id, is_identified as "isIdentified" from wallet_customer where id = $1`,
    [callerId(call)],
  );
  if (!customer) throw new Refused('INVALID_ACCESS_TOKEN');
  return methodsOf(call, customer);
};

/** The methods of a customer, for the merchant. */
export const getWalletMethodsOf: Handler<typeof ofContract> = async (call, { params }) => {
  const customer = await findCustomer(call.sql, params.customerKey);
  if (!customer) throw new Refused('NOT_FOUND_CUSTOMER');
  return methodsOf(call, customer);
};

async function methodsOf(
  call: Call,
  { id, isIdentified }: Pick<CustomerRow, 'id' | 'isIdentified'>,
): Promise<z.output<typeof WalletMethod>> {
  const methods = await enabledMethods(call.sql, id);
  const offers = methods.length > 0 ? await walletOffers(call) : [];
  return {
    isIdentified,
    selectedMethodId: selectedOf(methods, call.now)?.id ?? null,
    cards: methods.flatMap((row) => (row.kind === 'CARD' ? [cardOf(row, offers, call.world)] : [])),
    accounts: methods.flatMap((row) => (row.kind === 'ACCOUNT' ? [accountOf(row, offers, call.world)] : [])),
  };
}

/**
 * The preselected method: the one registered last or, within a month, used last (document 2 section 2.3). Older uses do
 * not count.
 */
export function selectedOf(methods: readonly MethodRow[], now: Date): MethodRow | undefined {
  const monthAgo = monthBefore(now);
  const touched = ({ registeredAt, lastUsedAt }: MethodRow): number => {
    const isRecent = lastUsedAt !== null && lastUsedAt >= monthAgo;
    return isRecent && lastUsedAt > registeredAt ? lastUsedAt.getTime() : registeredAt.getTime();
  };
  // The list is sorted oldest first, so of two methods at one instant the later registration wins.
  return methods.reduce<MethodRow | undefined>(
    (best, method) => (best === undefined || touched(method) >= touched(best) ? method : best),
    undefined,
  );
}

/** The same day of the previous month, or that month's last day. */
function monthBefore(instant: Date): Date {
  const earlier = new Date(instant);
  earlier.setUTCMonth(earlier.getUTCMonth() - 1);
  if (earlier.getUTCDate() !== instant.getUTCDate()) earlier.setUTCDate(0);
  return earlier;
}
