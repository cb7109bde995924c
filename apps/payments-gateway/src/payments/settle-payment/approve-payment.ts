import { emit, EMITTING, eventValues, postLedger, prepared, WITHDRAWING } from '@jeongsan/database';
import { paymentApproved, paymentUnallocated } from '@jeongsan/ledger';
import { money } from '@jeongsan/money';
import { koreanMethod } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import { paymentMachine, paymentStates } from '@jeongsan/state-machines';
import { addToStory } from '@jeongsan/nest-kit';
import type { EntityManager } from 'typeorm';
import { startSets, startsOf, startValues, whenPaid, WRITE_STARTS, type LineStart } from '../../orders/line-starts.js';
import type { PayableOrder } from '../payable-order.js';
import type { Gateway, ProviderPayment } from '../../gateway.js';
import { paymentLooks, withdrawPaymentLooks } from '../../look-later.js';
import { moneyTransaction } from '../../money-transaction.js';
import { contradiction, requireOurs } from '../../outcome.js';
import { findLivePayment, lockPayment, type PaymentRecord, type UnallocatedReason } from '../payment-record.js';
import { approvalOf, type ListedApproval } from './approval-key.js';
import { bookRedeposit, bookWithdrawal, isKnownTransaction, unbookedWithdrawal } from './deposit-again.js';

/**
 * Books an approval that the provider reported: state, maturity, ledger and event in one transaction. A repeat changes
 * nothing. A deposit that came again after its bank withdrew it is booked as such, and so is a withdrawal that was never seen.
 */
export async function approvePayment(
  gateway: Gateway,
  order: PayableOrder | undefined,
  payment: PaymentRecord,
  answer: ProviderPayment,
): Promise<void> {
  requireApproved(gateway, payment, answer);
  // Only a deposit by bank can be withdrawn and come again: any other approval is booked once.
  if (answer.virtualAccount === null && paymentStates.paid.includes(payment.state)) return;
  const approval = await approvalOf(gateway, answer, answer.requestedAt ?? payment.createdAt);
  if (await isBookedUnder(gateway, payment, approval)) return;
  const { transactionKey, at: approvedAt } = approval;
  const calendar = await gateway.calendar();
  const starts = order ? startsOf(whenPaid(order, approvedAt), calendar) : [];
  await moneyTransaction(gateway.db, 'approve', async (tx) => {
    const locked = await lockPayment(tx, payment.id);
    const { state } = locked;
    const verdict = paymentMachine.classify(state, 'approve');
    if (verdict.kind === 'stale') return;
    const wasApproved = locked.transactionKey !== null;
    if (wasApproved && (await isKnownTransaction(tx, locked, transactionKey))) return;
    if (verdict.kind !== 'move') {
      const detail = `the provider approved ${answer.totalAmount} of a payment that is ${state} here`;
      throw contradiction(gateway, 'approved-after-refusal', payment.paymentKey, detail);
    }
    const again = { transactionKey, at: approvedAt, state: verdict.to };
    if (wasApproved) {
      await withdrawPaymentLooks(tx, locked);
      return bookRedeposit(gateway, tx, locked, order, { ...again, calendar });
    }
    const isWithOrder = order !== undefined && (await mayKeepOrder(tx, locked));
    const { method, mId = null } = answer;
    const written = {
      state: verdict.to,
      approvedAt,
      transactionKey,
      method: koreanMethod(method),
      mId,
    };
    const approved = { payment: locked, ...written };
    if (isWithOrder) await bookWithOrder(gateway, tx, { ...approved, order, starts });
    else await bookUnallocated(gateway, tx, approved);
  });
  const { paymentKey: payment_key } = payment;
  if (order) addToStory('order', order.orderId, 'payment approved', { order_id: order.orderId, payment_key });
}

/**
 * Whether an approved payment is booked under another approval already, because its deposit was withdrawn and came again while
 * we did not look. The withdrawal is booked then, and the payment waits for the approval at hand.
 */
