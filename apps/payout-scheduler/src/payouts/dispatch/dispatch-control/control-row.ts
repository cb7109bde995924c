import type { Executor } from '@jeongsan/database';
import type { Actor } from '@jeongsan/nest-kit';

export type Control = Readonly<{ halted: boolean; locked: boolean }>;

/** The switch, held still until the transaction ends: whoever turns it waits for those who are just acting on it. */
export async function lockControl(tx: Executor): Promise<Control> {
  const [control] = await tx.query<Control[]>(`select halted, locked from payouts.dispatch_control for update`);
  if (!control) throw new Error('The row of payouts.dispatch_control is gone: nothing is sent until it is back');
  return control;
}

type Decision = Readonly<{
  action: 'halted' | 'resumed' | 'locked' | 'acknowledged';
  reason: string;
  by: Actor;
  /** In which role, or `guard` where nobody was asked. */
  role: string;
}>;

/** Writes down who stopped or let go what, and why. Nothing of it is ever changed. Returns the decision's number. */
export async function recordDispatchDecision(tx: Executor, decision: Decision, now: Date): Promise<string> {
  const [row] = await tx.query<{ id: bigint }[]>(
    `insert into payouts.dispatch_decision (action, reason, decided_by, role, decided_at) values ($1, $2, $3, $4, $5) returning id`,
    [decision.action, decision.reason, decision.by, decision.role, now],
  );
  if (!row) throw new Error('The decision about dispatch was not recorded');
  return row.id.toString();
}

/** What every event about dispatch counts its sequence within. */
export const DISPATCH = 'dispatch';
