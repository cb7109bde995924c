import {
  type removeWalletAccount as accountContract,
  type removeWalletCard as cardContract,
  walletMethodLifecycle,
} from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { advance } from '../lifecycle.js';
import type { Call } from '../world.js';
import { announceMethods } from './announce.js';
import { lockCaller } from './customer.js';
import { accountOf, cardOf, lockOwnMethod, type MethodRow } from './method.js';
import { walletOffers } from './wallet-offers.js';

export const removeWalletCard: Handler<typeof cardContract> = async (call, { body }) => {
  const card = await removeMethod(call, 'CARD', body.methodKey);
  return cardOf(card, await walletOffers(call), call.world);
};

export const removeWalletAccount: Handler<typeof accountContract> = async (call, { body }) => {
  const account = await removeMethod(call, 'ACCOUNT', body.methodKey);
  return accountOf(account, await walletOffers(call), call.world);
};

/** Removes a method of the caller: its status becomes DISABLED (document 2 section 3.3). */
async function removeMethod<K extends MethodRow['kind']>(
  call: Call,
  kind: K,
  methodKey: string,
): Promise<Extract<MethodRow, { kind: K }>> {
  const customer = await lockCaller(call);
  const method = await lockOwnMethod(call.sql, customer.id, methodKey);
  // ASSUMED: the groups meant by the code NOT_FOUND_METHOD_IN_GROUP are cards and accounts.
  if (!isOfKind(method, kind)) throw new Refused('NOT_FOUND_METHOD_IN_GROUP');
  const status = advance(walletMethodLifecycle, method.status, 'remove');
  await call.sql.rows('update wallet_method set status = $2 where id = $1', [method.id, status]);
  await announceMethods(call, customer.customerKey, [methodKey], 'DISABLED');
  return { ...method, status };
}

const isOfKind = <K extends MethodRow['kind']>(method: MethodRow, kind: K): method is Extract<MethodRow, { kind: K }> =>
  method.kind === kind;
