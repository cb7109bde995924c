/** The objects of document 1, transcribed from the document alone. */
import {
  boolean,
  compactDate,
  compactTime,
  date,
  instant,
  integer,
  list,
  localTime,
  map,
  nullable,
  number,
  object,
  sometimes,
  text,
  words,
  without,
} from './published.js';

export const paymentStatuses = words(
  ...['READY', 'IN_PROGRESS', 'WAITING_FOR_DEPOSIT', 'DONE', 'CANCELED', 'PARTIAL_CANCELED', 'ABORTED', 'EXPIRED'],
);
const method = words(
  ...['카드', '가상계좌', '간편결제', '휴대폰', '계좌이체', '문화상품권', '도서문화상품권', '게임문화상품권'],
);
const settlementStatus = words('INCOMPLETED', 'COMPLETED');
const cardType = words('신용', '체크', '기프트', '미확인');
const ownerType = words('개인', '법인', '미확인');
const receiptType = words('소득공제', '지출증빙');
const orderId = text(64);
const mId = text(14);

/** Section 2.1: a payment's failure. */
export const failure = object('Failure', { code: text(), message: text(510) });

/** Section 2.2. */
export const cancel = object('Cancel', {
  cancelAmount: number,
  cancelReason: text(200),
  taxFreeAmount: number,
  taxExemptionAmount: integer,
  refundableAmount: number,
  transferDiscountAmount: sometimes(number),
  easyPayDiscountAmount: number,
  canceledAt: instant,
  transactionKey: text(64),
  receiptKey: nullable(text(200)),
  cancelStatus: text(),
  cancelRequestId: nullable(text()),
});

/** Section 2.3. */
const card = object('Payment.card', {
  amount: number,
  issuerCode: text(),
  acquirerCode: nullable(text()),
  number: text(20),
  installmentPlanMonths: integer,
  approveNo: text(8),
  useCardPoint: boolean,
  cardType,
  ownerType,
  acquireStatus: words('READY', 'REQUESTED', 'COMPLETED', 'CANCEL_REQUESTED', 'CANCELED'),
  isInterestFree: boolean,
  interestPayer: nullable(words('BUYER', 'CARD_COMPANY', 'MERCHANT')),
});

/** Section 2.4. */
const virtualAccount = object('Payment.virtualAccount', {
  accountType: words('일반', '고정'),
  accountNumber: text(20),
  bankCode: text(),
  customerName: text(100),
  dueDate: localTime,
  refundStatus: words('NONE', 'PENDING', 'FAILED', 'PARTIAL_FAILED', 'COMPLETED'),
  expired: boolean,
  settlementStatus,
  refundReceiveAccount: sometimes(
    nullable(
      object('Payment.virtualAccount.refundReceiveAccount', {
        bankCode: text(),
        accountNumber: text(),
        holderName: text(),
      }),
    ),
  ),
});

const mobilePhone = object('Payment.mobilePhone', {
  customerMobilePhone: text(15),
  settlementStatus,
  receiptUrl: text(),
});
const giftCertificate = object('Payment.giftCertificate', { approveNo: text(8), settlementStatus });
const transfer = object('Payment.transfer', { bankCode: text(), settlementStatus });
const easyPay = object('Payment.easyPay', { provider: text(), amount: number, discountAmount: number });
const url = (name: string) => object(name, { url: text() });

/** Section 2.1. */
export const payment = object('Payment', {
  version: text(),
  paymentKey: text(200),
  type: words('NORMAL', 'BILLING', 'WALLET'),
  orderId,
  orderName: text(100),
  mId,
  currency: text(),
  method: nullable(method),
  totalAmount: number,
  balanceAmount: number,
  status: paymentStatuses,
  requestedAt: instant,
  approvedAt: nullable(instant),
  useEscrow: boolean,
  lastTransactionKey: nullable(text(64)),
  transactionKey: nullable(text(64)),
  suppliedAmount: number,
  vat: number,
  cultureExpense: boolean,
  taxFreeAmount: number,
  taxExemptionAmount: integer,
  cancels: nullable(list(cancel)),
  isPartialCancelable: boolean,
  card: nullable(card),
  virtualAccount: nullable(virtualAccount),
  secret: nullable(text(50)),
  mobilePhone: nullable(mobilePhone),
  giftCertificate: nullable(giftCertificate),
  transfer: nullable(transfer),
  metadata: nullable(map),
  receipt: nullable(url('Payment.receipt')),
  checkout: nullable(url('Payment.checkout')),
  easyPay: nullable(easyPay),
  easyPayAmount: nullable(number),
  easyPayDiscountAmount: nullable(number),
  country: text(2),
  failure: nullable(failure),
  cashReceipt: nullable(
    object('Payment.cashReceipt', {
      type: receiptType,
      receiptKey: text(200),
      issueNumber: text(9),
      receiptUrl: text(),
      amount: number,
      taxFreeAmount: number,
    }),
  ),
  cashReceipts: nullable(
    list(
      object('Payment.cashReceipts', {
        receiptKey: text(200),
        orderId: text(),
        orderName: text(),
        type: receiptType,
        issueNumber: text(9),
        receiptUrl: text(),
        businessNumber: text(10),
        transactionType: words('CONFIRM', 'CANCEL'),
        amount: integer,
        taxFreeAmount: integer,
        issueStatus: words('IN_PROGRESS', 'COMPLETED', 'FAILED'),
        failure,
        customerIdentityNumber: text(30),
        requestedAt: instant,
      }),
    ),
  ),
  discount: nullable(object('Payment.discount', { amount: integer })),
});

