import { freezeAt, newOrderId, paid } from '../testing/buyer.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});
afterAll(() => sandbox.stop());

type Json = Record<string, unknown>;
const order = (change: Json = {}): Json => ({
  method: 'CARD',
  amount: 50_000,
  orderId: newOrderId(),
  orderName: '사과',
  successUrl: 'https://market.example/ok',
  failUrl: 'https://market.example/no',
  ...change,
});
const create = async (change?: Json) => {
  const headers = { 'content-type': 'application/json' };
  const { status, json } = await raw(sandbox, 'POST', '/v1/payments', { headers, body: JSON.stringify(order(change)) });
  return { status, json };
};
const text = (length: number): string => 'a'.repeat(length);
const pairs = (count: number): Json => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));

// prettier-ignore
const accepted: [string, Json][] = [
  ['an orderId of 6',               { orderId: `ab-_${'12'}` }],
  ['an orderId of 64',              { orderId: text(64) }],
  ['an orderName of 1',             { orderName: '배' }],
  ['an orderName of 100',           { orderName: text(100) }],
  ['an amount as text',             { amount: '50000' }],
  ['an amount of 100',              { amount: 100 }],
  ['a success address without TLS', { successUrl: 'http://market.example' }],
  ['an e-mail address',             { customerEmail: 'a@b.kr' }],
  ['a customer of 100',             { customerName: text(100) }],
  ['a phone of 8',                  { customerMobilePhone: '12345678' }],
  ['a phone of 15',                 { customerMobilePhone: '123456789012345' }],
  ['metadata of 5',                 { metadata: pairs(5) }],
  ['metadata with a key of 40',     { metadata: { [text(40)]: 'v' } }],
  ['metadata with a value of 500',  { metadata: { k: text(500) } }],
  ['2 months',                      { cardInstallmentPlan: 2 }],
  ['12 months',                     { cardInstallmentPlan: 12 }],
  ['0 months',                      { cardInstallmentPlan: 0 }],
  ['at most 1 month',               { maxCardInstallmentPlan: 1 }],
  ['at most 12 months',             { maxCardInstallmentPlan: 12 }],
  ['a card company',                { cardCompany: 'HYUNDAI', flowMode: 'DIRECT' }],
  ['a card company by code',        { cardCompany: '61' }],
  ['an easy-pay provider',          { method: 'EASY_PAY', easyPay: 'KAKAOPAY', flowMode: 'DIRECT' }],
  ['yen by card',                   { currency: 'JPY' }],
  ['a transfer of 200',             { method: 'TRANSFER', amount: 200 }],
  ['a transfer of 10 million',      { method: 'TRANSFER', amount: 10_000_000 }],
  ['all of it free of tax',         { taxFreeAmount: 30_000, taxExemptionAmount: 20_000 }],
];
test.each(accepted)('%s is accepted', async (_, change) => {
  expect(await create(change)).toMatchObject({ status: 200, json: { status: 'READY', card: null, approvedAt: null } });
});

