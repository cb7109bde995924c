import type { Executor } from '@jeongsan/database';
import type { Actor } from '@jeongsan/nest-kit';
import { statement } from '@jeongsan/sql';

export type Control = Readonly<{ halted: boolean; locked: boolean }>;

/** Reads the dispatch control and locks it until the transaction ends: a halt waits for senders that hold the row. */
export async function lockControl(tx: Executor): Promise<Control> {
  const [control] = await tx.query<Control[]>(`select halted, locked from payouts.dispatch_control for update`);
  if (!control) throw new Error('The row of payouts.dispatch_control is gone: nothing is sent until it is back');
  return control;
}

type Decision = Readonly<{
  action: 'halted' | 'resumed' | 'locked' | 'acknowledged';
  reason: string;
  by: Actor;
  /** The role of the decider, or `guard` for a decision of the process itself. */
  role: string;
}>;

const RECORD = statement(`
  insert into payouts.dispatch_decision (action, reason, decided_by, role, decided_at) values (:action, :reason, :by, :role, :now)
    returning id`);

/**
 * Records a decision about sending: who stopped or resumed, and why. Records are never changed. Returns the decision's
 * number.
 */
export async function recordDispatchDecision(tx: Executor, decision: Decision, now: Date): Promise<string> {
  const [row] = await RECORD.rows<{ id: bigint }>(tx, {
    action: decision.action,
    reason: decision.reason,
    by: decision.by,
    role: decision.role,
    now,
  });
  if (!row) throw new Error('The decision about dispatch was not recorded');
  return row.id.toString();
}

/** The entity id of all events about dispatch, within which their sequence counts. */
export const DISPATCH = 'dispatch';
