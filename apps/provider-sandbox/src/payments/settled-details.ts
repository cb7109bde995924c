import { businessDateOf } from '@jeongsan/calendar';
import { acquireStatusOf } from './acquire-status.js';
import type { CancelObject, PaymentDetails, PaymentRow } from './payment-row.js';

type Settled = Pick<PaymentRow, 'captureOn' | 'paidOutOn' | 'balanceAmount'>;
type WithStatus = { settlementStatus: 'INCOMPLETED' | 'COMPLETED' };

// ASSUMED: settlementStatus describes the approval: COMPLETED from the day on which the merchant is paid for it,
// regardless of cancels.
/** The details of a payment's method today: statuses that change with the date are computed, not stored. */
export function settledDetails(
  details: PaymentDetails,
  payment: Settled,
  cancels: readonly CancelObject[] | null,
  now: Date,
): PaymentDetails {
  const { card, transfer, mobilePhone, giftCertificate, virtualAccount } = details;
  const isPaidOut = payment.paidOutOn !== null && payment.paidOutOn <= businessDateOf(now);
  const settled = <T extends WithStatus>(method: T | null): T | null =>
    method && isPaidOut ? { ...method, settlementStatus: 'COMPLETED' } : method;
  return {
    ...details,
    card: card && { ...card, acquireStatus: acquireStatusOf(payment, cancels, now) },
    transfer: settled(transfer),
    mobilePhone: settled(mobilePhone),
    giftCertificate: settled(giftCertificate),
    virtualAccount: settled(virtualAccount),
  };
}