async function isBookedUnder(
  gateway: Gateway,
  payment: PaymentRecord,
  { transactionKey, at }: ListedApproval,
): Promise<boolean> {
  const { state, transactionKey: booked, approvedAt } = payment;
  if (!paymentStates.paid.includes(state)) return false;
  const isSame = booked === transactionKey || approvedAt === null;
  if (isSame || (await isKnownTransaction(gateway.db, payment, transactionKey))) return true;
  if (at <= approvedAt) return true;
  const withdrawal = await unbookedWithdrawal(gateway, payment, { from: approvedAt, until: at });
  if (!withdrawal) return true;
  await bookWithdrawal(gateway, payment, { ...withdrawal, due: null });
  return false;
}

function requireApproved(gateway: Gateway, payment: PaymentRecord, answer: ProviderPayment): void {
  requireOurs(gateway, payment, answer);
  if (APPROVED.has(answer.status)) return;
  throw contradiction(gateway, 'answer-differs', payment.paymentKey, `the provider's success says ${answer.status}`);
}

const APPROVED: ReadonlySet<string> = new Set<ProviderPayment['status']>(['DONE', 'PARTIAL_CANCELED', 'CANCELED']);

/** An expired payment loses its order to another payment that pays the order meanwhile. */
async function mayKeepOrder(tx: EntityManager, { id, orderId, state }: PaymentRecord): Promise<boolean> {
  if (orderId === null || !paymentStates.over.includes(state)) return orderId !== null;
  const live = await findLivePayment(tx, orderId);
  return live === undefined || live.id === id;
}

type Approval = Readonly<{
  payment: PaymentRecord;
  approvedAt: Date;
  transactionKey: string;
  state: PaymentRecord['state'];
  method: string | null;
  mId: string | null;
}>;
type OrderApproval = Approval & Readonly<{ order: PayableOrder; starts: readonly LineStart[] }>;

const APPROVE = `
  update gateway.payment set state = :state, approved_at = :approvedAt, transaction_key = :transactionKey, method = :method,
         m_id = :mId`;
/** All that an approval writes beside the ledger, in one statement: every confirm waits for it. */
const APPROVE_ORDER = prepared(
  'payment.approve',
  statement(
    `with ${WRITE_STARTS}, ${EMITTING}, withdrawn as (${WITHDRAWING})
     ${APPROVE} where id = :paymentId`,
    startSets,
  ),
);
const APPROVE_ALONE = statement(`${APPROVE}, order_id = null, provider_order_id = :orderNumber,
         unallocated_because = coalesce(unallocated_because, 'ORDER_PAID') where id = :paymentId
  returning unallocated_because as reason`);

const columnsOf = ({ payment, state, approvedAt, transactionKey, method, mId }: Approval) => ({
  paymentId: payment.id,
  ...{ state, approvedAt, transactionKey, method, mId },
});

async function bookWithOrder(gateway: Gateway, tx: EntityManager, approval: OrderApproval): Promise<void> {
  const { payment, order, starts, approvedAt } = approval;
  const data = { paymentId: payment.id, orderId: order.orderId, amount: String(payment.amount) };
  await APPROVE_ORDER.rows(tx, {
    ...startValues(order.orderId, starts),
    ...columnsOf(approval),
    ...eventValues('payment.approved', [{ entityId: payment.id, data }], gateway.now()),
    withdrawn: paymentLooks(payment),
  });
  // The ledger is posted last, because no other posting to these sellers can run from here to the commit.
  await postLedger(tx, [paymentApproved({ paymentId: payment.id, effectiveAt: approvedAt, lines: order.lines })]);
}

async function bookUnallocated(gateway: Gateway, tx: EntityManager, approval: Approval): Promise<void> {
  const { payment, approvedAt } = approval;
  const { id: paymentId, orderNumber: orderId, amount, currency } = payment;
  const columns = { ...columnsOf(approval), orderNumber: orderId };
  await withdrawPaymentLooks(tx, payment);
  const [row] = await APPROVE_ALONE.rows<{ reason: UnallocatedReason }>(tx, columns);
  const data = { paymentId, orderId, amount: String(amount), currency, reason: row?.reason ?? 'NO_ORDER' };
  await emit(tx, 'payment.unallocated', [{ entityId: paymentId, data }], gateway.now());
  await postLedger(tx, [paymentUnallocated({ paymentId, effectiveAt: approvedAt, amount: money(amount, currency) })]);
}
