import { seoulIso } from '@jeongsan/calendar';
import { formatWon } from '@jeongsan/money';
import { Refused } from '../api/refused.js';
import { RECEIPT_COLUMNS, type ReceiptRow } from '../cash-receipts/receipt.js';
import { findPayment } from '../payments/payment.js';
import type { PaymentRow } from '../payments/payment-row.js';
import { amountText } from './amount-text.js';
import { type Html, html } from './html.js';
import type { Page } from './hosted-pages.js';
import { sendPage } from './page.js';

/** The receipt of a payment, or of a cash receipt's issue or cancel; by its key. */
export const showReceipt: Page = async (_, { sql }, { params: { key } }, reply) => {
  const payment = await findPayment(sql, key);
  if (payment?.approvedAt) return sendPage(reply, 200, '영수증', paymentReceipt(payment));
  const [receipt] = await sql.rows<ReceiptRow>(
    `select ${RECEIPT_COLUMNS} from cash_receipt where receipt_key = $1 order by seq desc limit 1`,
    [key],
  );
  if (!receipt) throw new Refused('NOT_FOUND_PAYMENT');
  return sendPage(reply, 200, '현금영수증', cashReceipt(receipt));
};

const paymentReceipt = ({
  orderId,
  orderName,
  method,
  totalAmount,
  balanceAmount,
  currency,
  approvedAt,
}: PaymentRow): Html =>
  html`<h1>영수증</h1>
    ${list([
      ['주문', orderName],
      ['주문 번호', orderId],
      ['결제 수단', method],
      ['결제 금액', amountText(totalAmount, currency)],
      ['취소 금액', amountText(totalAmount - balanceAmount, currency)],
      ['승인 시각', timeOf(approvedAt)],
    ])}`;

const cashReceipt = ({
  type,
  transactionType,
  orderName,
  amount,
  taxFreeAmount,
  issueNumber,
  requestedAt,
}: ReceiptRow): Html =>
  html`<h1>${transactionType === 'CANCEL' ? '현금영수증 취소' : '현금영수증'}</h1>
    ${list([
      ['용도', type],
      ['주문', orderName],
      ['금액', formatWon(amount)],
      ['면세 금액', formatWon(taxFreeAmount)],
      ['발급 번호', issueNumber],
      ['요청 시각', timeOf(requestedAt)],
    ])}`;

const list = (entries: readonly (readonly [string, string])[]): Html =>
  html`<dl>
    ${entries.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;

const timeOf = (time: Date | null): string => (time === null ? '' : seoulIso(time).slice(0, 19).replace('T', ' '));
