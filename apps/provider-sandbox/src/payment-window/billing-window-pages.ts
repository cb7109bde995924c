import { Refused } from '../api/refused.js';
import { enteredAccount, enteredCard, storeRegistration } from '../billing/register-method.js';
import { type Html, html } from '../hosted-page/html.js';
import { checkedForm, type FormAction, type Page } from '../hosted-page/hosted-pages.js';
import { sendPage } from '../hosted-page/page.js';
import type { Call } from '../world.js';
import { type BillingWindow, lockBillingWindow } from './billing-window.js';
import { backTo, backToFail } from './leads-back.js';
import { transferBanks } from './window-choices.js';
import { cardNumberField, option } from './window-fields.js';

const pathOf = (id: string): string => `/window/billing/${encodeURIComponent(id)}`;

/** The window in which a customer registers a card or an account. */
export const showBillingWindow: Page = async ({ tokens }, call, { params }, reply) => {
  const window = await openWindow(call, params.key);
  const action = pathOf(params.key);
  const page = billingPage(window, action, tokens.issue(action));
  return sendPage(reply, 200, '결제 수단 등록', page, { leadsTo: [window.successUrl, window.failUrl] });
};

export const decideBilling: FormAction = async ({ tokens }, call, { params, body }) => {
  const { form } = checkedForm(tokens, pathOf(params.key), body);
  const window = await openWindow(call, params.key);
  if (form.get('decision') === 'cancel') return backToFail(window, 'PAY_PROCESS_CANCELED');
  if (form.get('decision') !== 'register') throw new Refused('INVALID_REQUEST');
  return backTo(window.successUrl, {
    customerKey: window.customerKey,
    authKey: window.authKey ?? (await register(call, window, form)),
  });
};

async function register(call: Call, window: BillingWindow, form: URLSearchParams): Promise<string> {
  const digits = (name: string) => (form.get(name) ?? '').replace(/[\s-]/g, '');
  const method =
    window.method === '카드'
      ? enteredCard(digits('cardNumber'))
      : enteredAccount(form.get('bank') ?? '', accountIn(digits('accountNumber')));
  const { authKey } = await storeRegistration(call, window.customerKey, method);
  await call.sql.rows('update billing_window set auth_key = $2 where id = $1', [window.id, authKey]);
  return authKey;
}

function accountIn(digits: string): string {
  if (!/^\d{8,20}$/.test(digits)) throw new Refused('INVALID_REQUEST', { about: ['계좌번호'] });
  return digits;
}

async function openWindow({ sql, now }: Call, id: string): Promise<BillingWindow> {
  const window = await lockBillingWindow(sql, id);
  if (!window || window.expiresAt <= now) throw new Refused('NOT_FOUND_PAYMENT_SESSION');
  return window;
}

const billingPage = ({ method, customerKey }: BillingWindow, action: string, token: string): Html =>
  html`<h1>${method === '카드' ? '카드 등록' : '계좌 등록'}</h1>
    <p>구매자 ${customerKey}</p>
    <form method="post" action="${action}">
      <input type="hidden" name="token" value="${token}" />
      ${method === '카드' ? cardNumberField : accountFields}
      <button name="decision" value="register">등록하기</button>
      <button name="decision" value="cancel" class="quiet" formnovalidate>취소</button>
    </form>`;

const accountFields = html`<label
    >은행<select name="bank">
      ${transferBanks.map(({ shortCode, koreanName }) => option(shortCode, koreanName))}
    </select></label
  >
  <label
    >계좌번호<input name="accountNumber" inputmode="numeric" autocomplete="off" pattern="[0-9 \\-]{8,24}" required
  /></label>`;
