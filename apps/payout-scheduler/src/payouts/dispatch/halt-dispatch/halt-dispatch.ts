import { emit } from '@jeongsan/database';
import type { Caller } from '@jeongsan/nest-kit';
import type { EntityManager } from 'typeorm';
import { deciderOf } from '../../payout-store/decider.js';
import { DISPATCH, lockControl, recordDispatchDecision } from '../dispatch-control/control-row.js';

/**
 * Stops all sending. After the commit every sender sees the halt, because it reads the control directly before its
 * first byte. A repeat changes nothing.
 */
export async function haltDispatch(tx: EntityManager, reason: string, caller: Caller, now: Date): Promise<void> {
  const control = await lockControl(tx);
  if (control.halted) return;
  await tx.query(`update payouts.dispatch_control set halted = true`);
  const decisionId = await recordDispatchDecision(tx, { action: 'halted', reason, ...deciderOf(caller) }, control, now);
  await emit(tx, 'dispatch.halted', [{ entityId: DISPATCH, data: { decisionId } }], now);
}
