import { emit, postLedger } from '@jeongsan/database';
import { paymentCanceled, unallocatedCanceled } from '@jeongsan/ledger';
import { money } from '@jeongsan/money';
import { statement } from '@jeongsan/sql';
import { cancelMachine, paymentMachine, type PaymentState } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { linesOfCancel, writeCancelLines, type CancelLine } from '../cancel-lines.js';
import { insertCancel, markAssumed } from '../cancel-payment/insert-cancel.js';
import { refuseCancel } from '../cancel-payment/refuse-cancel.js';
import { progressOf } from '../cancel-progress.js';
import { findCancelsOf, type CancelKind, type CancelRecord } from '../cancel-record.js';
import type { Gateway, ProviderPayment } from '../../gateway.js';
import { withdrawCancelLook } from '../../look-later.js';
import { moneyTransaction } from '../../money-transaction.js';
import { contradiction, requireOurs } from '../../outcome.js';
import { lockPayment, type PaymentRecord } from '../../payments/payment-record.js';
import { readRefundableLines } from '../refundable-lines.js';
import { fitParts } from './fit-parts.js';
import { lockAndSource } from './lock-and-source.js';
import { ownCancel, type AnsweredCancel, type ListedCancel } from './own-cancel.js';
import { restoredLines } from './restored-lines.js';
import { followRefunds, refundOf } from './follow-refunds.js';

/**
 * Books every cancel that the provider lists as done for a payment and our books do not have yet, each in a transaction of its
 * own. A listed cancel that is none of our open cancels was made by an operator in the provider's console. A cancel that the provider abroad refused is refused here; one in progress waits. Booking the same
 * list twice changes nothing.
 */
export async function bookCancels(
  gateway: Gateway,
  payment: PaymentRecord,
  seen: ProviderPayment,
  answered?: AnsweredCancel,
): Promise<void> {
  const all = seen.cancels ?? [];
  if (all.length > 0) {
    requireOurs(gateway, payment, seen);
    const records = await findCancelsOf(gateway.db, payment.id);
    const known = new Set(records.map((cancel) => cancel.transactionKey));
    const fresh = all.filter((listed) => progressOf(listed) === 'done' && !known.has(listed.transactionKey));
    fresh.sort((a, b) => (a.canceledAt?.getTime() ?? 0) - (b.canceledAt?.getTime() ?? 0));
    for (const listed of fresh) {
      const facts = { listed, refund: refundOf(seen), answered };
      await moneyTransaction(gateway.db, 'cancel', (tx) => bookCancel(gateway, tx, payment.id, facts));
    }
    await refuseAborted(gateway, records, all);
  }
  await followRefunds(gateway, payment, seen);
}

/** Closes our open cancels that the provider abroad refused. */
async function refuseAborted(
  gateway: Gateway,
  records: readonly CancelRecord[],
  all: readonly ListedCancel[],
): Promise<void> {
  const isWaiting = all.some((listed) => progressOf(listed) === 'waits');
  for (const aborted of isWaiting ? [] : all.filter((listed) => progressOf(listed) === 'refused')) {
    const own = ownCancel(gateway, records, aborted);
    if (own && aborted.canceledAt && aborted.canceledAt >= own.createdAt)
      await refuseCancel(gateway, own, 'CANCEL_ABORTED');
  }
}

type SeenCancel = Readonly<{
  listed: ListedCancel;
  refund: CancelRecord['refund'];
  answered: AnsweredCancel | undefined;
}>;

async function bookCancel(
  gateway: Gateway,
  tx: EntityManager,
  paymentId: string,
  { listed, refund, answered }: SeenCancel,
): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  const cancels = await findCancelsOf(tx, paymentId);
  if (cancels.some((cancel) => cancel.transactionKey === listed.transactionKey)) return;
  const paymentState = stateAfter(gateway, payment, listed);

  const own = ownCancel(gateway, cancels, listed, answered);
  const cancel = own ?? (await takeOver(gateway, tx, payment, listed));
  const at = listed.canceledAt ?? gateway.now();
  const moved = { transactionKey: listed.transactionKey, amount: listed.cancelAmount, at, refund };
  const data = { paymentId, orderId: payment.orderNumber, cancelId: cancel.id, amount: String(listed.cancelAmount) };
  await emit(tx, 'payment.canceled', [{ entityId: paymentId, data }], gateway.now());
  if (own) await withdrawCancelLook(tx, own.id);
  await bookMoneyBack(tx, { ...payment, state: paymentState }, cancel, moved);
}

