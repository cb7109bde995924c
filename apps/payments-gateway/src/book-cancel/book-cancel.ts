import { emit, lockBalances, postLedger, transaction } from '@jeongsan/database';
import { chart, paymentCanceled } from '@jeongsan/ledger';
import { statement } from '@jeongsan/sql';
import { cancelMachine, paymentMachine, type PaymentState } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { linesOfCancel, writeCancelLines, type CancelLine } from '../cancel-lines.js';
import { insertCancel } from '../cancel-payment/insert-cancel.js';
import { findCancelsOf, reasonOf, type CancelRecord } from '../cancel-record.js';
import type { Gateway, ProviderPayment } from '../gateway.js';
import { withdrawCancelLook } from '../look-later.js';
import { contradiction, requireOurs } from '../outcome.js';
import { lockPayment, type PaymentRecord } from '../payment-record.js';
import { readRefundableLines } from '../refundable-lines.js';
import { fitParts } from './fit-parts.js';
import { refundSources } from './refund-sources.js';

type ListedCancel = NonNullable<ProviderPayment['cancels']>[number];

/**
 * Books every cancel that the provider lists for a payment and our books do not have yet, each in a transaction of its
 * own. A listed cancel is matched to an open cancel of ours by amount; without a match, an operator made the cancel in
 * the provider's console. Booking the same list twice changes nothing.
 */
export async function bookCancels(gateway: Gateway, payment: PaymentRecord, seen: ProviderPayment): Promise<void> {
  const all = seen.cancels ?? [];
  if (all.length === 0) return;
  requireOurs(gateway, payment, seen);
  const known = new Set((await findCancelsOf(gateway.db, payment.id)).map((cancel) => cancel.transactionKey));
  const fresh = all.filter((listed) => !known.has(listed.transactionKey));
  fresh.sort((a, b) => a.canceledAt.getTime() - b.canceledAt.getTime());
  for (const listed of fresh) await transaction(gateway.db, (tx) => bookCancel(gateway, tx, payment.id, listed));
}

async function bookCancel(gateway: Gateway, tx: EntityManager, paymentId: string, listed: ListedCancel): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  const cancels = await findCancelsOf(tx, paymentId);
  if (cancels.some((cancel) => cancel.transactionKey === listed.transactionKey)) return;
  const paymentState = stateAfter(gateway, payment, listed);

  const own = ownCancel(gateway, cancels, listed);
  const cancel = own ?? (await takeOver(gateway, tx, payment, listed));
  const lines = await readRefundableLines(tx, payment.orderId, cancel.id);
  const touched = linesOfCancel(lines, fitParts(lines, listed.cancelAmount));

  await writeDone(tx, payment, paymentState, cancel, listed);
  const data = { paymentId, orderId: payment.orderId, cancelId: cancel.id, amount: String(listed.cancelAmount) };
  await emit(tx, 'payment.canceled', [{ entityId: paymentId, data }], gateway.now());
  if (own) await withdrawCancelLook(tx, own.id);

  // The sellers' accounts are locked last, because no other posting to these sellers can run from here to the commit.
  const sourced = await lockAndSource(tx, payment.orderId, cancel.id, touched);
  await writeCancelLines(tx, payment.orderId, cancel.id, sourced);
  await postLedger(tx, [paymentCanceled({ cancelId: cancel.id, effectiveAt: listed.canceledAt, lines: sourced })]);
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

/**
 * The open cancel of ours that a listed cancel answers: one with the same amount, and among several the one with the
 * same reason.
 */
function ownCancel(
  { seal }: Gateway,
  cancels: readonly CancelRecord[],
  listed: ListedCancel,
): CancelRecord | undefined {
  const open = cancels.filter((cancel) => cancel.state === 'requested' && cancel.amount === listed.cancelAmount);
  return open.find((cancel) => reasonOf(seal, cancel) === listed.cancelReason) ?? open[0];
}

/** Inserts the record of a cancel that was made at the provider without a request to us. */
const takeOver = (
  gateway: Gateway,
  tx: EntityManager,
  payment: PaymentRecord,
  { cancelAmount: amount, taxFreeAmount: taxFree, cancelReason: reason }: ListedCancel,
): Promise<CancelRecord> => insertCancel(tx, gateway.seal, payment, { reason, amount, taxFree }, gateway.now());

/**
 * The pending money of each line: its net amount, less what cancels took, less what matured and no cancel took back
 * since. The cancel in question is left out.
 */
const PENDING = `
  select l.line_id as "lineId",
         (l.net - coalesce(c.net, 0) - (coalesce(m.amount, 0) - coalesce(c.taken, 0)))::bigint as pending
    from gateway.order_line l
    cross join lateral (
      select sum(x.net) as net, sum(x.from_payable + x.to_debt) as taken
        from gateway.cancel_line x join gateway.cancel k on k.id = x.cancel_id and k.state = 'done' and k.id <> $2
       where x.order_id = l.order_id and x.line_id = l.line_id) c
    cross join lateral (
      select sum(x.amount) as amount from payouts.matured_line x
       where x.order_id = l.order_id and x.line_id = l.line_id) m
   where l.order_id = $1`;

/**
 * Locks the sellers' accounts first and then reads the pending money of the lines: the lock stops the maturity of these
 * lines, so the amounts read hold until the commit.
 */
async function lockAndSource(
  tx: EntityManager,
  orderId: string,
  cancelId: string,
  lines: readonly CancelLine[],
): Promise<CancelLine[]> {
  const sellers = [...new Set(lines.map((line) => line.sellerId))];
  const accounts = sellers.flatMap((id) => [chart.sellerPending(id), chart.sellerPayable(id), chart.sellerDebt(id)]);
  const balances = await lockBalances(tx, accounts);
  const waiting = await tx.query<{ lineId: string; pending: bigint }[]>(PENDING, [orderId, cancelId]);
  const payable = new Map(sellers.map((id) => [id, balances.get(chart.sellerPayable(id).code) ?? 0n]));
  return refundSources(lines, new Map(waiting.map((row) => [row.lineId, row.pending])), payable);
}

const DONE = statement(`
  with done as (update gateway.cancel set state = :cancelState, transaction_key = :transactionKey, canceled_at = :canceledAt
    where id = :cancelId)
  update gateway.payment set canceled = canceled + :cancelAmount, state = :paymentState where id = :paymentId`);

async function writeDone(
  tx: EntityManager,
  payment: PaymentRecord,
  paymentState: PaymentState,
  cancel: CancelRecord,
  listed: ListedCancel,
): Promise<void> {
  const verdict = cancelMachine.classify(cancel.state, 'complete');
  if (verdict.kind !== 'move') throw new Error(`Cancel ${cancel.id} is ${cancel.state}: complete contradicts it`);
  await DONE.rows(tx, {
    cancelId: cancel.id,
    cancelState: verdict.to,
    transactionKey: listed.transactionKey,
    canceledAt: listed.canceledAt,
    paymentId: payment.id,
    cancelAmount: listed.cancelAmount,
    paymentState,
  });
}
