import { legacyPayoutLifecycle } from '@jeongsan/provider-contract';
import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import { Refused } from '../api/refused.js';
import { stepOf } from '../lifecycle.js';
import { advanceLegacyPayouts, type LegacyPayoutStep } from '../sub-malls/advance-legacy-payouts.js';
import { changeSubMallStatus } from '../sub-malls/change-status.js';
import { legacyPayoutOf, type LegacyPayoutObject, lockLegacyPayout } from '../sub-malls/legacy-payout.js';
import { lockSubMall, subMallOf } from '../sub-malls/sub-mall.js';
import type { Call } from '../world.js';
import type { ControlHandler } from './control-handler.js';
import { notFound, notPossible } from './control-refusals.js';

/** Ends a sub-mall's review; a sub-mall that has not reached its limit is put under review first. */
export const finishSubMallKyc: ControlHandler<typeof contract.finishSubMallKyc> = async (call, { params }) => {
  const subMall = await lockSubMall(call, params.subMallId).catch((error: unknown) => {
    throw error instanceof Refused ? notFound('such sub-mall') : error;
  });
  const underReview = (await changeSubMallStatus(call, subMall, 'exceedLimit')) ?? subMall;
  const approved = await changeSubMallStatus(call, underReview, 'completeKyc');
  if (!approved) throw notPossible(`A sub-mall that is ${subMall.status} cannot be reviewed`);
  return subMallOf(approved);
};

export const completeLegacyPayout: ControlHandler<typeof contract.completeLegacyPayout> = (call, { params }) =>
  finish(call, params.payoutKey, { trigger: 'complete' });

export const failLegacyPayout: ControlHandler<typeof contract.failLegacyPayout> = (call, { params, body }) =>
  finish(call, params.payoutKey, { trigger: 'fail', failure: body });

type End = Readonly<{ trigger: 'complete' } | { trigger: 'fail'; failure: { code: string; message: string } }>;

/** Ends a bank transfer now, before its scheduled time. */
async function finish(call: Call, payoutKey: string, end: End): Promise<LegacyPayoutObject> {
  const payout = await lockLegacyPayout(call.sql, payoutKey);
  if (!payout) throw notFound('such payout');
  const advanced = async (step: Pick<LegacyPayoutStep, 'payout' | 'trigger' | 'failure'>) => {
    const [moved] = await advanceLegacyPayouts(call.world, call.sql, [{ ...step, at: call.now, nextStepAt: null }]);
    return moved ?? step.payout;
  };
  const isWaiting = stepOf(legacyPayoutLifecycle, payout.status, 'start') !== undefined;
  const started = isWaiting ? await advanced({ payout, trigger: 'start' }) : payout;
  if (!stepOf(legacyPayoutLifecycle, started.status, end.trigger)) {
    throw notPossible(`The payout is already ${payout.status}`);
  }
  return legacyPayoutOf(await advanced({ payout: started, ...end }));
}
