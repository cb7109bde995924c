import { formatWon } from '@jeongsan/money';
import { type Html, html } from '../hosted-page/html.js';
import type { MethodRow } from '../wallet/method.js';
import type { Terms } from '../wallet/terms.js';
import type { WalletWindow } from './wallet-window.js';
import { monthsFor } from './window-choices.js';
import { cardNumberField, option } from './window-fields.js';

type Form = Readonly<{ action: string; token: string }>;

const form = ({ action, token }: Form, content: Html): Html =>
  html`<form method="post" action="${action}">
    <input type="hidden" name="token" value="${token}" />
    ${content}
    <button name="decision" value="cancel" class="quiet" formnovalidate>취소</button>
  </form>`;

/** The customer agrees to the wallet's terms. */
export const agreementPage = (terms: readonly Terms[], to: Form): Html =>
  html`<h1>약관 동의</h1>
    ${form(
      to,
      html`${terms.map(
          ({ id, title, required }) =>
            html`<label
              ><input type="checkbox" name="terms" value="${id}" ${required ? 'required' : ''} /> ${title}
              (${required ? '필수' : '선택'})</label
            >`,
        )} <button name="decision" value="agree">동의하고 계속하기</button>`,
    )}`;

/** The shop's address gets the code of the agreement, in a frame; then the window goes on. */
export const handOverPage = (shopAddress: string, next: string): Html =>
  html`<h1>동의를 전달했습니다</h1>
    <p>상점이 아래에서 동의를 확인합니다.</p>
    <iframe src="${shopAddress}" title="상점의 확인"></iframe>
    <p><a href="${next}">계속하기</a></p>`;

/** The customer pays with one of its methods, or registers the first one. */
export const methodsPage = (window: WalletWindow, methods: readonly MethodRow[], to: Form): Html =>
  html`<h1>간편결제</h1>
    <dl>
      <dt>주문</dt>
      <dd>${window.orderName}</dd>
      <dt>결제 금액</dt>
      <dd class="price">${formatWon(window.amount)}</dd>
    </dl>
    ${methods.length > 0 && form(to, payment(window, methods))}
    <details ${methods.length === 0 ? 'open' : ''}>
      <summary>카드 등록</summary>
      ${form(to, html`${cardNumberField}<button name="decision" value="register">등록하기</button>`)}
    </details>`;

const payment = ({ amount }: WalletWindow, methods: readonly MethodRow[]): Html =>
  html`${methods.map(
      ({ methodKey, alias, number }, index) =>
        html`<label
          ><input type="radio" name="method" value="${methodKey}" ${index === 0 ? 'checked' : ''} /> ${alias}
          ${number}</label
        >`,
    )}
    <label
      >할부<select name="months">
        ${monthsFor(amount).map((months) => option(String(months), months === 0 ? '일시불' : `${months}개월`))}
      </select></label
    >
    <button name="decision" value="pay">결제하기</button>`;
