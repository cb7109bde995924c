import type { ReceiptRequest } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import { Refused } from '../api/refused.js';
import { authenticatePayment } from '../payments/authenticate-payment.js';
import { lockPayment, storeDetails } from '../payments/payment.js';
import type { PaymentRow } from '../payments/payment-row.js';
import { chooseAccount } from '../virtual-accounts/choose-account.js';
import type { Call } from '../world.js';
import { backTo, backToFail } from './leads-back.js';
import { findWindow, isWaiting, type PaymentWindow } from './payment-window.js';
import { chosenIn, isRefusal } from './window-choices.js';

type Decision = (call: Call, payment: PaymentRow, window: PaymentWindow, form: URLSearchParams) => Promise<string>;

/**
 * Ends a payment's window as the visitor decided, and returns the shop's address to go on at. A window that was used
 * already leads where it led before. @throws Refused for a payment without a window, or an expired one.
 */
export async function payInWindow(call: Call, paymentKey: string, form: URLSearchParams): Promise<string> {
  const payment = await lockPayment(call.sql, paymentKey);
  const window = payment && (await findWindow(call.sql, paymentKey));
  if (!window) throw new Refused('NOT_FOUND_PAYMENT');
  if (payment.status === 'IN_PROGRESS') return successOf(payment, window);
  if (!isWaiting(payment, call.now)) throw new Refused('NOT_FOUND_PAYMENT_SESSION');
  const decision = form.get('decision') ?? '';
  if (!isDecision(decision)) throw new Refused('INVALID_REQUEST');
  return decisions[decision](call, payment, window, form);
}

const decisions = {
  pay: (call, payment, window, form) => pay(call, payment, window, form, null),
  refuse: (call, payment, window, form) => {
    const refusal = form.get('refusal');
    if (!isRefusal(refusal)) throw new Refused('INVALID_REQUEST', { about: ['승인이 거절되는 이유'] });
    return pay(call, payment, window, form, refusal);
  },
  fail: async (_, { orderId }, window) => backToFail(window, 'PAY_PROCESS_ABORTED', { orderId }),
  cancel: async (_, { orderId }, window) => backToFail(window, 'PAY_PROCESS_CANCELED', { orderId }),
} as const satisfies Record<string, Decision>;

const isDecision = (word: string): word is keyof typeof decisions => Object.hasOwn(decisions, word);

async function pay(
  call: Call,
  payment: PaymentRow,
  window: PaymentWindow,
  form: URLSearchParams,
  refusal: PaymentRow['refuseWith'],
): Promise<string> {
  const { paymentKey } = payment;
  const { method, details } = await chosenIn(call, form, payment, window);
  await call.sql.rows('update payment set method = $2, details = $3, refuse_with = $4 where payment_key = $1', [
    paymentKey,
    method,
    storeDetails(details),
    refusal ?? payment.refuseWith,
  ]);
  if (method === '가상계좌') await chooseAccount(call, payment, depositorIn(form));
  else await authenticatePayment(call, paymentKey);
  return successOf(payment, window);
}

/** The bank, the depositor and the cash receipt that the buyer asks for. */
function depositorIn(form: URLSearchParams): NonNullable<Parameters<typeof chooseAccount>[2]> {
  const text = (name: string) => (form.get(name) ?? '').trim();
  const [bank, customerName] = [text('bank'), text('customerName')];
  if (customerName === '') throw new Refused('INVALID_REQUEST', { about: ['입금자명'] });
  const type = text('receipt');
  if (type !== '소득공제' && type !== '지출증빙') return { virtualAccount: { bank, customerName } };
  const registrationNumber = text('registrationNumber').replaceAll('-', '');
  if (!/^\d{10,30}$/.test(registrationNumber)) throw new Refused('INVALID_REQUEST', { about: ['현금영수증 번호'] });
  const cashReceipt: z.output<typeof ReceiptRequest> = { type, registrationNumber };
  return { virtualAccount: { bank, customerName }, cashReceipt };
}

const successOf = ({ type, orderId, paymentKey, totalAmount }: PaymentRow, { successUrl }: PaymentWindow): string =>
  backTo(successUrl, { paymentType: type, orderId, paymentKey, amount: String(totalAmount) });
