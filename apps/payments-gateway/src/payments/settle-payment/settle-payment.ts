import { CallError } from '@jeongsan/http-contract';
import type { PaymentStatus } from '@jeongsan/provider-contract';
import { type PaymentEvent, paymentStates } from '@jeongsan/state-machines';
import { bookCancels } from '../../cancels/book-cancel/book-cancel.js';
import type { AnsweredCancel } from '../../cancels/book-cancel/own-cancel.js';
import type { PayableOrder } from '../payable-order.js';
import type { Gateway, ProviderPayment } from '../../gateway.js';
import { requireOurs } from '../../outcome.js';
import { findPayment, type PaymentRecord } from '../payment-record.js';
import { approvePayment } from './approve-payment.js';
import { bookWithdrawal, unbookedWithdrawal } from './deposit-again.js';
import { changeWithoutMoney } from './change-without-money.js';
import { refusePayment } from './refuse-payment.js';

type Meaning = Extract<PaymentEvent, 'approve' | 'refuse' | 'issue' | 'expire' | 'void'> | 'wait';

// prettier-ignore
/** The event that a status of the provider reports, for a payment in any state of ours. */
const meaningOf = {
  READY:               () => 'wait',
  IN_PROGRESS:         () => 'wait', // An undecided payment expires ten minutes after authentication; until then a confirm may still succeed.
  WAITING_FOR_DEPOSIT: (seen) => (seen.virtualAccount?.expired ? 'expire' : 'issue'), // The provider has no status for an expired account.
  DONE:                () => 'approve',
  PARTIAL_CANCELED:    () => 'approve', // Approved and canceled since: the approval is booked first, then the cancels.
  // Null: never approved. A time that is missing or unreadable decides nothing.
  CANCELED:            (seen) => (seen.approvedAt === null ? 'void' : seen.approvedAt ? 'approve' : 'wait'),
  ABORTED:             () => 'refuse',
  EXPIRED:             () => 'refuse',
} as const satisfies Record<PaymentStatus, (seen: ProviderPayment) => Meaning>;

/** A status that the documents do not name decides nothing: the payment is looked at again. */
const meaningFor = (seen: ProviderPayment): Meaning =>
  Object.hasOwn(meaningOf, seen.status) ? meaningOf[seen.status as PaymentStatus](seen) : 'wait';

/**
 * Brings our record to the state that the provider reports. `order` is absent for unallocated payments. Returns `wait` while the
 * provider has not decided.
 */
export async function settlePayment(
  gateway: Gateway,
  order: PayableOrder | undefined,
  payment: PaymentRecord,
  seen: ProviderPayment,
  answered?: AnsweredCancel,
): Promise<'settled' | 'wait'> {
  const meaning = meaningFor(seen);
  switch (meaning) {
    case 'wait':
      return 'wait';
    case 'refuse':
      await refusePayment(gateway, payment, seen.failure?.code ?? seen.status);
      return 'settled';
    case 'approve':
      await approvePayment(gateway, order, payment, seen);
      await bookCancels(gateway, payment, seen, answered);
      await endDeposit(gateway, payment, seen);
      return 'settled';
    default:
      requireOurs(gateway, payment, seen);
      await withdrawDeposit(gateway, payment, seen);
      await changeWithoutMoney(gateway, payment, seen, meaning);
      return 'settled';
  }
}

/**
 * A payment that our books have as paid waits for its deposit again: the bank withdrew the deposit. The answer may be older than
 * our booking, so the payment is read once more: that reading begins after the booking.
 */
async function withdrawDeposit(gateway: Gateway, payment: PaymentRecord, seen: ProviderPayment): Promise<void> {
  const current = (await findPayment(gateway.db, payment.paymentKey)) ?? payment;
  if (!paymentStates.kept.includes(current.state)) return;
  const again = await gateway.provider.getPayment({ params: { paymentKey: seen.paymentKey } });
  if (again.status === 'CANCELED' && again.approvedAt === null) return withdrawUnseen(gateway, current);
  const { lastTransactionKey: transactionKey, virtualAccount } = again;
  if (again.status !== 'WAITING_FOR_DEPOSIT' || typeof transactionKey !== 'string') return;
  await bookWithdrawal(gateway, current, { transactionKey, at: gateway.now(), due: virtualAccount?.dueDate ?? null });
}

/**
 * A payment that our books have as paid was canceled while it waited for its deposit: the bank had withdrawn the deposit, and only
 * the list of transactions still has the key of the withdrawal. The list may be late: then this throws an unknown outcome.
 */
async function withdrawUnseen(gateway: Gateway, payment: PaymentRecord): Promise<void> {
  const { paymentKey, approvedAt, createdAt } = payment;
  const period = { from: approvedAt ?? createdAt, until: gateway.now() };
  const withdrawal = await unbookedWithdrawal(gateway, payment, period);
  if (withdrawal) return bookWithdrawal(gateway, payment, { ...withdrawal, due: null });
  const detail = `The withdrawal of the deposit of payment ${paymentKey} is not in the list of transactions yet`;
  throw new CallError('unknown', 200, 'TRANSACTION_NOT_LISTED', detail);
}

/** Up to API version 1.4 a withdrawn deposit ends the payment: nothing is left, and no cancel is listed. */
async function endDeposit(gateway: Gateway, payment: PaymentRecord, seen: ProviderPayment): Promise<void> {
  const { status, cancels, balanceAmount, lastTransactionKey: transactionKey, virtualAccount } = seen;
  const isUnlisted = cancels !== undefined && !cancels?.length;
  const isWithdrawn = status === 'CANCELED' && virtualAccount && isUnlisted && balanceAmount === 0n;
  if (!isWithdrawn || typeof transactionKey !== 'string') return;
  const current = (await findPayment(gateway.db, payment.paymentKey)) ?? payment;
  if (transactionKey === current.transactionKey) return;
  await bookWithdrawal(gateway, current, { transactionKey, at: gateway.now(), due: null });
  await changeWithoutMoney(gateway, payment, seen, 'void');
}
