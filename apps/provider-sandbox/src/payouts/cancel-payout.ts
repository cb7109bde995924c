import { type cancelPayout as contract, payoutLifecycle } from '@jeongsan/provider-contract';
import { entity, type Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { stepOf } from '../lifecycle.js';
import { advancePayouts } from './advance-payouts.js';
import { lockPayout, payoutOf } from './payout.js';

/** Cancels a payout that has not started; its money returns to the balance. */
export const cancelPayout: Handler<typeof contract> = async (call, { params }) => {
  const payout = await lockPayout(call.sql, params.id);
  if (!payout) throw new Refused('PAYOUT_NOT_FOUND');
  if (!stepOf(payoutLifecycle, payout.status, 'cancel')) throw new Refused('NOT_CANCELABLE_PAYOUT');
  const [canceled] = await advancePayouts(call.world, call.sql, [
    { payout, trigger: 'cancel', at: call.now, nextStepAt: null },
  ]);
  return entity(call, 'payout', payoutOf(canceled ?? payout));
};
