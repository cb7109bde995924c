import type { Endpoint } from '@jeongsan/http-contract';
import { z } from 'zod';
import { clientContract, providerContract, toMinorUnits } from './index.js';

type Name = keyof typeof providerContract;
type Json = Readonly<Record<string, unknown>>;

const strictly = (name: Name, json: unknown) => reading(providerContract[name], json);
const tolerantly = (name: Name, json: unknown) => reading(clientContract[name], json);
const reading = ({ success: { body } }: Pick<Endpoint, 'success'>, json: unknown) =>
  body.safeParse(toMinorUnits(body, json));

const at = '2026-05-04T10:00:00+09:00';
const instant = new Date(at);
const card = {
  ...{ amount: 1_000, issuerCode: '61', acquirerCode: '31', number: '12345678****123*', installmentPlanMonths: 0 },
  ...{ approveNo: '00000000', useCardPoint: false, cardType: '신용', ownerType: '개인', acquireStatus: 'READY' },
  ...{ isInterestFree: false, interestPayer: null },
};
const cancel = {
  ...{ cancelAmount: 400, cancelReason: '변심', taxFreeAmount: 0, taxExemptionAmount: 0, refundableAmount: 600 },
  ...{ easyPayDiscountAmount: 0, canceledAt: at, transactionKey: 't-2', receiptKey: null, cancelStatus: 'DONE' },
  cancelRequestId: null,
};
const virtualAccount = {
  ...{ accountType: '일반', accountNumber: 'X123', bankCode: '20', customerName: '김토스', dueDate: at },
  ...{ refundStatus: 'NONE', expired: false, settlementStatus: 'INCOMPLETED', refundReceiveAccount: null },
};
const payment = {
  ...{ version: '2022-11-16', paymentKey: 'p-1', type: 'NORMAL', orderId: 'order-1', orderName: '사과', mId: 'market' },
  ...{ currency: 'KRW', method: '카드', totalAmount: 1_000, balanceAmount: 1_000, status: 'DONE', requestedAt: at },
  ...{ approvedAt: at, useEscrow: false, lastTransactionKey: 't-1', suppliedAmount: 909, vat: 91 },
  ...{ cultureExpense: false, taxFreeAmount: 0, taxExemptionAmount: 0, cancels: null, isPartialCancelable: true, card },
  ...{ virtualAccount: null, secret: null, mobilePhone: null, giftCertificate: null, transfer: null, metadata: null },
  ...{ receipt: null, checkout: null, easyPay: null, country: 'KR', failure: null, cashReceipt: null },
  ...{ cashReceipts: null, discount: null },
};
const transaction = {
  ...{ mId: 'market', transactionKey: 't-1', paymentKey: 'p-1', orderId: 'order-1', method: '카드', customerKey: null },
  ...{ useEscrow: false, receiptUrl: null, status: 'DONE', transactionAt: at, currency: 'KRW', amount: 1_000 },
};
const settlement = {
  ...{ mId: 'market', paymentKey: 'p-1', transactionKey: 't-1', orderId: 'order-1', currency: 'KRW', method: '카드' },
  ...{ amount: 1_000, interestFee: 0, fee: 33, fees: [{ type: 'BASE', fee: 33 }], supplyAmount: 30, vat: 3 },
  ...{
    payOutAmount: 967,
    approvedAt: at,
    soldDate: '2026-05-04',
    paidOutDate: '2026-05-06',
    card: null,
    easyPay: null,
  },
  ...{ giftCertificate: null, mobilePhone: null, transfer: null, virtualAccount: null, cancel: null },
};
const receipt = {
  ...{ receiptKey: 'r-1', issueNumber: '1', issueStatus: 'COMPLETED', amount: 1_000, taxFreeAmount: 0 },
  ...{ orderId: 'order-1', orderName: '사과', type: '소득공제', approvalNumber: null, transactionType: 'CONFIRM' },
  ...{ businessNumber: '1208147521', customerIdentityNumber: '01012345678', failure: null, requestedAt: at },
  ...{ approvedAt: at, canceledAt: null, receiptUrl: '' },
};
const billing = {
  ...{ mId: 'market', customerKey: 'c-1', authenticatedAt: at, method: '카드', billingKey: 'b-1' },
  card: { issuerCode: '61', acquirerCode: '31', number: '1234', cardType: '신용', ownerType: '개인' },
};
const subMall = {
  ...{ subMallId: 'mall-1', type: 'INDIVIDUAL', companyName: null, representativeName: null, businessNumber: null },
  account: { bankCode: '20', accountNumber: '123', holderName: null },
  ...{ email: null, phoneNumber: null, metadata: null, status: 'APPROVED' },
};
const legacyPayout = {
  ...{ payoutKey: 'k-1', subMallId: 'mall-1', payoutDate: '20260504', payoutAmount: 1_000, account: null },
  ...{ requestedAt: '20260504100000', status: 'COMPLETED', requestId: null, metadata: null, failure: null },
  transferSummary: null,
};
const won = (value: number | string) => ({ currency: 'KRW', value });
const payout = {
  ...{ id: 'payout-1', refPayoutId: 'ref-1', destination: 'seller-1', scheduleType: 'SCHEDULED' },
  ...{ payoutDate: '2026-05-06', amount: won(1_000), transactionDescription: '정산', requestedAt: at },
  ...{ status: 'REQUESTED', error: null, metadata: null },
};
const seller = {
  ...{ id: 'seller-1', refSellerId: 'ref-seller', businessType: 'INDIVIDUAL', company: null, individual: null },
  ...{ status: 'APPROVED', account: { bankCode: '020', accountNumber: '123', holderName: '김토스' }, metadata: null },
};
const v2 = (entityType: string, entityBody: unknown) => ({ version: '1', traceId: 't', entityType, entityBody });
const list = (items: readonly Json[]) => ({ hasMore: false, size: items.length, nextCursor: null, items });
const without = (object: Json, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

// prettier-ignore
/** An answer that differs from the documents', and the part of its reading that matters. */
const variants: readonly (readonly [what: string, name: Name, json: unknown, read: object | undefined])[] = [
  ['a payment of API version 2022-07-27', 'confirmPayment',
    { ...payment, version: '2022-07-27', card: { ...without(card, 'issuerCode', 'acquirerCode'), company: '현대', cardType: '신용' , acquireStatus: null } },
    { paymentKey: 'p-1', status: 'DONE', totalAmount: 1_000n, version: '2022-07-27' }],
  ['a payment of API version 1.4, whose card is a word', 'confirmPayment',
    { ...without(payment, 'taxExemptionAmount', 'country', 'checkout', 'isPartialCancelable', 'metadata', 'discount'), version: '1.4', card: '현대' },
    { paymentKey: 'p-1', status: 'DONE', balanceAmount: 1_000n }],
  ['a payment of a type that the documents do not name', 'confirmWalletPayment', { ...payment, type: 'KIOSK' }, { type: 'KIOSK', status: 'DONE' }],
  ['a method that the documents do not name', 'getPayment', { ...payment, method: '상품권' }, { method: '상품권' }],
  ['a status that the documents do not name', 'getPayment', { ...payment, status: 'ON_HOLD' }, { status: 'ON_HOLD' }],
  ['a payment with its names in English', 'getPayment', { ...payment, method: 'Card', card: { ...card, cardType: 'Credit' } }, { card: { cardType: 'Credit' } }],
  ['a longer name of an order', 'getPayment', { ...payment, orderName: '사'.repeat(101) }, { orderName: '사'.repeat(101) }],
  ['a deadline without an offset', 'issueVirtualAccount',
    { ...payment, virtualAccount: { ...virtualAccount, dueDate: '2026-05-04T10:00:00' } }, { virtualAccount: { dueDate: instant } }],
  ['an account with the name of its bank', 'issueVirtualAccount',
    { ...payment, virtualAccount: { ...without(virtualAccount, 'bankCode', 'refundReceiveAccount'), bank: '우리', accountType: 'fixed' } },
    { virtualAccount: { accountNumber: 'X123', accountType: 'fixed' } }],
  ['a cancel of two numbers, in progress as the documents do not name it', 'cancelPayment',
    { ...payment, status: 'PARTIAL_CANCELED', cancels: [{ cancelAmount: '400', transactionKey: 't-2', cancelStatus: 'QUEUED' }] },
    { cancels: [{ cancelAmount: 400n, transactionKey: 't-2', cancelStatus: 'QUEUED' }] }],
  ['a cancel without its status', 'cancelPayment', { ...payment, cancels: [without(cancel, 'cancelStatus', 'cancelRequestId')] }, { cancels: [{ cancelAmount: 400n }] }],
  ['months and amounts as texts', 'getPayment', { ...payment, totalAmount: '1000', vat: '91.0', card: { ...card, installmentPlanMonths: '3' } },
    { totalAmount: 1_000n, vat: 91n, card: { installmentPlanMonths: 3 } }],
  ['more metadata than a request may have', 'getPayment', { ...payment, metadata: { a: '1', b: '2', c: '3', d: '4', e: '5', f: '6' } }, { metadata: { f: '6' } }],
  ['a billing key of an account', 'issueBillingKey',
    { ...without(billing, 'card'), method: '계좌이체', transfers: [{ bankName: '우리은행', bankAccountNumber: '1'.repeat(30) }] }, { billingKey: 'b-1', method: '계좌이체' }],
  ['a billing key of a card whose issuer is a name', 'issueBillingKeyByCard', { ...billing, card: { company: '현대', number: '1234' } }, { billingKey: 'b-1', card: { number: '1234' } }],
  ['transactions without their customers', 'listTransactions', [without(transaction, 'customerKey', 'receiptUrl', 'useEscrow')], [{ amount: 1_000n }]],
  ['a row with more decimals than its currency has, among others', 'listTransactions', [{ ...transaction, currency: 'USD', amount: 12.345 }, transaction],
    [{ transactionKey: 't-1', currency: 'USD' }, { amount: 1_000n }]],
  ['a settlement without the sum of its fees', 'listSettlements', [without(settlement, 'fee')], [{ fees: [{ fee: 33n }], payOutAmount: 967n }]],
  ['a settlement with fees as texts and another kind of fee', 'listSettlements', [{ ...settlement, fees: [{ type: 'PLATFORM', fee: '33' }] }], [{ fees: [{ type: 'PLATFORM', fee: 33n }] }]],
  ['a settlement without what it was paid by', 'listSettlements', [without(settlement, 'card', 'easyPay', 'giftCertificate', 'mobilePhone', 'transfer', 'virtualAccount', 'cancel')], [{ amount: 1_000n }]],
  ['a receipt without its times', 'issueCashReceipt', without(receipt, 'approvedAt', 'canceledAt'), { receiptKey: 'r-1', amount: 1_000n }],
  ['a receipt without a business number, waiting in another way', 'issueCashReceipt', { ...without(receipt, 'businessNumber'), issueStatus: 'WAITING' }, { issueStatus: 'WAITING' }],
  ['a list of receipts without its cursor', 'listCashReceipts', { data: [receipt] }, { data: [{ receiptKey: 'r-1' }] }],
  ['a sub-mall without a status', 'createSubMall', without(subMall, 'status'), { subMallId: 'mall-1' }],
  ['the deleted sub-mall as nothing', 'deleteSubMall', undefined, undefined],
  ['a payout of the older interface with the documented fields', 'listLegacyPayouts', [without(legacyPayout, 'requestId', 'metadata', 'failure', 'transferSummary')], [{ payoutAmount: 1_000n }]],
  ['a payout of the older interface with another form of time', 'getLegacyPayout', { ...legacyPayout, requestedAt: '2026-05-04T10:00:00' }, { requestedAt: instant }],
  ['another entity type of a verification', 'lookupHolderName', v2('holder-name', { holderName: '김토스' }), { entityBody: { holderName: '김토스' } }],
  ['a verification without an envelope', 'validateAccount', { isValid: true }, { entityBody: { isValid: true } }],
  ['the balance of the test environment', 'getBalance', v2('balance', { availableAmount: won('20000.0') }), { entityBody: { availableAmount: { minor: 20_000n } } }],
  ['created payouts with items alone', 'createPayouts', v2('payout-list', { items: [payout] }), { entityBody: { items: [{ id: 'payout-1', amount: { minor: 1_000n } }] } }],
  ['payouts under another envelope', 'listPayouts', v2('list', { ...list([payout]), size: '1' }), { entityBody: { hasMore: false, size: 1 } }],
  ['a payout with nanoseconds, without error and metadata', 'getPayout', v2('payout', { ...without(payout, 'error', 'metadata'), requestedAt: '2026-05-04T10:00:00.123456789' }),
    { entityBody: { requestedAt: new Date('2026-05-04T01:00:00.123Z') } }],
  ['a canceled payout without an envelope', 'cancelPayout', { ...payout, status: 'CANCELED' }, { entityBody: { status: 'CANCELED' } }],
  ['a payout with a status that the documents do not name', 'getPayout', v2('payout', { ...payout, status: 'HELD' }), { entityBody: { status: 'HELD' } }],
  ['a seller of another business type', 'getSeller', v2('seller', { ...without(seller, 'account', 'individual'), businessType: 'CORPORATE_BUSINESS' }), { entityBody: { businessType: 'CORPORATE_BUSINESS' } }],
  ['a seller with a new status', 'createSeller', v2('seller', { ...seller, status: 'SUSPENDED' }), { entityBody: { status: 'SUSPENDED' } }],
  ['the deleted seller as nothing', 'deleteSeller', undefined, {}],
  ['a sent message as nothing', 'sendProductSms', undefined, {}],
  ['the deleted product as a text', 'deleteProduct', 'product-1', {}],
  ['a deleted billing key with a body', 'deleteBillingKey', { billingKey: 'b-1' }, undefined],
  ['a method of the wallet with an unknown promotion and another icon', 'getWalletMethodsOf',
    { isIdentified: true, selectedMethodId: null, accounts: [], cards: [{ methodKey: 'm-1', icon: 'icn-61', promotions: [{ type: 'CARD_LOTTERY' }] }] },
    { cards: [{ methodKey: 'm-1', promotions: [{ type: 'CARD_LOTTERY' }] }] }],
  ['a token of another type, and its life as a text', 'issueWalletToken', { accessToken: 'a', tokenType: 'Bearer', refreshToken: 'r', expiresIn: '2592000' }, { accessToken: 'a', expiresIn: 2_592_000 }],
  ['promotions of another kind', 'listPromotions', [{ type: 'CARD_LOTTERY', payType: 'BRANDPAY' }], [{ type: 'CARD_LOTTERY', payType: 'BRANDPAY' }]],
  ['card promotions by company code', 'getCardPromotion', { discountCards: [{ companyCode: '61', discountAmount: 500, dueDate: '2026-12-31' }] }, { discountCards: [{ discountAmount: 500n }] }],
  ['a product without options', 'getProduct', { productKey: 'product-1', name: '사과', amount: 1_000, currency: 'KRW', status: 'PAUSED' }, { productKey: 'product-1', status: 'PAUSED' }],
  ['an order without items', 'cancelOrder', { orderKey: 'o-1', amount: 1_000, currency: 'KRW', payment: { ...payment, status: 'CANCELED' } }, { payment: { status: 'CANCELED' } }],
  ['a reservation without an envelope, with fewer times', 'getReservation', { id: 'res-1', status: 'LATE' }, { entityBody: { id: 'res-1', status: 'LATE' } }],
];

test.each(variants)('%s (%s) is read, though a server of ours would not write so', (_, name, json, read) => {
  const { data, error } = tolerantly(name, json);
  expect(error && z.prettifyError(error)).toBeUndefined();
  if (read === undefined) expect(data).toBeUndefined();
  else expect(data).toMatchObject(read);
  expect(strictly(name, json).success).toBe(false);
});

// prettier-ignore
test.each<[what: string, name: Name, json: unknown]>([
  ['a payment without its key',               'confirmPayment',  without(payment, 'paymentKey')],
  ['a payment without its order',             'confirmPayment',  { ...payment, orderId: null }],
  ['a payment without its amount',            'confirmPayment',  without(payment, 'totalAmount')],
  ['an amount with a fraction of a won',      'confirmPayment',  { ...payment, totalAmount: 1_000.5 }],
  ['a currency that is none',                 'confirmPayment',  { ...payment, currency: 'won' }],
  ['a payment without a status',              'getPayment',      without(payment, 'status')],
  ['a cancel without its amount',             'cancelPayment',   { ...payment, cancels: [without(cancel, 'cancelAmount')] }],
  ['cancels that are no list',                'cancelPayment',   { ...payment, cancels: 'all' }],
  ['a cancel whose status is no text',        'cancelPayment',   { ...payment, cancels: [{ ...cancel, cancelStatus: 1 }] }],
  ['a payout in another currency',            'getPayout',       v2('payout', { ...payout, amount: { currency: 'USD', value: 1 } })],
  ['a payout without its seller',             'getPayout',       v2('payout', without(payout, 'destination'))],
  ['a list of payouts that is none',          'listPayouts',     v2('payout-list', { hasMore: false })],
  ['a manual settlement that was not made',   'requestSettlement', { result: false }],
  ['a verification that does not say',        'validateAccount', v2('bank-account', {})],
  ['a page of a box in between',              'deleteBillingKey', null],
  ['such a page instead of a deletion',       'deleteSeller',    null],
])('%s (%s) is no answer to decide by', (_, name, json) => {
  expect(tolerantly(name, json).success).toBe(false);
});

// prettier-ignore
test.each<[text: string, utc: string]>([
  ['2026-05-04T10:00:00+09:00',           '2026-05-04T01:00:00.000Z'],
  ['2026-05-04T10:00:00+0900',            '2026-05-04T01:00:00.000Z'],
  ['2026-05-04T10:00:00',                 '2026-05-04T01:00:00.000Z'],
  ['2026-05-04 10:00:00',                 '2026-05-04T01:00:00.000Z'],
  ['2026-05-04T10:00',                    '2026-05-04T01:00:00.000Z'],
  ['2026-05-04T10:00:00.65327',           '2026-05-04T01:00:00.653Z'],
  ['2026-05-04T01:00:00.123456789Z',      '2026-05-04T01:00:00.123Z'],
  ['20260504100000',                      '2026-05-04T01:00:00.000Z'],
])('the time %s is %s', (text, utc) => {
  expect(tolerantly('getPayment', { ...payment, requestedAt: text }).data).toMatchObject({ requestedAt: new Date(utc) });
});

test.each(['2026-13-04T10:00:00', 'soon', '', 1_777_856_400, null])(
  '%p is no time, and the payment is read without it',
  (requestedAt) => {
    const { data } = tolerantly('getPayment', { ...payment, requestedAt });
    expect(data).toMatchObject({ paymentKey: 'p-1' });
    expect((data as Json)['requestedAt'] ?? null).toBeNull();
  },
);

test('what a server writes is read with every member', () => {
  expect(tolerantly('getPayment', payment).data).toEqual(strictly('getPayment', payment).data);
  expect(tolerantly('listSettlements', [settlement]).data).toEqual(strictly('listSettlements', [settlement]).data);
  const sold = { ...settlement, amount: -1_000, cancel };
  expect(tolerantly('listSettlements', [sold]).data).toEqual(strictly('listSettlements', [sold]).data);
});

/** Answers on whose members no decision rests: their status is all, or each member stands for itself. */
const undecided = [
  ...['deleteBillingKey', 'deleteSeller', 'deleteSubMall', 'deleteProduct', 'sendProductSms', 'getCardPromotion'],
  ...['getWalletMethods', 'getWalletMethodsOf', 'listWalletCardPromotions', 'listWalletBankPromotions'],
  'uploadProductImages',
];

test('every other answer names what a decision rests upon: an empty object is none', () => {
  const empty = (name: Name) => (clientContract[name].success.body instanceof z.ZodArray ? [{}] : {});
  const taken = Object.keys(clientContract).filter((name) => tolerantly(name as Name, empty(name as Name)).success);
  expect(taken.toSorted()).toEqual(undecided.toSorted());
});

test('the schema of an object is derived once for all operations that answer with it', () => {
  const bodyOf = (name: Name) => clientContract[name].success.body;
  expect(bodyOf('confirmPayment')).toBe(bodyOf('getPayment'));
  expect(bodyOf('cancelPayment')).toBe(bodyOf('getPayment'));
});
