import type { CalendarReader } from '@jeongsan/database';
import type { PayoutPolicy } from './payout-policy.js';

/** Injection token and type in one: the payout policy of this process. */
export class Policy {
  constructor(
    readonly value: Omit<PayoutPolicy, 'calendar'>,
    private readonly calendar: CalendarReader,
  ) {}

  /** With the holidays as they stand. Asked once at the start of a decision, so that they are the same until its end. */
  async current(): Promise<PayoutPolicy> {
    return { ...this.value, calendar: await this.calendar() };
  }
}
