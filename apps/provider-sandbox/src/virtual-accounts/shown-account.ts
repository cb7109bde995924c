import type { PaymentDetails, PaymentRow } from '../payments/payment-row.js';

const REFUND_ACCOUNT_MINUTES = 30;

/** A virtual account at an instant: some of its fields change with time alone. */
export function shownAccount(
  account: PaymentDetails['virtualAccount'],
  payment: PaymentRow,
  at: Date,
): PaymentDetails['virtualAccount'] {
  if (account === null) return null;
  const isRefundAccountReadable = at.getTime() < payment.requestedAt.getTime() + REFUND_ACCOUNT_MINUTES * 60_000;
  return {
    ...account,
    // ASSUMED: after its deadline an unpaid account shows `expired` only; its payment's status stays
    // WAITING_FOR_DEPOSIT, as published.
    expired: payment.status === 'WAITING_FOR_DEPOSIT' && at > account.dueDate,
    refundReceiveAccount: isRefundAccountReadable ? account.refundReceiveAccount : null,
  };
}