// prettier-ignore
const refused: [string, Json, string][] = [
  ['an orderId of 5',                 { orderId: text(5) },                          'INVALID_ORDER_ID'],
  ['an orderId of 65',                { orderId: text(65) },                         'INVALID_ORDER_ID'],
  ['an orderId with a blank',         { orderId: 'order 1234' },                     'INVALID_ORDER_ID'],
  ['no orderId',                      { orderId: undefined },                        'INVALID_REQUEST'],
  ['no orderName',                    { orderName: '' },                             'INVALID_ORDER_NAME'],
  ['an orderName of 101',             { orderName: text(101) },                      'INVALID_ORDER_NAME'],
  ['no amount',                       { amount: undefined },                         'REQUIRED_AMOUNT'],
  ['a negative amount',               { amount: -1 },                                'BELOW_ZERO_AMOUNT'],
  ['an amount of 99',                 { amount: 99 },                                'BELOW_MINIMUM_AMOUNT'],
  ['a part of a won',                 { amount: 100.5 },                             'INVALID_REQUEST'],
  ['no success address',              { successUrl: undefined },                     'INVALID_SUCCESS_URL'],
  ['a success address without a host', { successUrl: 'https://' },                   'INCORRECT_SUCCESS_URL_FORMAT'],
  ['a success path',                  { successUrl: '/ok' },                         'INCORRECT_SUCCESS_URL_FORMAT'],
  ['a success address of 2001',       { successUrl: `https://m.kr/${text(1_988)}` }, 'INCORRECT_SUCCESS_URL_FORMAT'],
  ['a fail address of an app',        { failUrl: 'market://no' },                    'INCORRECT_FAIL_URL_FORMAT'],
  ['no fail address',                 { failUrl: undefined },                        'INVALID_REQUEST'],
  ['no e-mail address',               { customerEmail: 'nobody' },                   'INVALID_EMAIL'],
  ['an e-mail address of 101',        { customerEmail: `${text(96)}@b.kr` },         'INVALID_EMAIL'],
  ['a customer of 101',               { customerName: text(101) },                   'INVALID_REQUEST'],
  ['a phone of 7',                    { customerMobilePhone: '1234567' },            'INVALID_REQUEST'],
  ['a phone of 16',                   { customerMobilePhone: '1234567890123456' },   'INVALID_REQUEST'],
  ['a phone with dashes',             { customerMobilePhone: '010-1234-5678' },      'INVALID_REQUEST'],
  ['metadata of 6',                   { metadata: pairs(6) },                        'INVALID_REQUEST'],
  ['metadata with a key of 41',       { metadata: { [text(41)]: 'v' } },             'INVALID_REQUEST'],
  ['metadata with a bracket',         { metadata: { 'k[0]': 'v' } },                 'INVALID_REQUEST'],
  ['metadata with a value of 501',    { metadata: { k: text(501) } },                'INVALID_REQUEST'],
  ['metadata with a number',          { metadata: { k: 1 } },                        'INVALID_REQUEST'],
  ['1 month',                         { cardInstallmentPlan: 1 },                    'INVALID_CARD_INSTALLMENT_PLAN'],
  ['13 months',                       { cardInstallmentPlan: 13 },                   'EXCEED_MAX_CARD_INSTALLMENT_PLAN'],
  ['months as text',                  { cardInstallmentPlan: '3' },                  'INVALID_CARD_INSTALLMENT_PLAN'],
  ['months for 49,999 won',           { cardInstallmentPlan: 2, amount: 49_999 },    'NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN_BELOW_AMOUNT'],
  ['at most 0 months',                { maxCardInstallmentPlan: 0 },                 'EXCEED_MIN_CARD_INSTALLMENT_PLAN'],
  ['at most 13 months',               { maxCardInstallmentPlan: 13 },                'EXCEED_MAX_CARD_INSTALLMENT_PLAN'],
  ['months and at most as many',      { cardInstallmentPlan: 3, maxCardInstallmentPlan: 3 }, 'INVALID_CARD_INSTALLMENT_PLANS_WITH_MAX_AND_SINGLE'],
  ['a card company nobody knows',     { cardCompany: 'SHELL' },                      'INVALID_CARD_COMPANY'],
  ['an easy-pay provider nobody knows', { method: 'EASY_PAY', easyPay: 'COWRIES' },  'INVALID_EASY_PAY'],
  ['a direct flow to nobody',         { flowMode: 'DIRECT' },                        'INVALID_FLOW_MODE_PARAMETERS'],
  ['won that are not listed',         { currency: 'EUR' },                           'INVALID_CURRENCY'],
  ['dollars by transfer',             { method: 'TRANSFER', currency: 'USD' },       'NOT_SUPPORTED_USD'],
  ['yen by phone',                    { method: 'MOBILE_PHONE', currency: 'JPY' },   'INVALID_CURRENCY'],
  ['a transfer of 199',               { method: 'TRANSFER', amount: 199 },           'BELOW_MINIMUM_AMOUNT'],
  ['a transfer of 10,000,001',        { method: 'TRANSFER', amount: 10_000_001 },    'EXCEEDS_TRANSFER_AMOUNT_MAXIMUM'],
  ['more free of tax than paid',      { taxFreeAmount: 30_000, taxExemptionAmount: 20_001 }, 'INVALID_REQUEST'],
  ['a method nobody knows',           { method: 'BARTER' },                          'INVALID_REQUEST'],
];
test.each(refused)('%s is refused', async (_, change, code) => {
  expect(await create(change)).toMatchObject({ status: 400, json: { code } });
});

// prettier-ignore
test.each([
  ['CARD', '카드', 'card'], ['카드', '카드', 'card'],
  ['EASY_PAY', '간편결제', 'easyPay'], ['간편결제', '간편결제', 'easyPay'],
  ['TRANSFER', '계좌이체', 'transfer'], ['계좌이체', '계좌이체', 'transfer'],
  ['MOBILE_PHONE', '휴대폰', 'mobilePhone'], ['휴대폰', '휴대폰', 'mobilePhone'],
  ['CULTURE_GIFT_CERTIFICATE', '문화상품권', 'giftCertificate'], ['문화상품권', '문화상품권', 'giftCertificate'],
  ['BOOK_GIFT_CERTIFICATE', '도서문화상품권', 'giftCertificate'], ['도서문화상품권', '도서문화상품권', 'giftCertificate'],
  ['GAME_GIFT_CERTIFICATE', '게임문화상품권', 'giftCertificate'], ['게임문화상품권', '게임문화상품권', 'giftCertificate'],
])('%s pays by %s and carries %s once the buyer was there', async (word, method, member) => {
  const { json } = await create({ method: word });
  expect(json).toMatchObject({ method, [member]: null });
  const paymentKey = String(json['paymentKey']);
  expect(await sandbox.control.authenticatePayment({ params: { paymentKey } })).toMatchObject({
    status: 'IN_PROGRESS',
    [member]: expect.anything() as unknown,
  });
});

test('what the merchant sends is what the payment is', async () => {
  const { json } = await create({
    method: 'TRANSFER',
    useEscrow: true,
    cultureExpense: true,
    taxExemptionAmount: 300,
    metadata: { cart: '7' },
  });
  expect(json).toMatchObject({
    useEscrow: true,
    cultureExpense: true,
    taxExemptionAmount: 300,
    metadata: { cart: '7' },
  });
  const card = await create({ cultureExpense: true, taxExemptionAmount: 300 });
  expect(card.json).toMatchObject({ cultureExpense: false, isPartialCancelable: false });
});

test('an order that was paid before cannot be created again', async () => {
  const { orderId } = await paid(sandbox, 10_000n);
  expect(await create({ orderId })).toMatchObject({ status: 400, json: { code: 'DUPLICATED_ORDER_ID' } });
});

test('the older form of confirm approves too, and tells a wrong amount', async () => {
  const { json } = await create({ amount: 20_000 });
  const [paymentKey, orderId] = [String(json['paymentKey']), String(json['orderId'])];
  await sandbox.control.authenticatePayment({ params: { paymentKey } });
  const confirm = (amount: bigint) =>
    sandbox.provider.confirmPaymentByKey({ params: { paymentKey }, body: { orderId, amount } });
  await expect(confirm(20_001n)).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN_REQUEST' });
  expect(await confirm(20_000n)).toMatchObject({ status: 'DONE', balanceAmount: 20_000n });
});
