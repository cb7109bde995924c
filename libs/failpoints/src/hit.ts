import { AsyncLocalStorage } from 'node:async_hooks';
import type { FailOrder, FailReport } from './fail-order.js';
import type { Failpoint } from './failpoints.js';
import { strike } from './strike.js';

/** Sends a report; resolves when the report has left this process. */
type Report = (report: FailReport) => Promise<void>;

let rehearsal: Rehearsal | undefined;

/**
 * A failpoint: a place where a rehearsal may make this process fail. Without a rehearsal this is one comparison, and in
 * production a rehearsal is impossible (see obeyRehearsal). At a struck failpoint the call throws, waits or never returns.
 */
export function hit(failpoint: Failpoint): Promise<void> | undefined {
  return rehearsal?.hit(failpoint);
}

/** Sets the rehearsal that all hits of this process belong to; undefined: none. */
export function rehearse(by: Rehearsal | undefined): void {
  rehearsal = by;
}

/** Wraps work that may be delivered twice, such as a job or a webhook. An order `duplicate` inside repeats this work. */
export function repeatable<T>(work: () => Promise<T>): Promise<T> {
  return rehearsal === undefined ? work() : rehearsal.within(work);
}

/** Carries out the orders of a rehearsal, one at a time. */
export class Rehearsal {
  private readonly around = new AsyncLocalStorage<() => Promise<unknown>>();
  private order: FailOrder | undefined;
  private hits = 0;

  constructor(private readonly report: Report) {}

  /** Replaces the previous order. */
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