function stateAfter(gateway: Gateway, payment: PaymentRecord, listed: ListedCancel): PaymentState {
  const canceled = payment.canceled + listed.cancelAmount;
  const verdict = paymentMachine.classify(payment.state, canceled === payment.amount ? 'cancelRest' : 'cancelPart');
  if (verdict.kind === 'early')
    throw new Error(`Payment ${payment.paymentKey} is ${payment.state}: its cancel must wait`);
  if (verdict.kind === 'move' && canceled <= payment.amount) return verdict.to;
  const detail = `the provider canceled ${listed.cancelAmount} of a payment that is ${payment.state} here with ${payment.amount - payment.canceled} left`;
  throw contradiction(gateway, 'canceled-beyond-payment', payment.paymentKey, detail);
}

/** Inserts the record of a cancel that was made at the provider without a request to us. */
const takeOver = (
  gateway: Gateway,
  tx: EntityManager,
  payment: PaymentRecord,
  { cancelAmount: amount, taxFreeAmount, cancelReason }: ListedCancel,
): Promise<CancelRecord> => {
  const asked = { reason: cancelReason ?? '', amount, taxFree: taxFreeAmount ?? 0n };
  return insertCancel(tx, gateway.seal, payment, asked, gateway.now());
};

export type MovedBack = Readonly<{
  transactionKey: string;
  /** Negative for a deposit that came again. */
  amount: bigint;
  at: Date;
  refund?: CancelRecord['refund'];
}>;

/**
 * Writes a cancel, a withdrawal or a redeposit as done, with its lines and its posting. `payment` is locked and has the new
 * state. The sellers' accounts are locked last, because no other posting to these sellers can run from there to the commit.
 */
export async function bookMoneyBack(
  tx: EntityManager,
  payment: PaymentRecord,
  cancel: CancelRecord,
  moved: MovedBack,
): Promise<void> {
  await writeDone(tx, payment, cancel, moved);
  const { id: cancelId } = cancel;
  if (payment.orderId === null) {
    const amount = money(moved.amount, payment.currency);
    await postLedger(tx, [unallocatedCanceled({ cancelId, effectiveAt: moved.at, amount })]);
    return;
  }
  const lines = await linesBack(tx, payment, payment.orderId, cancel, moved.amount);
  await writeCancelLines(tx, payment.orderId, cancelId, lines);
  await postLedger(tx, [paymentCanceled({ cancelId, effectiveAt: moved.at, lines })]);
}

/** The lines of a cancel with the sources of each seller's part. */
export async function linesBack(
  tx: EntityManager,
  payment: Readonly<{ id: string }>,
  orderId: string,
  cancel: Readonly<{ id: string; kind: CancelKind; createdAt: Date }>,
  amount: bigint,
): Promise<CancelLine[]> {
  if (cancel.kind === 'redeposit') return restoredLines(tx, payment, cancel);
  const lines = await readRefundableLines(tx, orderId, cancel.id);
  const { parts, isAssumed } = fitParts(lines, amount);
  if (isAssumed) await markAssumed(tx, cancel.id);
  return lockAndSource(tx, orderId, cancel.id, linesOfCancel(lines, parts));
}

const DONE = statement(`
  with done as (update gateway.cancel set state = :cancelState, transaction_key = :transactionKey, canceled_at = :canceledAt,
      refund = :refund, refund_account_sealed = null
    where id = :cancelId)
  update gateway.payment set canceled = canceled + :cancelAmount, state = :paymentState where id = :paymentId`);

async function writeDone(
  tx: EntityManager,
  payment: PaymentRecord,
  cancel: CancelRecord,
  moved: MovedBack,
): Promise<void> {
  const verdict = cancelMachine.classify(cancel.state, 'complete');
  if (verdict.kind !== 'move') throw new Error(`Cancel ${cancel.id} is ${cancel.state}: complete contradicts it`);
  await DONE.rows(tx, {
    cancelId: cancel.id,
    cancelState: verdict.to,
    transactionKey: moved.transactionKey,
    canceledAt: moved.at,
    refund: moved.refund ?? null,
    paymentId: payment.id,
    cancelAmount: moved.amount,
    paymentState: payment.state,
  });
}
