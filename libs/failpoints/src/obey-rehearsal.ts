import type { FailOrder, FailReport } from './fail-order.js';
import { Rehearsal, rehearse } from './hit.js';

export type RehearsalEnv = Readonly<{ NODE_ENV: string; CONTROLLED_CLOCK: boolean; FAILPOINTS: boolean }>;

/** The process that started this one, as far as it is needed here. */
export type Parent = Readonly<{
  send?: ((message: FailReport, sent: (error: Error | null) => void) => unknown) | undefined;
  on: (event: 'message', listener: (message: unknown) => void) => unknown;
}>;

/**
 * Lets the process that started this one order failures. Nothing else ever arms a failpoint, and a production service cannot get
 * here: FAILPOINTS is refused without CONTROLLED_CLOCK, CONTROLLED_CLOCK is refused in production, and orders come over the
 * channel to the parent alone, which only a parent that wants it opens. Does nothing unless FAILPOINTS is set; throws when it is set
 * where it must not be.
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
