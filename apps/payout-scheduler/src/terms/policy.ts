import type { CalendarReader } from '@jeongsan/database';
import type { ApprovalRules } from '@jeongsan/nest-kit';
import type { PayoutPolicy } from '@jeongsan/payouts';
import type { AloneLimits } from './alone-limits/alone-limits.js';

/** The payout policy of this process, and the rules for people who approve. Injection token and type in one. */
export class Policy {
  constructor(
    readonly value: Omit<PayoutPolicy, 'calendar'>,
    private readonly calendar: CalendarReader,
    readonly approval: ApprovalRules,
    /** The most won of a seller's adjustments that one person may post alone within 30 days. */
    readonly adjustAloneUpTo: bigint,
    /** What one person may change alone in terms and commission rules. */
    readonly alone: AloneLimits,
  ) {}

  /**
   * The policy with the present holidays. Read once at the start of a decision, so that the holidays stay the same
   * until its end.
   */
  async current(): Promise<PayoutPolicy> {
    return { ...this.value, calendar: await this.calendar() };
  }
}
