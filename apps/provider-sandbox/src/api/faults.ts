import type { Fault } from '@jeongsan/provider-contract';
import type { z } from 'zod';

export type ActiveFault = z.output<typeof Fault>;

/** Faults switched on through /control. They live in memory: a restart is a repair. */
export class Faults {
  private active: { fault: ActiveFault; letThrough: number; left: number }[] = [];

  add(fault: ActiveFault): void {
    this.active.push({ fault, letThrough: fault.after ?? 0, left: fault.times });
  }

  clear(): void {
    this.active = [];
  }

  /** The fault that strikes this call, if one does: the oldest that names the operation. */
  strike(operation: string): ActiveFault | undefined {
    const found = this.active.find(({ fault }) => fault.operation === '*' || fault.operation === operation);
    if (found === undefined) return undefined;
    if (found.letThrough > 0) {
      found.letThrough -= 1;
      return undefined;
    }
    found.left -= 1;
    if (found.left === 0) this.active = this.active.filter((one) => one !== found);
    return found.fault;
  }
}
