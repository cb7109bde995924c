import type { FailOrder, FailReport } from './fail-order.js';
import { Rehearsal, rehearse } from './hit.js';

export type RehearsalEnv = Readonly<{ NODE_ENV: string; CONTROLLED_CLOCK: boolean; FAILPOINTS: boolean }>;

/** The parent process, as far as orders need it. */
export type Parent = Readonly<{
  send?: ((message: FailReport, sent: (error: Error | null) => void) => unknown) | undefined;
  on: (event: 'message', listener: (message: unknown) => void) => unknown;
}>;

/**
 * Lets the parent process order failures at failpoints. A production service can never obey: FAILPOINTS is refused without
 * CONTROLLED_CLOCK, CONTROLLED_CLOCK is refused in production, and orders come only through the channel to the parent process,
 * which exists only when the parent opened it. Has no effect unless FAILPOINTS is set; throws when FAILPOINTS is set without
 * these conditions.
 */
export function obeyRehearsal(env: RehearsalEnv, parent: Parent = process): Rehearsal | undefined {
  if (!env.FAILPOINTS) return undefined;
  if (!env.CONTROLLED_CLOCK || env.NODE_ENV === 'production')
    throw new Error('FAILPOINTS is for rehearsals on a controlled clock');
  const { send } = parent;
  if (send === undefined) throw new Error('FAILPOINTS: the process that started this one opened no channel for orders');
  const rehearsal = new Rehearsal(
    (report) => new Promise((resolve) => void send.call(parent, report, () => resolve())),
  );
  parent.on('message', (message) => {
    if (isOrder(message)) void rehearsal.arm(message);
  });
  rehearse(rehearsal);
  return rehearsal;
}

const isOrder = (message: unknown): message is FailOrder =>
  typeof message === 'object' && message !== null && 'failpoint' in message && 'action' in message;
