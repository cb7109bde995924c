import type { AnswerVariant } from '@jeongsan/sandbox-control';
import { type JsonObject, without } from '../versions/changes.js';
import { mapValues } from '../versions/map-objects.js';
import { isAmountName, NEVER_SEEN, wordNames } from './members.js';

type ObjectChange = (object: JsonObject, name: string) => JsonObject;

/**
 * One variant, by the place of its difference: `object` changes every object of answers and webhooks (`name` is the member
 * whose value the object is), `answer` changes the whole answer of a success, `text` the printed answer.
 */
export type Variant = Readonly<{
  object?: ObjectChange;
  answer?: (wire: unknown, operation: string) => unknown;
  text?: (printed: string) => string;
}>;

const dropping =
  (belongs: (object: JsonObject, name: string) => boolean, ...names: readonly string[]): ObjectChange =>
  (object, name) =>
    belongs(object, name) ? without(object, ...names) : object;
const setting =
  (belongs: (object: JsonObject, name: string) => boolean, members: JsonObject): ObjectChange =>
  (object, name) =>
    belongs(object, name) ? { ...object, ...members } : object;
/** Changes the value of every member. */
const eachValue =
  (change: (value: unknown, name: string) => unknown): ObjectChange =>
  (object) =>
    mapValues(object, change);

const isPayment = (object: JsonObject): boolean => 'paymentKey' in object && 'balanceAmount' in object;
const isCancel = (object: JsonObject): boolean => 'cancelAmount' in object && 'canceledAt' in object;
const isSettlement = (object: JsonObject): boolean => 'payOutAmount' in object;
const isReceipt = (object: JsonObject): boolean => 'receiptKey' in object && 'approvalNumber' in object;
const isSubMall = (object: JsonObject): boolean => 'subMallId' in object && 'companyName' in object;
const isLegacyPayout = (object: JsonObject): boolean => 'payoutKey' in object;
const isProduct = (object: JsonObject): boolean => 'productKey' in object && 'optionDetail' in object;
const isBilling = (object: JsonObject): boolean => 'billingKey' in object && 'authenticatedAt' in object;
const isAccount = (_: JsonObject, name: string): boolean => name === 'virtualAccount';
const isBody = (_: JsonObject, name: string): boolean => name === 'entityBody';
const isEnvelope = (object: JsonObject): boolean => 'entityType' in object && 'entityBody' in object;

const METADATA_VALUE = 2000;
const EMPTY_OPTIONS = JSON.stringify({ groups: [], options: [] });
const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

const withTimes = (write: (local: string, offset: string) => string): Variant => ({
  object: eachValue((value) =>
    typeof value === 'string'
      ? value.replace(TIME, (_, local: string, __, offset: string) => write(local, offset))
      : value,
  ),
});

