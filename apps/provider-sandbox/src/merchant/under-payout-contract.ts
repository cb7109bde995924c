import type { Endpoint } from '@jeongsan/http-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';

/**
 * Refuses operations on sellers, payouts and the balance for a merchant without the payout contract (document 2 section
 * 1).
 */
export const underPayoutContract =
  <E extends Endpoint>(handle: Handler<E>): Handler<E> =>
  async (call, input) => {
    // ASSUMED: the code of a missing contract is not published; its status is 403.
    if (!call.world.merchant.settings.payoutContract) throw new Refused('FORBIDDEN_REQUEST');
    return handle(call, input);
  };
