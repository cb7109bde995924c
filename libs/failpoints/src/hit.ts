import { AsyncLocalStorage } from 'node:async_hooks';
import type { FailOrder, FailReport } from './fail-order.js';
import { strike } from './strike.js';

/** Sends a report; resolves when it has left this process. */
type Report = (report: FailReport) => Promise<void>;

let rehearsal: Rehearsal | undefined;

/**
 * A place where a rehearsal may make this process fail. In production nothing can be ordered (see obeyRehearsal), and this is one
 * comparison. Throws, waits or never returns when it is struck.
 */
export function hit(failpoint: string): Promise<void> | undefined {
  return rehearsal?.hit(failpoint);
}

/** From now on every hit of this process is that rehearsal's; undefined: nobody's again. */
export function rehearse(by: Rehearsal | undefined): void {
  rehearsal = by;
}

/** Work that may be delivered twice, such as a job or a webhook: what `duplicate` repeats when it strikes inside. */
export function repeatable<T>(work: () => Promise<T>): Promise<T> {
  return rehearsal === undefined ? work() : rehearsal.within(work);
}

/** Carries out the orders of a rehearsal, one after the other. */
export class Rehearsal {
  private readonly around = new AsyncLocalStorage<() => Promise<unknown>>();
  private order: FailOrder | undefined;
  private hits = 0;

  constructor(private readonly report: Report) {}

  /** Replaces the order before. */
  async arm(order: FailOrder): Promise<void> {
    this.order = order;
    this.hits = 0;
    await this.report({ failpoint: 'armed', order });
  }

  async hit(failpoint: string): Promise<void> {
    const { order } = this;
    if (order?.failpoint !== failpoint) return;
    this.hits += 1;
    if (this.hits < order.nth) return;
    this.order = undefined;
    await this.report({ failpoint: 'struck', order });
    await strike(order, this.around.getStore());
  }

  within<T>(work: () => Promise<T>): Promise<T> {
    return this.around.run(work, work);
  }
}
