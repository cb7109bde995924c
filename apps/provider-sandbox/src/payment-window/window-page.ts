import { amountText } from '../hosted-page/amount-text.js';
import { type Html, html } from '../hosted-page/html.js';
import { readDetails } from '../payments/payment.js';
import type { PaymentRow } from '../payments/payment-row.js';
import type { PaymentWindow } from './payment-window.js';
import { option, select } from './window-fields.js';
import { easyPays, issuers, issuingBanks, monthsFor, refusals, transferBanks } from './window-choices.js';

export type WindowPage = Readonly<{ payment: PaymentRow; window: PaymentWindow; action: string; token: string }>;

/** The payment window: the buyer chooses how to pay, and the visitor how it ends. */
export const windowPage = ({ payment, window, action, token }: WindowPage): Html =>
  html`<h1>결제하기</h1>
    <dl>
      <dt>주문</dt>
      <dd>${payment.orderName}</dd>
      <dt>주문 번호</dt>
      <dd>${payment.orderId}</dd>
      <dt>결제 금액</dt>
      <dd class="price">${amountText(payment.totalAmount, payment.currency)}</dd>
      ${discountOf(payment)}
    </dl>
    <form method="post" action="${action}">
      <input type="hidden" name="token" value="${token}" />
      ${fieldsOf(payment, window)}
      <button name="decision" value="pay">결제하기</button>
      <details>
        <summary>다른 결과로 끝내기 (시험용)</summary>
        <label
          >승인이 거절되는 이유<select name="refusal">
            ${Object.entries(refusals).map(([code, label]) => html`<option value="${code}">${label} (${code})</option>`)}
          </select></label
        >
        <button name="decision" value="refuse" class="quiet">인증은 되고, 승인은 거절</button>
        <button name="decision" value="fail" class="quiet">인증 실패</button>
      </details>
      <button name="decision" value="cancel" class="quiet" formnovalidate>취소</button>
    </form>`;

/** The discount that the shop offers, for the issuer or bank that the page has selected. */
function discountOf(payment: PaymentRow): Html | false {
  const { card, transfer, discount } = readDetails(payment.details);
  const issuer = issuers.find(({ code }) => code === card?.issuerCode);
  const bank = transferBanks.find(({ shortCode }) => shortCode === transfer?.bankCode);
  return (
    discount !== null &&
    html`<dt>즉시 할인</dt>
      <dd>${(issuer ?? bank)?.koreanName ?? ''} ${amountText(discount.amount, payment.currency)}</dd>`
  );
}

const closed: Partial<Record<PaymentRow['status'], string>> = {
  READY: '열 수 없는 결제창입니다',
  EXPIRED: '결제 시간이 지났습니다',
  DONE: '결제가 완료되었습니다',
  CANCELED: '취소된 결제입니다',
  PARTIAL_CANCELED: '일부 취소된 결제입니다',
};

/** The page of a payment whose window cannot be used: it was used, its time is over, or the payment has none. */
export const closedPage = (payment: PaymentRow): Html =>
  html`<h1>${closed[payment.status] ?? '이미 진행된 결제입니다'}</h1>
    <p>주문 번호 ${payment.orderId}</p>
    ${payment.approvedAt && html`<p><a href="/receipts/${encodeURIComponent(payment.paymentKey)}">영수증 보기</a></p>`}`;

function fieldsOf(payment: PaymentRow, window: PaymentWindow): Html {
  const { card, easyPay, transfer, discount } = readDetails(payment.details);
  if (payment.method === '가상계좌') return accountFields(window);
  if (payment.method === '계좌이체')
    return select('bank', '은행', transferBanks.map(bankOption(discount === null ? undefined : transfer?.bankCode)));
  if (payment.method !== '카드') return html`<p>결제 수단 ${easyPay?.provider ?? payment.method}</p>`;
  return html`<label
      >결제 수단<select name="pay">
        <optgroup label="카드">
          ${issuers.map(({ code, koreanName }) => option(code, koreanName, code === card?.issuerCode))}
        </optgroup>
        ${easyPay === null && html`<optgroup label="간편결제">${easyPays.map((name) => option(name, name))}</optgroup>`}
      </select></label
    >
    ${select(
      'months',
      '할부',
      monthsFor(payment.totalAmount).map((months) =>
        option(String(months), months === 0 ? '일시불' : `${months}개월`, months === card?.installmentPlanMonths),
      ),
    )}`;
}

const accountFields = ({ customerName }: PaymentWindow): Html =>
  html`${select(
      'bank',
      '입금할 은행',
      issuingBanks.map(({ koreanName }) => option(koreanName, koreanName)),
    )}
    <label>입금자명<input name="customerName" maxlength="100" value="${customerName ?? ''}" required /></label>
    ${select(
      'receipt',
      '현금영수증',
      ['미발행', '소득공제', '지출증빙'].map((type) => option(type, type)),
    )}
    <label>현금영수증 번호<input name="registrationNumber" inputmode="numeric" maxlength="30" /></label>`;

const bankOption =
  (selected: string | undefined) =>
  ({ shortCode, koreanName }: { shortCode: string; koreanName: string }): Html =>
    option(shortCode, koreanName, shortCode === selected);
