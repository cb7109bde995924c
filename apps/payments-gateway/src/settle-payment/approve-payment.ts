import { emit, postLedger, transaction } from '@jeongsan/database';
import { paymentApproved } from '@jeongsan/ledger';
import { statement } from '@jeongsan/sql';
import { paymentMachine } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { startSets, startsOf, startValues, whenPaid, WRITE_STARTS, type LineStart } from '../line-starts.js';
import type { PayableOrder } from '../payable-order.js';
import type { Gateway, ProviderPayment } from '../gateway.js';
import { withdrawPaymentLook } from '../look-later.js';
import { contradiction, requireOurs } from '../outcome.js';
import { lockPayment, type PaymentRecord } from '../payment-record.js';
import { approvalKeyOf } from './approval-key.js';

/**
 * Books an approval that the provider reported: state, maturity, ledger and event in one transaction. A repeat changes
 * nothing.
 */
export async function approvePayment(
  gateway: Gateway,
  order: PayableOrder,
  payment: PaymentRecord,
  answer: ProviderPayment,
): Promise<void> {
  const approvedAt = requireApproved(gateway, payment, answer);
  const transactionKey = await approvalKeyOf(gateway.provider, answer, approvedAt);
  const starts = startsOf(whenPaid(order, approvedAt), await gateway.calendar());
  await transaction(gateway.db, async (tx) => {
    const { state } = await lockPayment(tx, payment.id);
    const verdict = paymentMachine.classify(state, 'approve');
    if (verdict.kind === 'stale') return;
    if (verdict.kind !== 'move') {
      const detail = `the provider approved ${answer.totalAmount} of a payment that is ${state} here`;
      throw contradiction(gateway, 'approved-after-refusal', payment.paymentKey, detail);
    }
    await writeApproval(tx, {
      payment,
      order,
      starts,
      approvedAt,
      transactionKey,
      state: verdict.to,
      method: answer.method,
    });
    const data = { paymentId: payment.id, orderId: order.orderId, amount: String(payment.amount) };
    await emit(tx, 'payment.approved', [{ entityId: payment.id, data }], gateway.now());
    await withdrawPaymentLook(tx, payment.paymentKey);
    // The ledger is posted last, because no other posting to these sellers can run from here to the commit.
    await postLedger(tx, [paymentApproved({ paymentId: payment.id, effectiveAt: approvedAt, lines: order.lines })]);
  });
}

function requireApproved(gateway: Gateway, payment: PaymentRecord, answer: ProviderPayment): Date {
  requireOurs(gateway, payment, answer);
  if (APPROVED.has(answer.status) && answer.approvedAt) return answer.approvedAt;
  throw contradiction(gateway, 'answer-differs', payment.paymentKey, `the provider's success says ${answer.status}`);
}

const APPROVED: ReadonlySet<string> = new Set<ProviderPayment['status']>(['DONE', 'PARTIAL_CANCELED', 'CANCELED']);

type Approval = Readonly<{
  payment: PaymentRecord;
  order: PayableOrder;
  starts: readonly LineStart[];
  approvedAt: Date;
  transactionKey: string;
  state: PaymentRecord['state'];
  method: string | null;
}>;

const APPROVE = statement(
  `
  with ${WRITE_STARTS}
  update gateway.payment set state = :state, approved_at = :approvedAt, transaction_key = :transactionKey, method = :method
   where id = :paymentId`,
  startSets,
);

async function writeApproval(tx: EntityManager, approval: Approval): Promise<void> {
  const { payment, order, starts, approvedAt, transactionKey, state, method } = approval;
  await APPROVE.rows(tx, {
    ...startValues(order.orderId, starts),
    paymentId: payment.id,
    state,
    approvedAt,
    transactionKey,
    method,
  });
}
