import { type removeWalletCustomer as contract, walletCustomerLifecycle } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { advance } from '../lifecycle.js';
import type { Call } from '../world.js';
import { announceCustomer, announceMethods } from './announce.js';
import { type CustomerRow, lockCaller } from './customer.js';

/** Withdraws the customer who owns the calling token (document 2 section 4). */
export const removeWalletCustomer: Handler<typeof contract> = async (call) => {
  const { customerKey } = await withdraw(call, await lockCaller(call));
  return { customerKey, success: true };
};

/**
 * Withdraws a customer, with all its methods, tokens and codes. The customer must be locked. ASSUMED: its agreements
 * are forgotten, so that the same customerKey starts from the beginning.
 */
export async function withdraw(call: Call, customer: CustomerRow): Promise<CustomerRow> {
  const { id, customerKey } = customer;
  const status = advance(walletCustomerLifecycle, customer.status, 'remove');
  await call.sql.rows(
    'update wallet_customer set status = $2, access_token_hash = null, refresh_token_hash = null where id = $1',
    [id, status],
  );
  const removed = await call.sql.rows<{ methodKey: string }>(
    `update wallet_method set status = 'DISABLED' where customer_id = $1 and status = 'ENABLED' returning method_key as "methodKey"`,
    [id],
  );
  await call.sql.rows('delete from wallet_agreement where customer_key = $1', [customerKey]);
  await call.sql.rows('delete from wallet_code where customer_key = $1', [customerKey]);
  const methodKeys = removed.map(({ methodKey }) => methodKey);
  // ASSUMED: each method that goes with its customer is announced too.
  await announceMethods(call, customerKey, methodKeys, 'DISABLED');
  await announceCustomer(call, customerKey, 'REMOVED');
  return { ...customer, status };
}