/** The differences, one entry for each name of the published table. */
export const variants: Readonly<Record<AnswerVariant, Variant>> = {
  'due-date-without-offset': {
    object: (object, name) =>
      isAccount(object, name) ? { ...object, dueDate: String(object['dueDate']).slice(0, LOCAL_TIME) } : object,
  },
  'refund-account-absent': { object: dropping(isAccount, 'refundReceiveAccount') },
  'without-depositor-name': { object: dropping(isAccount, 'depositorName') },
  'nullable-in-some-answers': { object: setting(isPayment, { method: null, approvedAt: null }) },
  'without-transaction-key': { object: dropping(isPayment, 'transactionKey') },
  'transaction-key-alone': { object: dropping(isPayment, 'lastTransactionKey') },
  'without-easy-pay-amounts': { object: dropping(isPayment, 'easyPayAmount', 'easyPayDiscountAmount') },
  'easy-pay-amounts-null': { object: setting(isPayment, { easyPayAmount: null, easyPayDiscountAmount: null }) },
  'cancels-without-discounts': { object: dropping(isCancel, 'transferDiscountAmount', 'cardDiscountAmount') },
  'long-metadata': {
    object: (object, name) =>
      name === 'metadata' ? eachValue((value) => String(value).padEnd(METADATA_VALUE, '.'))(object, name) : object,
  },
  'type-brandpay': {
    object: eachValue((value, name) =>
      value === 'WALLET' && (name === 'type' || name === 'payType') ? 'BRANDPAY' : value,
    ),
  },
  'easy-pay-as-card': {
    object: (object) => (isPayment(object) && object['easyPay'] !== null ? { ...object, method: '카드' } : object),
  },
  'settlements-without-fee': { object: dropping(isSettlement, 'fee') },
  'settlement-cancels-short': {
    object: (object, name) => (name === 'cancel' ? without(object, 'cancelStatus', 'cancelRequestId') : object),
  },
  'fees-as-text': {
    object: (object, name) => ('fee' in object && name === 'fees' ? { ...object, fee: String(object['fee']) } : object),
  },
  'receipts-without-times': { object: dropping(isReceipt, 'approvedAt', 'canceledAt') },
  'receipt-business-number-empty': { object: setting(isReceipt, { businessNumber: '' }) },
  'billing-without-card-summary': { object: dropping(isBilling, 'cardCompany', 'cardNumber') },
  'available-amount-alone': { object: dropping(isBody, 'pendingAmount') },
  'lists-of-items-alone': { object: dropping(isBody, 'hasMore', 'size', 'nextCursor') },
  'lists-with-last-cursor': {
    object: (object, name) =>
      isBody(object, name) && 'hasMore' in object
        ? { hasNext: object['hasMore'], lastCursor: object['nextCursor'], items: object['items'] }
        : object,
  },
  'objects-without-envelope': {
    answer: (wire) => {
      const { entityType, entityBody } = (wire ?? {}) as { entityType?: unknown; entityBody?: unknown };
      // Document 3 section 4 has reservations and call sessions in the envelope.
      const isLeftOpen = typeof entityType === 'string' && !/^ars|-list$/.test(entityType);
      return isLeftOpen ? entityBody : wire;
    },
  },
  'bank-account-type': {
    object: (object) =>
      isEnvelope(object) && object['entityType'] === 'bank-account'
        ? { ...object, entityType: 'bank-account-verification' }
        : object,
  },
  'deleted-id-alone': {
    object: (object) =>
      object['entityType'] === 'deleted-entity'
        ? { ...object, entityBody: without(object['entityBody'] as JsonObject, 'refSellerId') }
        : object,
  },
  'payout-error-undescribed': {
    object: (object) =>
      'refPayoutId' in object && object['error'] !== null ? { ...object, error: { reason: 'FAILED' } } : object,
  },
  // The two forms of errors are printed in printError, because errors are no objects of answers.
  'v2-errors-short': {},
  'v2-errors-flat': {},
  'v2-amounts-without-decimals': { text: (printed) => printed.replace(/("value":-?\d+)\.0(?=[,}])/g, '$1') },
  'sub-malls-without-status': { object: dropping(isSubMall, 'status') },
  'legacy-payouts-short': {
    object: dropping(isLegacyPayout, 'requestId', 'metadata', 'failure', 'transferSummary'),
  },
  'sms-without-body': { answer: (wire, operation) => (operation === 'sendProductSms' ? undefined : wire) },
  'deleted-product-as-text': {
    answer: (wire, operation) => (operation === 'deleteProduct' ? (wire as JsonObject)['productKey'] : wire),
  },
  'deleted-product-without-body': {
    answer: (wire, operation) => (operation === 'deleteProduct' ? undefined : wire),
  },
  'products-without-options': {
    object: (object) =>
      isProduct(object) && JSON.stringify(object['optionDetail']) === EMPTY_OPTIONS
        ? { ...object, optionDetail: null }
        : object,
  },
  'valid-through-as-date': {
    object: eachValue((value, name) =>
      name === 'validThrough' && typeof value === 'string' ? value.slice(0, DATE) : value,
    ),
  },
  'method-enable': {
    object: (object, name) =>
      name === 'data' && 'methodKey' in object && object['status'] === 'ENABLED'
        ? { ...object, status: 'ENABLE' }
        : object,
  },
  'short-fractions': {
    object: eachValue((value, name) =>
      name === 'createdAt' && typeof value === 'string' ? value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : value,
    ),
  },
  'dates-without-offset': withTimes((local) => local),
  'dates-with-nanoseconds': withTimes((local, offset) => `${local}.356259315${offset}`),
  'amounts-as-text': {
    object: eachValue((value, name) => (typeof value === 'number' && isAmountName(name) ? String(value) : value)),
  },
  'amounts-with-decimals': {
    text: (printed) =>
      printed.replace(/"(\w+)":(-?\d+)(?=[,}])/g, (member, name: string, amount: string) =>
        isAmountName(name) ? `"${name}":${amount}.0` : member,
      ),
  },
  'nulls-left-out': {
    object: (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)),
  },
  'extra-fields': {
    object: (object, name) => (name === 'metadata' || name === 'metaFields' ? object : { ...object, ...NEW_MEMBERS }),
  },
  'unknown-words': {
    object: eachValue((value, name) => (typeof value === 'string' && wordNames.has(name) ? NEVER_SEEN : value)),
  },
  'unknown-statuses': {
    object: eachValue((value, name) => (typeof value === 'string' && STATUS.test(name) ? NEVER_SEEN : value)),
  },
};

const LOCAL_TIME = 'yyyy-MM-ddTHH:mm:ss'.length;
const DATE = 'yyyy-MM-dd'.length;
const STATUS = /^(status|cancelStatus|issueStatus)$/;
const NEW_MEMBERS = { newText: 'new', newObject: { newNumber: 1 }, newList: [null] };
