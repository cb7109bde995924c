import { Refused } from '../api/refused.js';
import { acceptedCard } from '../billing/register-method.js';
import { checkedForm, type FormAction, type Page } from '../hosted-page/hosted-pages.js';
import { sendPage } from '../hosted-page/page.js';
import { maskedCardNumber } from '../payments/test-cards.js';
import { agree } from '../wallet/agree-terms.js';
import { cardAppearance } from '../wallet/appearance.js';
import { assertInstallments } from '../wallet/charge-rules.js';
import { findCustomer, lockCustomer, lockPayer } from '../wallet/customer.js';
import { enabledMethods } from '../wallet/method.js';
import { openWalletPayment } from '../wallet/open-wallet-payment.js';
import { registerCard } from '../wallet/register-method.js';
import { termsFor } from '../wallet/terms.js';
import type { Call } from '../world.js';
import { backTo, backToFail } from './leads-back.js';
import { agreementPage, handOverPage, methodsPage } from './wallet-pages.js';
import { lockWalletWindow, type WalletWindow } from './wallet-window.js';

const pathOf = (id: string): string => `/window/wallet/${encodeURIComponent(id)}`;
const SCOPE = ['REGISTER', 'CARD'] as const;

/**
 * The wallet's window. A customer that the shop has no token for agrees to the terms first; the shop's redirect address gets
 * the code of the agreement, in a frame of the page.
 */
export const showWalletWindow: Page = async ({ tokens }, call, { params: { key } }, reply) => {
  const window = await openWindow(call, key);
  const { customerKey, code, redirectUrl } = window;
  const addresses = { leadsTo: [window.successUrl, window.failUrl] };
  const form = { action: pathOf(key), token: tokens.issue(pathOf(key)) };
  const customer = await findCustomer(call.sql, customerKey);
  if (customer) {
    const page = methodsPage(window, await enabledMethods(call.sql, customer.id), form);
    return sendPage(reply, 200, '간편결제', page, addresses);
  }
  if (code === null) return sendPage(reply, 200, '약관 동의', agreementPage(termsFor(SCOPE), form), addresses);
  const handOver = backTo(redirectUrl, { code, customerKey });
  return sendPage(reply, 200, '약관 동의', handOverPage(handOver, pathOf(key)), { ...addresses, shows: [redirectUrl] });
};

type Decision = (call: Call, window: WalletWindow, form: URLSearchParams) => Promise<string>;

export const decideInWallet: FormAction = async ({ tokens }, call, { params: { key }, body }) => {
  const { form } = checkedForm(tokens, pathOf(key), body);
  const window = await openWindow(call, key);
  const decision = form.get('decision') ?? '';
  if (!isDecision(decision)) throw new Refused('INVALID_REQUEST');
  return decisions[decision](call, window, form);
};

const decisions = {
  agree: async (call, { id, customerKey }, form) => {
    const code = await agree(call, customerKey, SCOPE, form.getAll('terms').map(Number));
    await call.sql.rows('update wallet_window set code = $2 where id = $1', [id, code]);
    return pathOf(id);
  },
  register: async (call, { id, customerKey }, form) => {
    await register(call, customerKey, (form.get('cardNumber') ?? '').replace(/[\s-]/g, ''));
    return pathOf(id);
  },
  pay,
  cancel: async (_, window) => backToFail(window, 'PAY_PROCESS_CANCELED', { orderId: window.orderId }),
} as const satisfies Record<string, Decision>;

const isDecision = (word: string): word is keyof typeof decisions => Object.hasOwn(decisions, word);

async function register(call: Call, customerKey: string, cardNumber: string): Promise<void> {
  const { issuerCode, cardType, ownerType, refusedAtApproval } = acceptedCard(cardNumber);
  const isTaken = cardType !== '기프트' && cardType !== '미확인' && ownerType !== '미확인';
  if (!isTaken) throw new Refused('NOT_SUPPORTED_CARD_TYPE');
  const customer = await lockCustomer(call.sql, customerKey);
  if (!customer) throw new Refused('NOT_FOUND_CUSTOMER');
  await registerCard(call, customer, {
    institution: issuerCode,
    number: maskedCardNumber(cardNumber),
    cardType,
    ownerType,
    alias: cardAppearance(issuerCode).name,
    refuseWith: refusedAtApproval,
  });
}

async function pay(call: Call, window: WalletWindow, form: URLSearchParams): Promise<string> {
  const paymentKey = window.paymentKey ?? (await openedPayment(call, window, form));
  const { orderId, amount, successUrl } = window;
  return backTo(successUrl, { paymentType: 'BRANDPAY', orderId, paymentKey, amount: String(amount) });
}

async function openedPayment(call: Call, window: WalletWindow, form: URLSearchParams): Promise<string> {
  const { amount, orderId, orderName, taxFreeAmount } = window;
  const customer = await lockPayer(call.sql, window.customerKey);
  const methods = await enabledMethods(call.sql, customer.id);
  const method = methods.find(({ methodKey }) => methodKey === form.get('method'));
  if (!method) throw new Refused('INVALID_REQUEST', { about: ['결제 수단'] });
  const months = Number(form.get('months') ?? '0');
  assertInstallments(method, amount, months, call.world.merchant.settings);
  const order = { amount, months, useCardPoint: false, orderId, orderName, taxFreeAmount: taxFreeAmount ?? undefined };
  const { paymentKey } = await openWalletPayment(call, window.customerKey, method, order);
  await call.sql.rows('update wallet_window set payment_key = $2 where id = $1', [window.id, paymentKey]);
  return paymentKey;
}

async function openWindow({ sql, now }: Call, id: string): Promise<WalletWindow> {
  const window = await lockWalletWindow(sql, id);
  if (!window || window.expiresAt <= now) throw new Refused('NOT_FOUND_PAYMENT_SESSION');
  return window;
}
