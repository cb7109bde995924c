import { addDays, businessDateOf } from '@jeongsan/calendar';
import type { CancelObject, PaymentDetails, PaymentRow } from './payment-row.js';

type AcquireStatus = NonNullable<PaymentDetails['card']>['acquireStatus'];

// ASSUMED: the card company is asked for the money on the capture day and has paid by the next day; a cancel before
// that day is completed at once.
/** Whether the card company has been asked for the money, and has paid (document 1 section 2.3). */
export function acquireStatusOf(
  { captureOn, balanceAmount }: Pick<PaymentRow, 'captureOn' | 'balanceAmount'>,
  cancels: readonly CancelObject[] | null,
  now: Date,
): AcquireStatus {
  const today = businessDateOf(now);
  const canceledAt = balanceAmount === 0n ? cancels?.at(-1)?.canceledAt : undefined;
  if (canceledAt) {
    const canceledOn = businessDateOf(canceledAt);
    const wasCaptured = captureOn !== null && captureOn <= canceledOn;
    return wasCaptured && today === canceledOn ? 'CANCEL_REQUESTED' : 'CANCELED';
  }
  if (captureOn === null || today < captureOn) return 'READY';
  return today === captureOn ? 'REQUESTED' : 'COMPLETED';
}

/** The date on which the card company is asked for the money: the day after the approval (the provider's rule). */
export const captureDay = (approvedAt: Date): string => addDays(businessDateOf(approvedAt), 1);
