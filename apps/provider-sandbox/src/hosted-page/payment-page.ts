import { seoulMinute } from '@jeongsan/calendar';
import { formatWon } from '@jeongsan/money';
import type { PaymentStatus } from '@jeongsan/provider-contract';
import type { OrderObject } from '../orders/order.js';
import { bankNameOf } from '../bank-accounts/banks.js';
import { linkMethods } from '../orders/pay-order.js';
import { issuingBanks } from '../payment-window/window-choices.js';
import { option, select } from '../payment-window/window-fields.js';
import { type Html, html } from './html.js';

/** Characters of a depositor's name. */
export const DEPOSITOR_CHARACTERS_MAX = 100;

/** The page of the payment window, where the visitor chooses whether the card company approves. */
export const paymentPage = (order: OrderObject, action: string, token: string, wasRefused: boolean): Html =>
  html`<h1>결제하기</h1>
    ${wasRefused && html`<p class="notice" role="alert">결제가 거절되었습니다. 다시 시도해 주세요.</p>`}
    ${summary(order)}
    <form method="post" action="${action}">
      <input type="hidden" name="token" value="${token}" />
      <label
        >결제 수단<select name="method">
          ${linkMethods.map((method) => html`<option>${method}</option>`)}
        </select></label
      >
      <fieldset>
        <legend>가상계좌를 고르면</legend>
        ${select(
          'bank',
          '입금할 은행',
          issuingBanks.map(({ koreanName }) => option(koreanName, koreanName)),
        )}
        <label
          >입금자명<input
            name="depositorName"
            maxlength="${DEPOSITOR_CHARACTERS_MAX}"
            value="${order.customerName ?? ''}"
        /></label>
      </fieldset>
      <button name="decision" value="approve">승인</button>
      <button name="decision" value="refuse" class="quiet">거절</button>
    </form>`;

/** The page that shows an order and its payment. */
export const orderPage = (order: OrderObject, payHref: string): Html =>
  order.payment === null
    ? html`<h1>결제 전 주문입니다</h1>
        ${summary(order)}
        <p><a href="${payHref}">결제하기</a></p>`
    : html`<h1>${titles[order.payment.status] ?? '결제가 진행 중입니다'}</h1>
        ${summary(order)}
        <p>결제 수단 ${order.payment.method} · 남은 금액 ${formatWon(order.payment.balanceAmount)}</p>
        ${order.payment.status === 'WAITING_FOR_DEPOSIT' && deposit(order.payment)}`;

/** Where and until when the buyer deposits. */
function deposit({ virtualAccount, totalAmount, checkout }: NonNullable<OrderObject['payment']>): Html | null {
  if (virtualAccount === null) return null;
  const { bankCode, accountNumber, customerName, dueDate, expired } = virtualAccount;
  if (expired) return html`<p class="notice">입금 기한이 지났습니다.</p>`;
  return html`<dl>
      <dt>입금 은행</dt>
      <dd>${bankNameOf(bankCode ?? '') ?? ''}</dd>
      <dt>계좌 번호</dt>
      <dd>${accountNumber}</dd>
      <dt>입금자명</dt>
      <dd>${customerName}</dd>
      <dt>입금 금액</dt>
      <dd>${formatWon(totalAmount)}</dd>
      <dt>입금 기한</dt>
      <dd>${seoulMinute(dueDate)}</dd>
    </dl>
    ${checkout && html`<p><a href="${checkout.url}">입금하기 (시험용)</a></p>`}`;
}

const titles: Partial<Record<PaymentStatus, string>> = {
  DONE: '결제가 완료되었습니다',
  PARTIAL_CANCELED: '주문이 일부 취소되었습니다',
  CANCELED: '주문이 취소되었습니다',
  WAITING_FOR_DEPOSIT: '입금을 기다리고 있습니다',
};

const summary = ({ orderKey, amount, orderItems }: OrderObject): Html =>
  html`<dl>
    <dt>주문 번호</dt>
    <dd>${orderKey}</dd>
    ${orderItems.map(
      ({ product, quantity, orderOptions }) =>
        html`<dt>상품</dt>
          <dd>${product.name} ${quantity}개</dd>
          ${orderOptions.map(
            ({ names }) =>
              html`<dt>옵션</dt>
                <dd>${names.join(' / ')}</dd>`,
          )}`,
    )}
    <dt>결제 금액</dt>
    <dd class="price">${formatWon(amount)}</dd>
  </dl>`;
