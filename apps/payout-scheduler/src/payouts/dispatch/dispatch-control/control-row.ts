import { authorOf, recordDecision } from '@jeongsan/audit';
import type { Executor } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import type { Decider } from '../../payout-store/decider.js';

export type Control = Readonly<{ halted: boolean; locked: boolean }>;

/** Reads the dispatch control and locks it until the transaction ends: a halt waits for senders that hold the row. */
export async function lockControl(tx: Executor): Promise<Control> {
  const [control] = await tx.query<Control[]>(`select halted, locked from payouts.dispatch_control for update`);
  if (!control) throw new Error('The row of payouts.dispatch_control is gone: nothing is sent until it is back');
  return control;
}

type DispatchDecision = Decider &
  Readonly<{ action: 'halted' | 'resumed' | 'locked' | 'acknowledged'; reason: string; findings?: number }>;

const RECORD = statement(`
  insert into payouts.dispatch_decision (action, reason, decided_by, role, decided_at) values (:action, :reason, :by, :role, :now)
    returning id`);

/**
 * Records a decision about sending, in its own history and in the audit trail. `before`: the control at that moment. Records are
 * never changed. Returns the decision's number.
 */
export async function recordDispatchDecision(
  tx: Executor,
  decision: DispatchDecision,
  before: Control,
  now: Date,
): Promise<string> {
  const { action, reason, actor: by, role, findings } = decision;
  const [row] = await RECORD.rows<{ id: bigint }>(tx, { action, reason, by, role, now });
  if (!row) throw new Error('The decision about dispatch was not recorded');
  const after = { ...before, ...changes[action], ...(findings !== undefined && { findings }) };
  const facts = { before: { ...before }, after };
  await recordDecision(
    tx,
    { kind: `dispatch.${action}`, subject: DISPATCH, ...authorOf(decision), reason, ...facts },
    now,
  );
  return row.id.toString();
}

const changes = {
  halted: { halted: true },
  resumed: { halted: false },
  locked: { locked: true },
  acknowledged: { locked: false },
} as const satisfies Record<DispatchDecision['action'], Partial<Control>>;

/** The entity id of all events about dispatch, within which their sequence counts. */
export const DISPATCH = 'dispatch';
