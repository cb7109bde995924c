import { CancelStatusChanged } from '@jeongsan/provider-contract';
import { v1Body } from '../webhooks/event-bodies.js';
import { queueWebhooks } from '../webhooks/queue-webhooks.js';
import type { Call, World } from '../world.js';
import { finishCancel } from './finish-cancel.js';
import { PAYMENT_COLUMNS, paymentOf, readCancels, storeCancels } from './payment.js';
import type { CancelObject, PaymentObject, PaymentRow } from './payment-row.js';

const BATCH_MAX = 200;

// ASSUMED: until the provider abroad answers, the cancel is IN_PROGRESS and the payment keeps its status and balance.
/** Requests a cancel from the provider abroad, which answers later. */
export async function startOverseasCancel(
  call: Call,
  payment: PaymentRow,
  cancel: CancelObject,
): Promise<PaymentObject> {
  const { overseasCancelSeconds } = call.world.merchant.settings;
  const dueAt = overseasCancelSeconds === null ? null : new Date(call.now.getTime() + overseasCancelSeconds * 1_000);
  const asked = { ...cancel, refundableAmount: payment.balanceAmount };
  const cancels = storeCancels([...(readCancels(payment.cancels) ?? []), asked]);
  await call.sql.rows('update payment set cancels = $2, cancel_due_at = $3 where payment_key = $1', [
    payment.paymentKey,
    cancels,
    dueAt,
  ]);
  return paymentOf({ ...payment, cancels: JSON.parse(cancels) as unknown }, call.world);
}

/**
 * Applies the answer of the provider abroad: DONE cancels the payment, ABORTED leaves the payment unchanged. The
 * payment must be locked.
 */
export async function finishOverseasCancel(
  call: Call,
  payment: PaymentRow,
  asked: CancelObject,
  result: 'DONE' | 'ABORTED',
): Promise<PaymentObject> {
  const refundableAmount = payment.balanceAmount - (result === 'DONE' ? asked.cancelAmount : 0n);
  const answered: CancelObject = { ...asked, cancelStatus: result, refundableAmount, canceledAt: call.now };
  const after =
    result === 'DONE' ? await finishCancel(call, payment, answered) : await abortCancel(call, payment, answered);
  await queueWebhooks(call.sql, call.world.merchant, 'CANCEL_STATUS_CHANGED', [
    { subject: answered.transactionKey, at: call.now, body: v1Body(CancelStatusChanged, call.now, answered) },
  ]);
  return after;
}

async function abortCancel(call: Call, payment: PaymentRow, answered: CancelObject): Promise<PaymentObject> {
  const all = readCancels(payment.cancels) ?? [];
  const cancels = storeCancels(all.map((one) => (one.transactionKey === answered.transactionKey ? answered : one)));
  await call.sql.rows('update payment set cancels = $2, cancel_due_at = null where payment_key = $1', [
    payment.paymentKey,
    cancels,
  ]);
  return paymentOf({ ...payment, cancels: JSON.parse(cancels) as unknown }, call.world);
}

/**
 * Finishes cancels whose answer from abroad is due, each at its own time. Returns how many; a full batch means there
 * may be more.
 */
export async function finishOverseasCancels(world: World, until: Date): Promise<number> {
  return world.database.transaction(async (sql) => {
    const due = await sql.rows<PaymentRow & { cancelDueAt: Date }>(
      `select ${PAYMENT_COLUMNS}, cancel_due_at as "cancelDueAt" from payment
       where cancel_due_at <= $1 order by cancel_due_at limit ${BATCH_MAX} for update skip locked`,
      [until],
    );
    for (const payment of due) {
      const asked = readCancels(payment.cancels)?.find(({ cancelStatus }) => cancelStatus === 'IN_PROGRESS');
      const call: Call = { world, sql, now: payment.cancelDueAt, traceId: '' };
      if (asked) await finishOverseasCancel(call, payment, asked, 'DONE');
    }
    return due.length;
  });
}
