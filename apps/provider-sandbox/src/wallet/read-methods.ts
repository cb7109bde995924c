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

/** The methods of the customer whose token calls (document 2 section 4). */
export const getWalletMethods: Handler<typeof ownContract> = async (call) => {
  const [customer] = await call.sql.rows<Pick<CustomerRow, 'id' | 'isIdentified'>>(
    `select id, is_identified as "isIdentified" from wallet_customer where id = $1`,
    [callerId(call)],
  );
  if (!customer) throw new Refused('INVALID_ACCESS_TOKEN');
  return methodsOf(call, customer);
};

/** The same for the merchant. */
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
    cards: methods.flatMap((row) => (row.kind === 'CARD' ? [cardOf(row, offers)] : [])),
    accounts: methods.flatMap((row) => (row.kind === 'ACCOUNT' ? [accountOf(row, offers)] : [])),
  };
}

/** The method registered or, within a month, used last (document 2 section 2.3): a use of longer ago counts no more. */
export function selectedOf(methods: readonly MethodRow[], now: Date): MethodRow | undefined {
  const monthAgo = monthBefore(now);
  const touched = ({ registeredAt, lastUsedAt }: MethodRow): number => {
    const isRecent = lastUsedAt !== null && lastUsedAt >= monthAgo;
    return isRecent && lastUsedAt > registeredAt ? lastUsedAt.getTime() : registeredAt.getTime();
  };
  // The oldest comes first: of two at one instant, the later registration is meant.
  return methods.reduce<MethodRow | undefined>(
    (best, method) => (best === undefined || touched(method) >= touched(best) ? method : best),
    undefined,
  );
}

/** The same day of the month before, or its last day where there is no such day. */
function monthBefore(instant: Date): Date {
  const earlier = new Date(instant);
  earlier.setUTCMonth(earlier.getUTCMonth() - 1);
  if (earlier.getUTCDate() !== instant.getUTCDate()) earlier.setUTCDate(0);
  return earlier;
}
