import type { FaultOrder } from '@jeongsan/sandbox-control';
import { Held } from './held.js';

export type ActiveFault = FaultOrder & Readonly<{ id: string; struck: number }>;

type Active = {
  readonly fault: FaultOrder;
  readonly id: string;
  letThrough: number;
  struck: number;
  draw: () => number;
};

/** Webhooks are no operation of the provider's: their faults name this instead. */
export const WEBHOOKS = 'webhooks';

/** Faults switched on through /control. They live in memory: a restart is a repair. */
export class Faults {
  readonly heldReplies = new Held();
  readonly heldWebhooks = new Held();
  private active: Active[] = [];
  private lastId = 0;

  add(fault: FaultOrder): ActiveFault {
    this.lastId += 1;
    const { after: letThrough = 0, seed = this.lastId } = fault;
    const added = { fault, id: `fault-${this.lastId}`, letThrough, struck: 0, draw: drawsFrom(seed) };
    this.active.push(added);
    return shown(added);
  }

  list(): ActiveFault[] {
    return this.active.map(shown);
  }

  /** False: there is none of that id. */
  remove(id: string): boolean {
    const before = this.active.length;
    this.active = this.active.filter((one) => one.id !== id);
    return this.active.length < before;
  }

  clear(): void {
    this.active = [];
    this.heldReplies.release();
    this.heldWebhooks.release();
  }

  /** Whether some fault looks for a text: opening a sealed request for nothing would cost every call. */
  get readsRequests(): boolean {
    return this.active.some(({ fault }) => fault.contains !== undefined);
  }

  /** The fault that strikes this call, if one does: the oldest that names the operation and is neither waiting nor out of luck. */
  strike(operation: string, text = ''): FaultOrder | undefined {
    const found = this.active.find((one) => isMeant(one.fault, operation, text) && isDue(one));
    if (found === undefined) return undefined;
    found.struck += 1;
    if (found.struck === found.fault.times) this.active = this.active.filter((one) => one !== found);
    return found.fault;
  }
}

const shown = ({ fault, id, struck }: Active): ActiveFault => ({ ...fault, id, struck });

const isMeant = ({ operation, contains = '' }: FaultOrder, name: string, text: string): boolean =>
  (operation === name || (operation === '*' && name !== WEBHOOKS)) && text.includes(contains);

function isDue(one: Active): boolean {
  if (one.letThrough > 0) {
    one.letThrough -= 1;
    return false;
  }
  return one.fault.probability === undefined || one.draw() < one.fault.probability;
}

/** Numbers from 0 up to 1, the same for the same seed: a run with faults by chance can be repeated (mulberry32). */
function drawsFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
