import type { Calendar } from '@jeongsan/calendar';
import { emit, type Executor } from '@jeongsan/database';
import { paymentMachine, type PaymentState } from '@jeongsan/state-machines';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { bookMoneyBack } from '../../cancels/book-cancel/book-cancel.js';
import { insertCancel } from '../../cancels/cancel-payment/insert-cancel.js';
import type { Gateway } from '../../gateway.js';
import { type LineStart, startSets, startsOf, startValues, WRITE_STARTS } from '../../orders/line-starts.js';
import { lookAtPaymentAgain } from '../../look-later.js';
import { moneyTransaction } from '../../money-transaction.js';
import type { PayableOrder } from '../payable-order.js';
import { lockPayment, type PaymentRecord } from '../payment-record.js';
import { readStartableLines } from '../../orders/startable-lines.js';
import { listedWithdrawals, type ListedWithdrawal } from './approval-key.js';

/** Whether a transaction of the provider is booked for this payment: its approval, a cancel, or a deposit that came again. */
export async function isKnownTransaction(
  db: Executor,
  payment: PaymentRecord,
  transactionKey: string,
): Promise<boolean> {
  if (payment.transactionKey === transactionKey) return true;
  const rows = await db.query<unknown[]>('select from gateway.cancel where payment_id = $1 and transaction_key = $2', [
    payment.id,
    transactionKey,
  ]);
  return rows.length > 0;
}

/** The oldest withdrawal that the provider lists in a period and that our books lack. */
export async function unbookedWithdrawal(
  { db, provider }: Gateway,
  payment: PaymentRecord,
  { from, until }: Readonly<{ from: Date; until: Date }>,
): Promise<ListedWithdrawal | undefined> {
  for (const withdrawal of await listedWithdrawals(provider, payment.paymentKey, from, until)) {
    if (!(await isKnownTransaction(db, payment, withdrawal.transactionKey))) return withdrawal;
  }
  return undefined;
}

type Withdrawn = Readonly<{ transactionKey: string; at: Date; /** Deadline of the next deposit. */ due: Date | null }>;

/** Tranches that have not matured begin to wait again with the next deposit. */
const STOP_WAITING = statement(`
  with gone as (
    delete from gateway.order_line_tranche t where t.order_id = :orderId
       and not exists (select from payouts.matured_line m where (m.order_id, m.line_id, m.tranche) = (t.order_id, t.line_id, t.tranche)))
  update gateway.order_line set waits_from = null, matures_on = null where order_id = :orderId`);

/**
 * Books that the bank withdrew the deposit into a virtual account: the money goes back like a cancel of the whole, and the
 * payment waits for another deposit. Booking the same withdrawal twice changes nothing.
 */
export async function bookWithdrawal(gateway: Gateway, payment: PaymentRecord, withdrawn: Withdrawn): Promise<void> {
  const now = gateway.now();
  await moneyTransaction(gateway.db, 'withdraw', async (tx) => {
    const locked = await lockPayment(tx, payment.id);
    const verdict = paymentMachine.classify(locked.state, 'withdraw');
    if (verdict.kind !== 'move' || (await isKnownTransaction(tx, locked, withdrawn.transactionKey))) return;
    const amount = locked.amount - locked.canceled;
    const wanted = { kind: 'withdrawal', reason: '', amount, taxFree: 0n } as const;
    const record = await insertCancel(tx, gateway.seal, locked, wanted, now);
    await tx.query('update gateway.payment set deposit_due = coalesce($2, deposit_due) where id = $1', [
      locked.id,
      withdrawn.due,
    ]);
    if (withdrawn.due !== null) await lookAtPaymentAgain(tx, now, locked.paymentKey, withdrawn.due);
    const data = { paymentId: locked.id, orderId: locked.orderNumber, status: verdict.to };
    await emit(tx, 'payment.changed', [{ entityId: locked.id, data }], now);
    if (locked.orderId !== null) await STOP_WAITING.rows(tx, { orderId: locked.orderId });
    const moved = { transactionKey: withdrawn.transactionKey, amount, at: withdrawn.at };
    await bookMoneyBack(tx, { ...locked, state: verdict.to }, record, moved);
  });
}

type Redeposit = Readonly<{ transactionKey: string; at: Date; state: PaymentState; calendar: Calendar }>;

/** Books that a withdrawn deposit came again: every line earns again what the withdrawal took. */
export async function bookRedeposit(
  gateway: Gateway,
  tx: EntityManager,
  payment: PaymentRecord,
  order: PayableOrder | undefined,
  { transactionKey, at, state, calendar }: Redeposit,
): Promise<void> {
  const now = gateway.now();
  const amount = -payment.canceled;
  const wanted = { kind: 'redeposit', reason: '', amount, taxFree: 0n } as const;
  const record = await insertCancel(tx, gateway.seal, payment, wanted, now);
  if (order) {
    const starts = await startsAgain(tx, payment, at, calendar);
    await WRITE_STARTS_AGAIN.rows(tx, startValues(order.orderId, starts));
  }
  const data = { paymentId: payment.id, orderId: payment.orderNumber, amount: String(payment.amount) };
  await emit(tx, 'payment.approved', [{ entityId: payment.id, data }], now);
  await bookMoneyBack(tx, { ...payment, state }, record, { transactionKey, amount, at });
}

const WRITE_STARTS_AGAIN = statement(`with ${WRITE_STARTS} select`, startSets);

/** Deliveries and confirmations that were recorded before the withdrawal still count. */
async function startsAgain(
  tx: EntityManager,
  payment: PaymentRecord,
  paidAt: Date,
  calendar: Calendar,
): Promise<LineStart[]> {
  const lines = await readStartableLines(tx, payment.id);
  return startsOf(
    lines.map((line) => ({ ...line, events: { ...line.events, paidAt } })),
    calendar,
  );
}
