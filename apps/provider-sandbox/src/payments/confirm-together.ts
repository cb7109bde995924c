import type { confirmPayment as contract } from '@jeongsan/provider-contract';
import type { GroupHandler } from '../api/together.js';
import { PAYLINK_ORDER_PREFIX } from '../orders/order-payments.js';
import type { Asked } from '../world.js';
import { approveTogether } from './approve-payment.js';
import { type Approval, approvalOf } from './approval.js';
import { assertApprovable, type Confirmed } from './assert-approvable.js';
import { lockFreePayments, readDetails } from './payment.js';
import type { PaymentRow } from './payment-row.js';

/**
 * Approves many simple payments with a few statements. Left to the single handler are virtual accounts, bank transfers
 * (cash receipt), orders of payment links, payments of the wallet (customer and method are checked), discounted payments
 * (budget), payments to be refused, and payments that another transaction has locked.
 */
export const confirmTogether: GroupHandler<typeof contract> = async (group, asked) => {
  const paymentKeys = asked.map(([, { body }]) => body.paymentKey);
  const payments = new Map((await lockFreePayments(group.sql, paymentKeys)).map((row) => [row.paymentKey, row]));
  const orderIds = new Set<string>();
  const approvals = asked.map(([request, { body }]) => {
    const payment = payments.get(body.paymentKey);
    if (!payment || orderIds.has(payment.orderId) || !isPlain(payment)) return undefined;
    const approval = approvalIfAny(request, payment, body);
    if (approval) orderIds.add(payment.orderId);
    return approval;
  });
  const given = approvals.filter((approval) => approval !== undefined);
  const approved = given.length > 0 ? (await approveTogether(group, given)).values() : [].values();
  return approvals.map((approval) => approval && approved.next().value);
};

const isPlain = ({ method, type, orderId, details }: PaymentRow): boolean =>
  method !== '가상계좌' &&
  method !== '계좌이체' &&
  type === 'NORMAL' &&
  !orderId.startsWith(PAYLINK_ORDER_PREFIX) &&
  readDetails(details).discount === null;

/** The approval; undefined if the payment will be refused, which the single handler does. */
function approvalIfAny(request: Asked, payment: PaymentRow, body: Confirmed): Approval | undefined {
  try {
    assertApprovable(request, payment, body, false);
    return approvalOf(request, payment);
  } catch {
    return undefined;
  }
}
