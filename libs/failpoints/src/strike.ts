import { setTimeout as pause } from 'node:timers/promises';
import type { FailAction, FailOrder } from './fail-order.js';

/** The error of `throw`: no code handles this type. */
export class FailpointStruck extends Error {
  override name = 'FailpointStruck';
}

type Strike = (order: FailOrder, repeat: (() => Promise<unknown>) | undefined) => Promise<void>;

/** Carries out an order in this process. */
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
    // A failure of the second delivery is ignored, since it would happen in another process.
    await Promise.race([repeat().catch(() => undefined), pause(ms)]);
  },
} satisfies Record<FailAction, Strike>;
