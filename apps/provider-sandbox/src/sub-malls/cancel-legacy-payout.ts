import { type cancelLegacyPayout as contract, legacyPayoutLifecycle } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { stepOf } from '../lifecycle.js';
import { advanceLegacyPayouts } from './advance-legacy-payouts.js';
import { legacyPayoutOf, lockLegacyPayout } from './legacy-payout.js';
import { assertLegacyContract } from './sub-mall.js';

/** Cancels a payout that has not started; its money returns to the balance. */
export const cancelLegacyPayout: Handler<typeof contract> = async (call, { params }) => {
  assertLegacyContract(call);
  const payout = await lockLegacyPayout(call.sql, params.payoutKey);
  if (!payout) throw new Refused('PAYOUT_NOT_FOUND');
  // ASSUMED: no code is published for a payout that cannot be canceled any more.
  if (!stepOf(legacyPayoutLifecycle, payout.status, 'cancel')) throw new Refused('NOT_CANCELABLE_PAYOUT');
  const [canceled] = await advanceLegacyPayouts(call.world, call.sql, [
    { payout, trigger: 'cancel', at: call.now, nextStepAt: null },
  ]);
  return legacyPayoutOf(canceled ?? payout);
};