/** Section 2.5. */
export const billing = object('Billing', {
  mId,
  customerKey: text(300),
  authenticatedAt: instant,
  method: words('카드'),
  billingKey: text(200),
  card: object('Billing.card', {
    issuerCode: text(),
    acquirerCode: text(),
    number: text(20),
    cardType: words('신용', '체크', '기프트'),
    ownerType: words('개인', '법인'),
  }),
  cardCompany: sometimes(text()),
  cardNumber: sometimes(text(20)),
});

/** Section 2.6. */
export const transaction = object('Transaction', {
  mId,
  transactionKey: text(64),
  paymentKey: text(200),
  orderId,
  method,
  customerKey: nullable(text()),
  useEscrow: boolean,
  receiptUrl: text(),
  status: paymentStatuses,
  transactionAt: instant,
  currency: text(),
  amount: number,
});

/** Section 2.7. */
export const settlement = object('Settlement', {
  mId,
  paymentKey: text(200),
  transactionKey: text(64),
  orderId,
  currency: text(),
  method,
  amount: number,
  interestFee: number,
  fees: list(
    object('Settlement.fees', {
      type: words('BASE', 'INSTALLMENT_DISCOUNT', 'INSTALLMENT', 'POINT_SAVING', 'ETC'),
      fee: number,
    }),
  ),
  supplyAmount: number,
  vat: number,
  payOutAmount: number,
  approvedAt: instant,
  soldDate: date,
  paidOutDate: date,
  card: nullable(card),
  easyPay: nullable(easyPay),
  giftCertificate: nullable(giftCertificate),
  mobilePhone: nullable(mobilePhone),
  transfer: nullable(transfer),
  virtualAccount: nullable(virtualAccount),
  cancel: nullable(
    object('Settlement.cancel', without(cancel.members, 'transferDiscountAmount', 'cancelStatus', 'cancelRequestId')),
  ),
});

/** Section 4, POST /v1/settlements. */
export const settlementRequested = object('Manual settlement', { result: boolean });

/** Section 2.8. */
export const cashReceipt = object('CashReceipt', {
  receiptKey: text(200),
  issueNumber: text(9),
  issueStatus: words('IN_PROGRESS', 'COMPLETED', 'FAILED'),
  amount: integer,
  taxFreeAmount: integer,
  orderId,
  orderName: text(100),
  type: receiptType,
  approvalNumber: text(9),
  transactionType: words('CONFIRM', 'CANCEL'),
  businessNumber: text(10),
  customerIdentityNumber: text(30),
  failure: nullable(failure),
  requestedAt: instant,
  approvedAt: instant,
  canceledAt: nullable(instant),
  receiptUrl: text(),
});

/** Section 4, GET /v1/cash-receipts. */
export const cashReceiptPage = object('Page of cash receipts', {
  hasNext: boolean,
  lastCursor: integer,
  data: list(cashReceipt),
});

/** Section 2.10. */
export const subMall = object('Submall', {
  subMallId: text(20),
  type: words('CORPORATE', 'INDIVIDUAL'),
  companyName: nullable(text(60)),
  representativeName: nullable(text(40)),
  businessNumber: nullable(text(10)),
  account: object('Submall.account', { bankCode: text(), accountNumber: text(20), holderName: nullable(text(60)) }),
  email: nullable(text()),
  phoneNumber: nullable(text(11)),
  metadata: nullable(map),
});

/** Section 2.10; the further fields of the sample are of no shown type. */
export const legacyPayout = object('Payout record', {
  payoutKey: text(24),
  subMallId: nullable(text(20)),
  payoutDate: compactDate,
  payoutAmount: number,
  account: nullable(
    object('Payout record.account', { bankCode: text(), accountNumber: text(), holderName: nullable(text(60)) }),
  ),
  requestedAt: compactTime,
  status: text(),
  ...Object.fromEntries(
    ['requestId', 'metadata', 'failure', 'transferSummary'].map((name) => [name, sometimes({ kind: 'hidden' })]),
  ),
});

/** Section 7. */
export const v1Error = object('Error', { code: text(), message: text(510) });
