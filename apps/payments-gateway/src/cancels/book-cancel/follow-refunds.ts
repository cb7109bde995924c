import { emit, postLedger } from '@jeongsan/database';
import { refundCompleted, refundPending } from '@jeongsan/ledger';
import { money } from '@jeongsan/money';
import type { RefundStatus } from '@jeongsan/provider-contract';
import { refundMachine, type RefundEvent, type RefundState } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { findCancelsOf, type CancelRecord } from '../cancel-record.js';
import { secondsFrom, type Gateway, type ProviderPayment } from '../../gateway.js';
import { lookAtPaymentAgain } from '../../look-later.js';
import { moneyTransaction } from '../../money-transaction.js';
import { lockPayment, type PaymentRecord } from '../../payments/payment-record.js';

const DAY_SECONDS = 86_400;
/** A refund takes two days (document 1 section 4); holidays of banks may add days. */
const REFUND_DAYS_MAX = 14;

// prettier-ignore
/**
 * The consequence of the provider's refund status for each refund of the payment that is pending here. The provider shows one
 * status for all refunds of a payment, and does not name the one that failed.
 */
const eventOf = {
  NONE:           null,
  PENDING:        null,
  COMPLETED:      'complete',
  FAILED:         'fail',
  PARTIAL_FAILED: 'fail',
} as const satisfies Record<RefundStatus, RefundEvent | null>;
/** A status that the documents do not name decides nothing yet. */
const eventOfStatus = (status: string): RefundEvent | null =>
  Object.hasOwn(eventOf, status) ? eventOf[status as RefundStatus] : null;

/** The state in which a cancel's refund to a bank account begins; null: nothing was paid by bank deposit. */
export const refundOf = ({ virtualAccount, approvedAt }: ProviderPayment): RefundState | null =>
  virtualAccount && approvedAt ? refundMachine.initial : null;

/**
 * Books the refunds of a payment by bank deposit: as money on its way when the cancel is booked, and as ended when the provider
 * says so. A failed refund stays on its accounts, and raises the event refund.failed.
 */
export async function followRefunds(gateway: Gateway, payment: PaymentRecord, seen: ProviderPayment): Promise<void> {
  if (!seen.virtualAccount) return;
  const open = (await findCancelsOf(gateway.db, payment.id)).some(({ refund }) => refund === 'pending');
  if (!open) return;
  const event = eventOfStatus(seen.virtualAccount.refundStatus ?? 'NONE');
  await moneyTransaction(gateway.db, 'refund', async (tx) => {
    const locked = await lockPayment(tx, payment.id);
    const pending = (await findCancelsOf(tx, payment.id)).filter(({ refund }) => refund === 'pending');
    await postLedger(
      tx,
      pending.map((cancel) => refundPending(factsOf(locked, cancel))),
    );
    if (event === null) return lookAgain(tx, gateway, locked, pending);
    for (const cancel of pending) await endRefund(gateway, tx, locked, cancel, event);
  });
}

async function endRefund(
  gateway: Gateway,
  tx: EntityManager,
  payment: PaymentRecord,
  cancel: CancelRecord,
  event: RefundEvent,
): Promise<void> {
  const verdict = refundMachine.classify(cancel.refund ?? refundMachine.initial, event);
  if (verdict.kind !== 'move') return;
  await tx.query('update gateway.cancel set refund = $2 where id = $1', [cancel.id, verdict.to]);
  if (event === 'complete') {
    await postLedger(tx, [refundCompleted({ ...factsOf(payment, cancel), effectiveAt: gateway.now() })]);
    return;
  }
  const { id: paymentId, orderNumber: orderId } = payment;
  const data = { paymentId, orderId, cancelId: cancel.id, amount: String(cancel.amount) };
  await emit(tx, 'refund.failed', [{ entityId: paymentId, data }], gateway.now());
}

const factsOf = ({ currency }: PaymentRecord, { id, amount, canceledAt, createdAt }: CancelRecord) => ({
  cancelId: id,
  amount: money(amount, currency),
  effectiveAt: canceledAt ?? createdAt,
});

/** The provider sends no webhook at the end of a refund: the payment is read each day. */
async function lookAgain(
  tx: EntityManager,
  { now }: Gateway,
  { paymentKey }: PaymentRecord,
  pending: readonly CancelRecord[],
): Promise<void> {
  const newest = Math.max(...pending.map(({ createdAt }) => createdAt.getTime()));
  const until = secondsFrom(new Date(newest), REFUND_DAYS_MAX * DAY_SECONDS);
  const next = secondsFrom(now(), DAY_SECONDS);
  if (next <= until) await lookAtPaymentAgain(tx, now(), paymentKey, next);
}
