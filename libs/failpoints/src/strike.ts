import { setTimeout as pause } from 'node:timers/promises';
import type { FailAction, FailOrder } from './fail-order.js';

/** What `throw` throws: no error that any code could know how to treat. */
export class FailpointStruck extends Error {
  override name = 'FailpointStruck';
}

type Strike = (order: FailOrder, repeat: (() => Promise<unknown>) | undefined) => Promise<void>;

/** Does to this process what was ordered. */
export const strike: Strike = (order, repeat) => actions[order.action](order, repeat);

const actions = {
  kill: async () => void process.kill(process.pid, 'SIGKILL'),
  throw: async ({ failpoint }) => {
    throw new FailpointStruck(`Struck at ${failpoint}`);
  },
  freeze: async ({ ms }) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  hang: ({ ms }) => pause(ms),
  duplicate: async ({ failpoint, ms }, repeat) => {
    if (repeat === undefined) throw new FailpointStruck(`Nothing that ${failpoint} lies in is delivered twice`);
    // The second delivery's own failure is its own affair, as it is in another process.
    await Promise.race([repeat().catch(() => undefined), pause(ms)]);
  },
} satisfies Record<FailAction, Strike>;
