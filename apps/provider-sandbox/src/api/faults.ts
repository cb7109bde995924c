import type { FaultOrder } from '@jeongsan/sandbox-control';
import { drawsFrom } from '@jeongsan/random';
import { Held } from './held.js';

export type ActiveFault = FaultOrder & Readonly<{ id: string; struck: number }>;

type Active = {
  readonly fault: FaultOrder;
  readonly id: string;
  letThrough: number;
  struck: number;
  draw: () => number;
};

/** The operation name under which faults of webhooks are ordered. */
export const WEBHOOKS = 'webhooks';

/** Faults ordered through /control. They are in memory only, so a restart removes them. */
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

  /** Removes a fault. Returns false if there is none with this id. */
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

  /** Whether any fault has a text condition: only then is each sealed request opened to search it. */
  get readsRequests(): boolean {
    return this.active.some(({ fault }) => fault.contains !== undefined);
  }

  /** The fault that applies to a call: the oldest fault for the operation that is due and whose draw succeeds. */
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
