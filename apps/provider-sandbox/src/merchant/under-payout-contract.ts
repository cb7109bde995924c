import type { Endpoint } from '@jeongsan/http-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';

/** Sellers, payouts and the balance need a contract of their own (document 2 section 1); without it they are refused. */
export const underPayoutContract =
  <E extends Endpoint>(handle: Handler<E>): Handler<E> =>
  async (call, input) => {
    // ASSUMED: the code of a missing contract is not published; its status is 403.
    if (!call.world.merchant.settings.payoutContract) throw new Refused('FORBIDDEN_REQUEST');
    return handle(call, input);
  };
