import { SeoulInstant } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { paymentStatuses, receiptStatuses, refundStatuses } from './lifecycles.js';
import { decisive } from './reading.js';

/** Document 1 section 8. */
export const PaymentKey = z.string().min(1).max(200);
export const OrderId = z.string().regex(/^[A-Za-z0-9_-]{6,64}$/, '6 to 64 letters, digits, - or _');
/** Orders of automatic wallet payments may have `=` in their ids (document 2 section 4). */
export const WalletOrderId = z.string().regex(/^[A-Za-z0-9_=-]{6,64}$/, '6 to 64 letters, digits, -, _ or =');
/** An order id in answers. Shorter than the documented minimum: the real server accepted such an order once (measured). */
export const AnsweredOrderId = z.string().min(1).max(64);
export const TransactionKey = z.string().max(64);

export const paymentMethods = [
  '카드',
  '가상계좌',
  '간편결제',
  '휴대폰',
  '계좌이체',
  '문화상품권',
  '도서문화상품권',
  '게임문화상품권',
] as const;
export const PaymentMethod = z.enum(paymentMethods);
export type PaymentMethodName = z.infer<typeof PaymentMethod>;

/** Currencies of regular payments (document 1 section 4). */
export const currencies = ['KRW', 'USD', 'JPY'] as const;
export const PaymentCurrency = z.enum(currencies);
/** The currency of an answer: the code of ISO 4217, also of currencies that no request names. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, 'Three capital letters');

export const HttpUrl = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/[^\s/?#]+\S*$/i, 'An address that begins with http:// or https://');
export const Email = z
  .string()
  .max(100)
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'An e-mail address');
export const MobilePhoneNumber = z.string().regex(/^\d{8,15}$/, '8 to 15 digits');

/** At most 5 pairs; key up to 40 characters without brackets (documents 1 and 2). */
export const metadata = (valueMax: number) =>
  z
    .record(
      z
        .string()
        .max(40)
        .regex(/^[^[\]]*$/, 'No brackets'),
      z.string().max(valueMax),
    )
    .refine((pairs) => Object.keys(pairs).length <= 5, 'At most 5 pairs');

/** Document 1 section 2.2. */
export const Cancel = decisive(
  z.object({
    cancelAmount: WonNumber,
    cancelReason: z.string().max(200),
    taxFreeAmount: WonNumber,
    taxExemptionAmount: WonNumber,
    refundableAmount: WonNumber,
    transferDiscountAmount: WonNumber.optional(),
    cardDiscountAmount: WonNumber.optional(),
    easyPayDiscountAmount: WonNumber,
    canceledAt: SeoulInstant,
    transactionKey: TransactionKey,
    receiptKey: z.string().max(200).nullable(),
    /** Values other than DONE occur only for asynchronous payments: foreign easy pay. */
    cancelStatus: z.enum(['IN_PROGRESS', 'DONE', 'ABORTED']),
    cancelRequestId: z.string().nullable(),
  }),
  ['cancelAmount', 'transactionKey'],
  ['cancelStatus', 'cancelRequestId'],
);

/** Keys of API versions before 2022-11-16 get institutions by their names, in other members than the codes. */
const InstitutionCode = z.string().optional();

/** Document 1 section 2.3. */
export const PaymentCard = z.object({
  amount: WonNumber,
  issuerCode: InstitutionCode,
  acquirerCode: InstitutionCode.nullable(),
  number: z.string().max(20),
  installmentPlanMonths: z.int(),
  approveNo: z.string().max(8),
  useCardPoint: z.boolean(),
  cardType: z.enum(['신용', '체크', '기프트', '미확인']),
  ownerType: z.enum(['개인', '법인', '미확인']),
  acquireStatus: z.enum(['READY', 'REQUESTED', 'COMPLETED', 'CANCEL_REQUESTED', 'CANCELED']),
  isInterestFree: z.boolean(),
  interestPayer: z.enum(['BUYER', 'CARD_COMPANY', 'MERCHANT']).nullable(),
});
export const EasyPay = z.object({ provider: z.string(), amount: WonNumber, discountAmount: WonNumber });
/** Whether the provider has received the money, for methods that are paid later. */
const settlementStatus = z.enum(['INCOMPLETED', 'COMPLETED']);
export const Transfer = z.object({ bankCode: InstitutionCode, settlementStatus });
export const MobilePhone = z.object({
  customerMobilePhone: z.string().max(15),
  settlementStatus,
  receiptUrl: z.string(),
});
export const GiftCertificate = z.object({ approveNo: z.string().max(8), settlementStatus });

