import { emit, lockBalances, postLedger, transaction } from '@jeongsan/database';
import { chart, paymentCanceled } from '@jeongsan/ledger';
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

type ToldCancel = NonNullable<ProviderPayment['cancels']>[number];

/**
 * Books every cancel that the provider lists and our books do not have yet: ours by its amount, and those that somebody made in
 * the provider's console. Repeating it changes nothing; each is one transaction of its own.
 */
export async function bookCancels(gateway: Gateway, payment: PaymentRecord, seen: ProviderPayment): Promise<void> {
  const listed = seen.cancels ?? [];
  if (listed.length === 0) return;
  requireOurs(gateway, payment, seen);
  const known = new Set((await findCancelsOf(gateway.db, payment.id)).map((cancel) => cancel.transactionKey));
  const fresh = listed.filter((told) => !known.has(told.transactionKey));
  fresh.sort((a, b) => a.canceledAt.getTime() - b.canceledAt.getTime());
  for (const told of fresh) await transaction(gateway.db, (tx) => bookCancel(gateway, tx, payment.id, told));
}

async function bookCancel(gateway: Gateway, tx: EntityManager, paymentId: string, told: ToldCancel): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  const cancels = await findCancelsOf(tx, paymentId);
  if (cancels.some((cancel) => cancel.transactionKey === told.transactionKey)) return;
  const paymentState = stateAfter(gateway, payment, told);

  const own = ownCancel(gateway, cancels, told);
  const cancel = own ?? (await takeOver(gateway, tx, payment, told));
  const lines = await readRefundableLines(tx, payment.orderId, cancel.id);
  const touched = linesOfCancel(lines, fitParts(lines, told.cancelAmount));

  await writeDone(tx, payment, paymentState, cancel, told);
  const data = { paymentId, orderId: payment.orderId, cancelId: cancel.id, amount: String(told.cancelAmount) };
  await emit(tx, 'payment.canceled', [{ entityId: paymentId, data }], gateway.now());
  if (own) await withdrawCancelLook(tx, own.id);

  // Last: from here to the commit nobody else can post to these sellers.
  const sourced = await lockAndSource(tx, payment.orderId, cancel.id, touched);
  await writeCancelLines(tx, payment.orderId, cancel.id, sourced);
  await postLedger(tx, [paymentCanceled({ cancelId: cancel.id, effectiveAt: told.canceledAt, lines: sourced })]);
}

function stateAfter(gateway: Gateway, payment: PaymentRecord, told: ToldCancel): PaymentState {
  const canceled = payment.canceled + told.cancelAmount;
  const verdict = paymentMachine.classify(payment.state, canceled === payment.amount ? 'cancelRest' : 'cancelPart');
  if (verdict.kind === 'early')
    throw new Error(`Payment ${payment.paymentKey} is ${payment.state}: its cancel must wait`);
  if (verdict.kind === 'move' && canceled <= payment.amount) return verdict.to;
  const detail = `the provider canceled ${told.cancelAmount} of a payment that is ${payment.state} here with ${payment.amount - payment.canceled} left`;
  throw contradiction(gateway, 'canceled-beyond-payment', payment.paymentKey, detail);
}

/** Ours is the one that is still open and of that amount; where it can be told, the one with our reason. */
function ownCancel({ seal }: Gateway, cancels: readonly CancelRecord[], told: ToldCancel): CancelRecord | undefined {
  const open = cancels.filter((cancel) => cancel.state === 'requested' && cancel.amount === told.cancelAmount);
  return open.find((cancel) => reasonOf(seal, cancel) === told.cancelReason) ?? open[0];
}

/** A cancel that nobody asked us for. It gets a record like any other. */
const takeOver = (
  gateway: Gateway,
  tx: EntityManager,
  payment: PaymentRecord,
  { cancelAmount: amount, taxFreeAmount: taxFree, cancelReason: reason }: ToldCancel,
): Promise<CancelRecord> => insertCancel(tx, gateway.seal, payment, { reason, amount, taxFree }, gateway.now());

/**
 * What of each line still waits: its net less what was given back, less what matured and was not taken back since. The cancel in
 * question does not count yet.
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

/** Holding the sellers' accounts stops the maturity of their lines: what is pending is read after the lock, and stays true. */
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

async function writeDone(
  tx: EntityManager,
  payment: PaymentRecord,
  paymentState: PaymentState,
  cancel: CancelRecord,
  told: ToldCancel,
): Promise<void> {
  const verdict = cancelMachine.classify(cancel.state, 'complete');
  if (verdict.kind !== 'move') throw new Error(`Cancel ${cancel.id} is ${cancel.state}: complete contradicts it`);
  await tx.query(
    `with done as (update gateway.cancel set state = $2, transaction_key = $3, canceled_at = $4 where id = $1)
     update gateway.payment set canceled = canceled + $6, state = $7 where id = $5`,
    [cancel.id, verdict.to, told.transactionKey, told.canceledAt, payment.id, told.cancelAmount, paymentState],
  );
}
