import { emit } from '@jeongsan/database';
import type { Caller } from '@jeongsan/nest-kit';
import type { EntityManager } from 'typeorm';
import { deciderOf } from '../../payout-book/decider.js';
import { DISPATCH, lockControl, recordDispatchDecision } from '../dispatch-control/control-row.js';

/**
 * Stops all sending: once this is committed, every sender finds it in the statement it asks directly before its first byte.
 * Repeating it changes nothing.
 */
export async function haltDispatch(tx: EntityManager, reason: string, caller: Caller, now: Date): Promise<void> {
  const control = await lockControl(tx);
  if (control.halted) return;
  await tx.query(`update payouts.dispatch_control set halted = true`);
  const decisionId = await recordDispatchDecision(tx, { action: 'halted', reason, ...deciderOf(caller) }, now);
  await emit(tx, 'dispatch.halted', [{ entityId: DISPATCH, data: { decisionId } }], now);
}
