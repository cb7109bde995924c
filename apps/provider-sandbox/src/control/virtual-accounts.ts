import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import { lockPayment, paymentOf } from '../payments/payment.js';
import type { PaymentObject, PaymentRow } from '../payments/payment-row.js';
import { depositProblem, takeDeposit, takeDepositBack } from '../virtual-accounts/deposit.js';
import { endRefund, type RefundEnd } from '../virtual-accounts/refunds.js';
import type { Call } from '../world.js';
import type { ControlHandler } from './control-handler.js';
import { notFound, notPossible } from './control-refusals.js';

export const depositIntoAccount: ControlHandler<typeof contract.depositIntoAccount> = async (
  call,
  { params, body },
) => {
  const payment = await lockedPayment(call, params.paymentKey);
  const problem = depositProblem(payment, body.amount ?? payment.totalAmount, call.now);
  if (problem !== undefined) throw notPossible(problem);
  return takeDeposit(call, payment, body.depositorName);
};

export const failDeposit: ControlHandler<typeof contract.failDeposit> = async (call, { params }) => {
  const payment = await lockedPayment(call, params.paymentKey);
  const isDeposited = payment.method === '가상계좌' && payment.status === 'DONE';
  if (!isDeposited) throw notPossible('There is no whole deposit to take back');
  return takeDepositBack(call, payment);
};

export const finishRefund: ControlHandler<typeof contract.finishRefund> = async (call, { params, body }) =>
  endOfRefund(call, params.paymentKey, { ...body, status: 'COMPLETED' });

export const failRefund: ControlHandler<typeof contract.failRefund> = async (call, { params, body }) =>
  endOfRefund(call, params.paymentKey, { ...body, status: 'FAILED' });

async function endOfRefund(call: Call, paymentKey: string, end: RefundEnd): Promise<PaymentObject> {
  const refunded = await endRefund(call.sql, await lockedPayment(call, paymentKey), end);
  if (!refunded) throw notPossible('No such refund is on its way');
  return paymentOf(refunded, call.world);
}

async function lockedPayment(call: Call, paymentKey: string): Promise<PaymentRow> {
  const payment = await lockPayment(call.sql, paymentKey);
  if (!payment) throw notFound('such payment');
  return payment;
}
