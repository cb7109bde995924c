import { emit } from '@jeongsan/database';
import { koreanMethod } from '@jeongsan/provider-contract';
import { cancelMachine, paymentMachine, type PaymentEvent } from '@jeongsan/state-machines';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { findCancelsOf } from '../../cancels/cancel-record.js';
import { secondsFrom, type Gateway, type ProviderPayment } from '../../gateway.js';
import { lookAtPaymentAgain, withdrawCancelLook, withdrawPaymentLooks } from '../../look-later.js';
import { moneyTransaction } from '../../money-transaction.js';
import { lockPayment, type PaymentRecord } from '../payment-record.js';

/** Seconds after the deadline of a deposit at which the payment is read again: the provider sends no webhook then. */
const AFTER_DUE_SECONDS = 300;

const CHANGE = statement(`
  update gateway.payment set state = :state, method = :method, m_id = :mId, deposit_due = coalesce(:due, deposit_due)
   where id = :id`);

/**
 * Books an event of a virtual account that moves no money: issued, expired, or canceled before any deposit. Enqueues a look for
 * the deadline of the deposit. An event that does not fit the state changes nothing.
 */
export async function changeWithoutMoney(
  gateway: Gateway,
  payment: PaymentRecord,
  seen: ProviderPayment,
  event: Extract<PaymentEvent, 'issue' | 'expire' | 'void'>,
): Promise<void> {
  const now = gateway.now();
  await moneyTransaction(gateway.db, 'change', async (tx) => {
    const { id, state, paymentKey, orderNumber } = await lockPayment(tx, payment.id);
    const verdict = paymentMachine.classify(state, event);
    if (verdict.kind !== 'move') return;
    const due = seen.virtualAccount?.dueDate ?? null;
    await CHANGE.rows(tx, {
      id,
      state: verdict.to,
      method: koreanMethod(seen.method),
      mId: seen.mId ?? null,
      due,
    });
    await withdrawPaymentLooks(tx, payment);
    if (event === 'issue' && due) await lookAtPaymentAgain(tx, now, paymentKey, secondsFrom(due, AFTER_DUE_SECONDS));
    if (event === 'void') await completeCancels(tx, id, seen, now);
    const data = { paymentId: id, orderId: orderNumber, status: verdict.to };
    await emit(tx, 'payment.changed', [{ entityId: id, data }], now);
  });
}

/** Completes our open cancel of a payment that never had money: nothing is posted. */
async function completeCancels(tx: EntityManager, paymentId: string, seen: ProviderPayment, now: Date): Promise<void> {
  const open = (await findCancelsOf(tx, paymentId)).filter(({ state }) => state === 'requested');
  const [listed] = seen.cancels ?? [];
  for (const cancel of open) {
    const verdict = cancelMachine.classify(cancel.state, 'complete');
    if (verdict.kind !== 'move') continue;
    await tx.query(
      `update gateway.cancel set state = $2, transaction_key = $3, canceled_at = $4, refund_account_sealed = null where id = $1`,
      [cancel.id, verdict.to, listed?.transactionKey ?? null, listed?.canceledAt ?? now],
    );
    await withdrawCancelLook(tx, cancel.id);
  }
}
