import { freezeAt, newOrderId } from '../testing/buyer.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});
afterAll(() => sandbox.stop());

type Json = Record<string, unknown>;
const pay = async (change: Json = {}) => {
  const body = {
    amount: 50_000,
    orderId: newOrderId(),
    orderName: '사과',
    cardNumber: '9410001234567890',
    cardExpirationYear: '28',
    cardExpirationMonth: '12',
    customerIdentityNumber: '900101',
    ...change,
  };
  const headers = { 'content-type': 'application/json' };
  return raw(sandbox, 'POST', '/v1/payments/key-in', { headers, body: JSON.stringify(body) });
};

test('a payment by card number is approved at once, and recorded', async () => {
  const { status, json } = await pay({ cardInstallmentPlan: 3, useFreeInstallmentPlan: true, taxFreeAmount: 6_000 });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    status: 'DONE',
    type: 'NORMAL',
    method: '카드',
    suppliedAmount: 40_000,
    vat: 4_000,
    card: {
      amount: 50_000,
      issuerCode: '21',
      number: '94100012****789*',
      cardType: '신용',
      ownerType: '개인',
      installmentPlanMonths: 3,
      isInterestFree: true,
      interestPayer: 'MERCHANT',
    },
  });
  const [row] = await sandbox.provider.listTransactions({ query: { startDate: '2026-03-04', endDate: '2026-03-05' } });
  expect(row).toMatchObject({ paymentKey: json['paymentKey'], amount: 50_000n, status: 'DONE' });
});

// prettier-ignore
const refused: [string, Json, number, string][] = [
  ['a stopped card',                     { cardNumber: '9410019900000001' },            400, 'INVALID_STOPPED_CARD'],
  ['a lost card',                        { cardNumber: '9410019900000002' },            400, 'INVALID_REJECT_CARD'],
  ['a card its company does not know',   { cardNumber: '9410019900000003' },            400, 'NOT_REGISTERED_CARD_COMPANY'],
  ['a card that was tried too often',    { cardNumber: '9410019900000004' },            403, 'EXCEED_MAX_AUTH_COUNT'],
  ['a card over its limit',              { cardNumber: '9410019900000011' },            403, 'REJECT_CARD_PAYMENT'],
  ['a card its company rejects',         { cardNumber: '9410019900000012' },            403, 'REJECT_CARD_COMPANY'],
  ['a debit card without money',         { cardNumber: '9410019900000013' },            403, 'REJECT_ACCOUNT_PAYMENT'],
  ['a card of Visa',                     { cardNumber: '4330121234567890' },            400, 'NOT_SUPPORTED_CARD_TYPE'],
  ['a card of Master',                   { cardNumber: '5520221234567890' },            400, 'NOT_SUPPORTED_CARD_TYPE'],
  ['the first six digits alone',         { cardNumber: '941000' },                      400, 'INVALID_CARD_NUMBER'],
  ['a number of 21 digits',              { cardNumber: '1'.repeat(21) },                400, 'INVALID_CARD_NUMBER'],
  ['a card of last month',               { cardExpirationYear: '26', cardExpirationMonth: '02' }, 400, 'INVALID_CARD_EXPIRATION'],
  ['an expiration year as a number',     { cardExpirationYear: 28 },                    400, 'INVALID_CARD_EXPIRATION'],
  ['an identity that is neither',        { customerIdentityNumber: '90010' },           400, 'INVALID_BIRTH_DAY_FORMAT'],
  ['the identity of a company',          { customerIdentityNumber: '1208147521' },      400, 'INVALID_CARD_IDENTITY'],
  ['no identity',                        { customerIdentityNumber: undefined },         400, 'INVALID_REQUEST'],
  ['a wrong password',                   { cardPassword: '99' },                        400, 'INVALID_CARD_PASSWORD'],
  ['1 month',                            { cardInstallmentPlan: 1 },                    400, 'INVALID_CARD_INSTALLMENT_PLAN'],
  ['13 months',                          { cardInstallmentPlan: 13 },                   400, 'INVALID_CARD_INSTALLMENT_PLAN'],
  ['2 months for 49,999 won',            { cardInstallmentPlan: 2, amount: 49_999 },    400, 'INVALID_CARD_INSTALLMENT_PLAN'],
  ['months on a debit card',             { cardInstallmentPlan: 2, cardNumber: '9410019900000021' }, 400, 'NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT'],
  ['months on a card that knows none',   { cardInstallmentPlan: 2, cardNumber: '9410019900000024' }, 400, 'NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN'],
  ['points of a gift card',              { useCardPoint: true, cardNumber: '9410019900000022' }, 400, 'NOT_ALLOWED_POINT_USE'],
  ['99 won',                             { amount: 99 },                                400, 'BELOW_MINIMUM_AMOUNT'],
  ['an orderId of 5',                    { orderId: 'abcde' },                          400, 'INVALID_ORDER_ID'],
  ['no e-mail address',                  { customerEmail: 'nobody' },                   400, 'INVALID_EMAIL'],
];
test.each(refused)('%s is refused and leaves no payment', async (_, change, status, code) => {
  const orderId = typeof change['orderId'] === 'string' ? change['orderId'] : newOrderId();
  const reply = await pay({ orderId, ...change });
  expect([reply.status, reply.json['code']]).toEqual([status, code]);
  expect((await raw(sandbox, 'GET', `/v1/payments/orders/${orderId}`)).json['code']).not.toBeUndefined();
});

// prettier-ignore
test.each([
  ['12 months',          { cardInstallmentPlan: 12 },                           { installmentPlanMonths: 12, interestPayer: 'BUYER', isInterestFree: false }],
  ['points',             { useCardPoint: true },                                { useCardPoint: true }],
  ['a debit card',       { cardNumber: '9410019900000021' },                    { cardType: '체크' }],
  ['a company card',     { cardNumber: '9410019900000023', customerIdentityNumber: '1208147521' }, { ownerType: '법인' }],
  ['100 won',            { amount: 100 },                                       { amount: 100 }],
])('%s are taken', async (_, change, card) => {
  expect((await pay(change)).json).toMatchObject({ status: 'DONE', card });
});

test('an order is paid once, also when two pay it at the same time', async () => {
  const orderId = newOrderId();
  const replies = await Promise.all([pay({ orderId }), pay({ orderId }), pay({ orderId })]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect((await pay({ orderId })).json).toMatchObject({ code: 'DUPLICATED_ORDER_ID' });
});
