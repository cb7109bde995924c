import { emit, lockBalances, postLedger } from '@jeongsan/database';
import { cancelAllocated, paymentAllocated } from '@jeongsan/ledger';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { linesBack } from '../../cancels/book-cancel/book-cancel.js';
import { accountsOf } from '../../cancels/book-cancel/lock-and-source.js';
import { writeCancelLines } from '../../cancels/cancel-lines.js';
import { findCancelsOf, type CancelKind } from '../../cancels/cancel-record.js';
import type { Gateway } from '../../gateway.js';
import { moneyTransaction } from '../../money-transaction.js';
import { startSets, startsOf, startValues, whenPaid, WRITE_STARTS } from '../../orders/line-starts.js';
import { readPayableOrder, type PayableOrder } from '../payable-order.js';
import { findPayment, isAllocated, lockPayment, type PaymentRecord } from '../payment-record.js';
import { orderFromSplits } from '../../splits/order-from-splits/order-from-splits.js';
import { reasonToStandAlone } from './adopt-payment.js';

/**
 * Gives an unallocated payment to the registered order with its number, or to the one that splits make, if that order fits: from then on the record, the ledger
 * and the sellers' balances are as if the order had been registered before the payment. Returns whether the payment belongs to an
 * order afterwards.
 */
export async function allocatePayment(gateway: Gateway, paymentKey: string): Promise<boolean> {
  const known = await findPayment(gateway.db, paymentKey);
  if (!known) return false;
  if (isAllocated(known)) return true;
  const reason = await reasonToStandAlone(gateway.db, known);
  const because = reason === 'NO_ORDER' ? await orderFromSplits(gateway, known) : reason;
  if (because !== null) {
    await gateway.db.query(NOTE_REASON, [known.id, because]);
    return false;
  }
  const order = await readPayableOrder(gateway.db, known.orderNumber);
  if (!order) return false;
  const calendar = await gateway.calendar();
  return moneyTransaction(gateway.db, 'allocate', async (tx) => {
    const payment = await lockPayment(tx, known.id);
    if (isAllocated(payment)) return true;
    if ((await reasonToStandAlone(tx, payment)) !== null) return false;
    const starts = payment.approvedAt === null ? [] : startsOf(whenPaid(order, payment.approvedAt), calendar);
    const allocatedAt = gateway.now();
    await ALLOCATE.rows(tx, { ...startValues(order.orderId, starts), paymentId: payment.id, allocatedAt });
    if (payment.approvedAt === null) return true;
    await bookAllocation(gateway, tx, payment, order, payment.approvedAt);
    return true;
  });
}

/** The reason can change while the money waits: an order is registered, with another amount than the payment's. */
const NOTE_REASON = `
  update gateway.payment set unallocated_because = $2 where id = $1 and order_id is null and unallocated_because <> $2`;

const ALLOCATE = statement(
  `with ${WRITE_STARTS}
   update gateway.payment set order_id = :orderId, unallocated_because = null, allocated_at = :allocatedAt where id = :paymentId`,
  startSets,
);

/**
 * The money moves at the time of the decision, because a closed day is not rewritten. Cancels of the time before keep their
 * amounts and get lines by the rule for cancels that name no lines.
 */
async function bookAllocation(
  gateway: Gateway,
  tx: EntityManager,
  payment: PaymentRecord,
  order: PayableOrder,
  approvedAt: Date,
): Promise<void> {
  const now = gateway.now();
  const effectiveAt = now > approvedAt ? now : approvedAt;
  const data = { paymentId: payment.id, orderId: order.orderId, amount: String(payment.amount) };
  await emit(tx, 'payment.allocated', [{ entityId: payment.id, data }], now);
  // All accounts of the decision in one call, so that the order of locks holds.
  await lockBalances(tx, accountsOf(order.lines));
  await postLedger(tx, [paymentAllocated({ paymentId: payment.id, effectiveAt, lines: order.lines })]);
  await allocateCancels(tx, payment, order.orderId, effectiveAt);
}

/**
 * Cancels that were booked against the unallocated money, oldest first, get their lines. The cancel that voided a payment moved no
 * money: it came when the bank had withdrawn the deposit.
 */
async function allocateCancels(
  tx: EntityManager,
  payment: PaymentRecord,
  orderId: string,
  effectiveAt: Date,
): Promise<void> {
  const hasMoved = (kind: CancelKind) => payment.state !== 'voided' || kind !== 'cancel';
  const cancels = (await findCancelsOf(tx, payment.id)).filter(({ state, kind }) => state === 'done' && hasMoved(kind));
  await tx.query(
    `update gateway.cancel set allocated_at = $2, allocation = case kind when 'cancel' then 'assumed' else allocation end
      where id = any($1)`,
    [cancels.map(({ id }) => id), effectiveAt],
  );
  for (const cancel of cancels) {
    const lines = await linesBack(tx, payment, orderId, cancel, cancel.amount);
    await writeCancelLines(tx, orderId, cancel.id, lines);
    await postLedger(tx, [cancelAllocated({ cancelId: cancel.id, effectiveAt, lines })]);
  }
}
