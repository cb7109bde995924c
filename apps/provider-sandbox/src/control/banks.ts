import { payoutLifecycle } from '@jeongsan/provider-contract';
import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import { stepOf } from '../lifecycle.js';
import { advancePayouts } from '../payouts/advance-payouts.js';
import { lockPayout, payoutOf, type PayoutObject, type PayoutRow } from '../payouts/payout.js';
import type { Call } from '../world.js';
import type { ControlHandler } from './control-handler.js';
import { notFound, notPossible } from './control-refusals.js';

export const completePayout: ControlHandler<typeof contract.completePayout> = async (call, { params }) =>
  finish(call, params.id, { trigger: 'complete' });

export const failPayout: ControlHandler<typeof contract.failPayout> = async (call, { params, body }) =>
  finish(call, params.id, { trigger: 'fail', error: body });

export const rejectPayout: ControlHandler<typeof contract.rejectPayout> = async (call, { params, body }) =>
  stop(call, params.id, { trigger: 'reject', error: body });

export const removePayout: ControlHandler<typeof contract.removePayout> = async (call, { params }) =>
  stop(call, params.id, { trigger: 'remove' });

type Stop = Readonly<{ trigger: 'remove' } | { trigger: 'reject'; error: { code: string; message: string } }>;

/** Ends a payout before its transfer has started. */
async function stop(call: Call, id: string, how: Stop): Promise<PayoutObject> {
  const payout = await lockPayout(call.sql, id);
  if (!payout) throw notFound('such payout');
  if (!stepOf(payoutLifecycle, payout.status, how.trigger)) throw notPossible(`The payout is already ${payout.status}`);
  const [stopped] = await advancePayouts(call.world, call.sql, [{ payout, at: call.now, nextStepAt: null, ...how }]);
  return payoutOf(stopped ?? payout);
}

type End = Readonly<{ trigger: 'complete' } | { trigger: 'fail'; error: { code: string; message: string } }>;

/** Ends a bank transfer now, before its scheduled time. */
async function finish(call: Call, id: string, end: End): Promise<PayoutObject> {
  const payout = await lockPayout(call.sql, id);
  if (!payout) throw notFound('such payout');
  const started = await startedPayout(call, payout);
  if (!stepOf(payoutLifecycle, started.status, end.trigger))
    throw notPossible(`The payout is already ${payout.status}`);
  const [finished] = await advancePayouts(call.world, call.sql, [
    { payout: started, at: call.now, nextStepAt: null, ...end },
  ]);
  return payoutOf(finished ?? started);
}

async function startedPayout(call: Call, payout: PayoutRow): Promise<PayoutRow> {
  if (!stepOf(payoutLifecycle, payout.status, 'start')) return payout;
  const [started] = await advancePayouts(call.world, call.sql, [
    { payout, trigger: 'start', at: call.now, nextStepAt: null },
  ]);
  return started ?? payout;
}
