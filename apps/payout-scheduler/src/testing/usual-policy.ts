import { createCalendar } from '@jeongsan/calendar';
import type { PayoutPolicy } from '@jeongsan/payouts';

/** A payout policy with usual settings. */
export const policy: PayoutPolicy = {
  calendar: createCalendar(),
  selfApproveUpTo: null,
  minimumPayout: 1_000n,
  weeklyLimit: 10_000_000n,
  dispatchAt: '09:00:00',
  settleSeconds: 60,
  sendingTimeoutSeconds: 90,
  transactionDescription: '정산금',
};