/** The account that a refund of a deposited virtual account goes to, as in the provider's answers. */
export const RefundReceiveAccount = z.object({
  bankCode: InstitutionCode,
  accountNumber: z.string().max(20),
  holderName: z.string().max(60),
});
/** Document 1 section 2.4. */
export const VirtualAccount = z.object({
  accountType: z.enum(['일반', '고정']),
  accountNumber: z.string().max(20),
  bankCode: InstitutionCode,
  customerName: z.string().max(100),
  depositorName: z.string().nullable().optional(),
  // ASSUMED: the deadline is printed with its offset, as seen in real answers; the documents show it without.
  dueDate: SeoulInstant,
  refundStatus: z.enum(refundStatuses),
  expired: z.boolean(),
  settlementStatus,
  /** The refund account; null from 30 minutes after the payment window was opened. */
  refundReceiveAccount: RefundReceiveAccount.nullable(),
});

export const cashReceiptTypes = ['소득공제', '지출증빙'] as const;
export const CashReceiptType = z.enum(cashReceiptTypes);
/** The cash receipt of a payment (document 1 section 2.1). */
export const PaymentCashReceipt = z.object({
  type: CashReceiptType,
  receiptKey: z.string().max(200),
  issueNumber: z.string().max(9),
  receiptUrl: z.string(),
  amount: WonNumber,
  taxFreeAmount: WonNumber,
});
export const Failure = z.object({ code: z.string(), message: z.string().max(510) });
/** One issue or cancel of a payment's cash receipt. */
export const PaymentCashReceiptEvent = z.object({
  receiptKey: z.string().max(200),
  orderId: z.string(),
  orderName: z.string().max(100),
  type: CashReceiptType,
  issueNumber: z.string().max(9),
  receiptUrl: z.string(),
  businessNumber: z.string().max(10),
  transactionType: z.enum(['CONFIRM', 'CANCEL']),
  amount: WonNumber,
  taxFreeAmount: WonNumber,
  issueStatus: z.enum(receiptStatuses),
  failure: Failure.nullable(),
  customerIdentityNumber: z.string().max(30),
  requestedAt: SeoulInstant,
});

export const paymentTypes = ['NORMAL', 'BILLING', 'WALLET'] as const;

/** The type of a wallet payment that was confirmed or charged under /v1/brandpay/ (path-alias.ts). */
export const ALIAS_TYPE = 'BRANDPAY';

/** Document 1 section 2.1. */
export const Payment = decisive(
  z.object({
    version: z.string(),
    paymentKey: PaymentKey,
    type: z.enum([...paymentTypes, ALIAS_TYPE]),
    orderId: AnsweredOrderId,
    orderName: z.string().max(100),
    mId: z.string().max(14),
    currency: CurrencyCode,
    method: PaymentMethod.nullable(),
    totalAmount: WonNumber,
    balanceAmount: WonNumber,
    status: z.enum(paymentStatuses),
    requestedAt: SeoulInstant,
    approvedAt: SeoulInstant.nullable(),
    useEscrow: z.boolean(),
    lastTransactionKey: TransactionKey.nullable(),
    /** Second name of the same key. */
    transactionKey: TransactionKey.nullable().optional(),
    suppliedAmount: WonNumber,
    vat: WonNumber,
    cultureExpense: z.boolean(),
    taxFreeAmount: WonNumber,
    taxExemptionAmount: WonNumber,
    cancels: z.array(Cancel).nullable(),
    isPartialCancelable: z.boolean(),
    card: PaymentCard.nullable(),
    virtualAccount: VirtualAccount.nullable(),
    secret: z.string().max(50).nullable(),
    mobilePhone: MobilePhone.nullable(),
    giftCertificate: GiftCertificate.nullable(),
    transfer: Transfer.nullable(),
    metadata: metadata(2000).nullable(),
    receipt: z.object({ url: z.string() }).nullable(),
    checkout: z.object({ url: z.string() }).nullable(),
    easyPay: EasyPay.nullable(),
    easyPayAmount: WonNumber.nullable().optional(),
    easyPayDiscountAmount: WonNumber.nullable().optional(),
    country: z.string().length(2),
    failure: Failure.nullable(),
    cashReceipt: PaymentCashReceipt.nullable(),
    cashReceipts: z.array(PaymentCashReceiptEvent).nullable(),
    discount: z.object({ amount: WonNumber }).nullable(),
  }),
  ['paymentKey', 'orderId', 'currency', 'totalAmount', 'balanceAmount', 'status'],
  ['cancels'],
);
