import { checkedForm, type FormAction, type Page } from '../hosted-page/hosted-pages.js';
import { sendPage } from '../hosted-page/page.js';
import { Refused } from '../api/refused.js';
import { findPayment } from '../payments/payment.js';
import { payInWindow } from './pay-in-window.js';
import { findWindow, isWaiting } from './payment-window.js';
import { closedPage, windowPage } from './window-page.js';

const pathOf = (paymentKey: string): string => `/window/payments/${encodeURIComponent(paymentKey)}`;

/** The window of a payment, to which `checkout.url` leads. */
export const showPaymentWindow: Page = async ({ tokens }, call, { params }, reply) => {
  const payment = await findPayment(call.sql, params.key);
  if (!payment) throw new Refused('NOT_FOUND_PAYMENT');
  const window = await findWindow(call.sql, params.key);
  if (!window || !isWaiting(payment, call.now)) return sendPage(reply, 200, '결제하기', closedPage(payment));
  const action = pathOf(params.key);
  const page = windowPage({ payment, window, action, token: tokens.issue(action) });
  return sendPage(reply, 200, '결제하기', page, { leadsTo: [window.successUrl, window.failUrl] });
};

export const decidePayment: FormAction = ({ tokens }, call, { params, body }) =>
  payInWindow(call, params.key, checkedForm(tokens, pathOf(params.key), body).form);
