import { approveDueReceipts } from './cash-receipts/answer-receipts.js';
import { releaseStock, STOCK_TO_RELEASE } from './orders/release-stock.js';
import { expirePayments } from './payments/expire-payments.js';
import { finishOverseasCancels } from './payments/overseas-cancels.js';
import { listSettled, SETTLED_TO_LIST } from './records/list-settled.js';
import { progressPayouts } from './payouts/progress-payouts.js';
import { finishDueRefunds } from './virtual-accounts/refunds.js';
import { progressLegacyPayouts } from './sub-malls/progress-legacy-payouts.js';
import type { World } from './world.js';

/** A kind of event that the sandbox's time brings, such as expiry. */
export type DueTask = Readonly<{
  /** A query that returns a row if something is due at $1; it must be answered by the first entry of an index. */
  isDue: string;
  /**
   * Executes a batch of the work due by `until`, each piece at its own time, and returns how many; 0 means that nothing
   * is left.
   */
  run: (world: World, until: Date) => Promise<number>;
}>;

export const dueTasks: readonly DueTask[] = [
  { isDue: 'select from payment where expires_at <= $1', run: expirePayments },
  { isDue: 'select from payment where cancel_due_at <= $1', run: finishOverseasCancels },
  { isDue: SETTLED_TO_LIST, run: listSettled },
  { isDue: 'select from payout where next_step_at <= $1', run: progressPayouts },
  { isDue: STOCK_TO_RELEASE, run: releaseStock },
  { isDue: 'select from account_refund where due_at <= $1', run: finishDueRefunds },
  { isDue: 'select from cash_receipt where next_step_at <= $1', run: approveDueReceipts },
  { isDue: 'select from sub_mall_payout where next_step_at <= $1', run: progressLegacyPayouts },
];
