import { checkedForm, type FormAction, type Page } from '../hosted-page/hosted-pages.js';
import type { PageTokens } from '../hosted-page/page-token.js';
import { sendPage } from '../hosted-page/page.js';
import { Refused } from '../api/refused.js';
import { findPayment } from '../payments/payment.js';
import { depositInWindow, depositPage } from './deposit-page.js';
import { payInWindow } from './pay-in-window.js';
import { findWindow, isWaiting } from './payment-window.js';
import { closedPage, windowPage } from './window-page.js';

const pathOf = (paymentKey: string): string => `/window/payments/${encodeURIComponent(paymentKey)}`;

/** The window of a payment, to which `checkout.url` leads; with an account that waits for its deposit, the page of the account. */
export const showPaymentWindow: Page = async ({ tokens }, call, { params }, reply) => {
  const payment = await findPayment(call.sql, params.key);
  if (!payment) throw new Refused('NOT_FOUND_PAYMENT');
  if (payment.status === 'WAITING_FOR_DEPOSIT')
    return sendPage(reply, 200, '입금 안내', depositPage(payment, call.now, formOf(tokens, params.key)));
  const window = await findWindow(call.sql, params.key);
  if (!window || !isWaiting(payment, call.now)) return sendPage(reply, 200, '결제하기', closedPage(payment));
  const page = windowPage({ payment, window, ...formOf(tokens, params.key) });
  return sendPage(reply, 200, '결제하기', page, { leadsTo: [window.successUrl, window.failUrl] });
};

export const decidePayment: FormAction = async ({ tokens }, call, { params: { key }, body }) => {
  const { form } = checkedForm(tokens, pathOf(key), body);
  if (form.get('decision') !== 'deposit') return payInWindow(call, key, form);
  await depositInWindow(call, key);
  return pathOf(key);
};

function formOf(tokens: PageTokens, paymentKey: string): { action: string; token: string } {
  const action = pathOf(paymentKey);
  return { action, token: tokens.issue(action) };
}
