import { seoulMinute } from '@jeongsan/calendar';
import { Refused } from '../api/refused.js';
import { bankNameOf } from '../bank-accounts/banks.js';
import { amountText } from '../hosted-page/amount-text.js';
import { type Html, html } from '../hosted-page/html.js';
import { lockPayment, readDetails } from '../payments/payment.js';
import type { PaymentRow } from '../payments/payment-row.js';
import { depositProblem, takeDeposit } from '../virtual-accounts/deposit.js';
import type { Call } from '../world.js';

/**
 * The page of a virtual account that waits for its deposit. The button plays the buyer's bank, like the deposit button of the
 * provider's developer console in the test environment.
 */
export function depositPage(
  payment: PaymentRow,
  now: Date,
  { action, token }: { action: string; token: string },
): Html {
  const account = readDetails(payment.details).virtualAccount;
  const isPayable = depositProblem(payment, payment.totalAmount, now) === undefined;
  return html`<h1>입금 안내</h1>
    <dl>
      <dt>주문</dt>
      <dd>${payment.orderName}</dd>
      <dt>은행</dt>
      <dd>${bankNameOf(account?.bankCode ?? '') ?? ''}</dd>
      <dt>계좌 번호</dt>
      <dd id="account">${account?.accountNumber ?? ''}</dd>
      <dt>입금자명</dt>
      <dd>${account?.customerName ?? ''}</dd>
      <dt>입금 기한</dt>
      <dd>${account && seoulMinute(account.dueDate)}</dd>
      <dt>입금 금액</dt>
      <dd class="price">${amountText(payment.totalAmount, payment.currency)}</dd>
    </dl>
    ${
      isPayable
        ? html`<form method="post" action="${action}">
            <input type="hidden" name="token" value="${token}" />
            <button name="decision" value="deposit">입금하기 (시험용)</button>
          </form>`
        : html`<p class="notice" role="alert">입금 기한이 지났습니다.</p>`
    }`;
}

/**
 * Deposits the whole amount as the buyer who opened the account. A second press, after a deposit, changes nothing.
 * @throws Refused for an account that takes no deposit.
 */
export async function depositInWindow(call: Call, paymentKey: string): Promise<void> {
  const payment = await lockPayment(call.sql, paymentKey);
  if (!payment) throw new Refused('NOT_FOUND_PAYMENT');
  if (payment.method === '가상계좌' && payment.status === 'DONE') return;
  if (depositProblem(payment, payment.totalAmount, call.now) !== undefined)
    throw new Refused('NOT_FOUND_PAYMENT_SESSION');
  await takeDeposit(call, payment);
}
