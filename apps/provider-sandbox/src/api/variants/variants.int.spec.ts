import { API_VERSION_USUAL } from '@jeongsan/provider-contract';
import { type AnswerVariant, answerVariantNames } from '@jeongsan/sandbox-control';
import { Env } from '../../env.js';
import { cardData } from '../../testing/billing.js';
import { freezeAt, funded, newOrderId, paid } from '../../testing/buyer.js';
import { issued } from '../../testing/accounts.js';
import { onSale } from '../../testing/links.js';
import { type Receiver, startReceiver, until } from '../../testing/receiver.js';
import { raw, type Sandbox, SECRET_KEY, startSandbox } from '../../testing/sandbox.js';
import { approved, payoutItem, registered } from '../../testing/sellers.js';
import { corporateMall, legacyItem } from '../../testing/sub-malls.js';
import { joined, withCard } from '../../testing/wallet-customer.js';

let sandbox: Sandbox;
let receiver: Receiver;
let asks: Awaited<ReturnType<typeof questions>>;
beforeAll(async () => {
  sandbox = await startSandbox();
  receiver = await startReceiver();
  asks = await questions();
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.close();
});
afterEach(() => sandbox.control.changeSettings({ body: { answerVariants: null } }));

const text = async (method: string, path: string, body?: object): Promise<string> => {
  const headers = { 'content-type': 'application/json' };
  const reply = await raw(sandbox, method, path, body === undefined ? {} : { headers, body: JSON.stringify(body) });
  return reply.text;
};

/** Requests by name, each for an object with the members that a variant changes. */
async function questions() {
  await freezeAt(sandbox, '2026-03-03T10:00:00');
  await funded(sandbox, 30_000_000n);
  const payment = await paid(sandbox, 10_000n, { metadata: { shop: '7' } });
  await sandbox.provider.cancelPayment({ params: payment, body: { cancelReason: '변심', cancelAmount: 1_000n } });
  const account = await issued(sandbox);
  const easyPay = await paid(sandbox, 10_000n, { method: '간편결제' });
  const customer = await joined(sandbox);
  const { methodKey } = await withCard(sandbox, customer.customerKey);
  const order = { orderId: newOrderId(), orderName: '사과' };
  const wallet = await sandbox.provider.payByWallet({
    body: { ...order, customerKey: customer.customerKey, methodKey, amount: 10_000n },
  });
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['METHOD_UPDATED'] } });
  const newestDelivery = async () => (await sandbox.control.listDeliveries({ query: { limit: 1 } })).items[0];
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  await sandbox.control.changeSettings({ body: { payoutCompletionSeconds: null } });
  const { id: sellerId } = await approved(sandbox);
  const payouts = await sandbox.provider.createPayouts({ body: [payoutItem(sellerId, 1_000n)] });
  await freezeAt(sandbox, '2026-03-04T10:01:00');
  const payoutId = payouts.entityBody.items[0]?.id ?? '';
  await sandbox.control.failPayout({ params: { id: payoutId }, body: { code: 'BANK_REFUSED', message: '은행 거절' } });
  await sandbox.provider.createSubMall({ body: corporateMall });
  await sandbox.provider.createLegacyPayouts({ body: [legacyItem(1_000n)] });
  const product = await onSale(sandbox, { validThrough: new Date('2026-12-31T23:59:59+09:00') });
  const receipt = () => ({
    ...{ orderId: newOrderId(), orderName: '사과', amount: 1_000, type: '소득공제' },
    customerIdentityNumber: '01012345678',
  });
  return {
    payment: () => text('GET', `/v1/payments/${payment.paymentKey}`),
    account: () => text('GET', `/v1/payments/${account.paymentKey}`),
    wallet: () => text('GET', `/v1/payments/${wallet.paymentKey}`),
    easyPay: () => text('GET', `/v1/payments/${easyPay.paymentKey}`),
    methodWebhook: async () => {
      const { id } = (await withCard(sandbox, customer.customerKey).then(newestDelivery)) ?? { id: '' };
      return (await sandbox.control.readDelivery({ params: { id } })).body;
    },
    settlements: () => text('GET', '/v1/settlements?startDate=2026-03-03&endDate=2026-03-03'),
    receipt: () => text('POST', '/v1/cash-receipts', receipt()),
    billing: () => text('POST', '/v1/billing/authorizations/card', cardData),
    balance: () => text('GET', '/v2/balances'),
    sellers: () => text('GET', '/v2/sellers'),
    seller: () => text('GET', `/v2/sellers/${sellerId}`),
    bankAccount: () => text('POST', '/v2/bank-accounts/validate', { bankCode: '088', accountNumber: '110123456789' }),
    deletedSeller: async () => text('DELETE', `/v2/sellers/${(await registered(sandbox, 'INDIVIDUAL')).id}`),
    payout: () => text('GET', `/v2/payouts/${payoutId}`),
    missing: () => text('GET', '/v2/payouts/nobody'),
    subMall: () => text('GET', '/v1/payouts/sub-malls/mall01'),
    legacyPayouts: () => text('GET', '/v1/payouts/sub-malls/settlements?startDate=2026-03-01&endDate=2026-03-31'),
    sms: () => text('POST', `/v1/products/${product.productKey}/sms`, { recipients: ['01012345678'] }),
    product: () => text('GET', `/v1/products/${product.productKey}`),
    deletedProduct: async () => {
      const body = { name: '배', amount: 1_000 };
      const { productKey } = JSON.parse(await text('POST', '/v1/products', body)) as { productKey: string };
      return text('DELETE', `/v1/products/${productKey}`);
    },
  };
}

/** For each variant: the request, the usual text of its answer, and the text of the variant. */
// prettier-ignore
const forms: Readonly<Record<AnswerVariant, readonly [request: keyof typeof asks, usual: RegExp, variant: RegExp]>> = {
  'due-date-without-offset':      ['account', /"dueDate":"[\d:T-]{19}\+09:00"/, /"dueDate":"[\d:T-]{19}"/],
  'refund-account-absent':        ['account', /"refundReceiveAccount":null/, /^((?!refundReceiveAccount).)*$/],
  'without-depositor-name':       ['account', /"depositorName":/, /^((?!depositorName).)*$/],
  'nullable-in-some-answers':     ['payment', /"method":"카드".*"approvedAt":"/, /"method":null.*"approvedAt":null/],
  'without-transaction-key':      ['payment', /"lastTransactionKey":"txrd\w+","transactionKey":"/, /"lastTransactionKey":"txrd\w+","suppliedAmount":/],
  'transaction-key-alone':        ['payment', /"lastTransactionKey":"/, /"useEscrow":false,"transactionKey":"txrd/],
  'without-easy-pay-amounts':     ['payment', /"easyPayAmount":0/, /^((?!"easyPayAmount"|"easyPayDiscountAmount":0,"country").)*$/],
  'easy-pay-amounts-null':        ['payment', /"easyPayAmount":0,"easyPayDiscountAmount":0/, /"easyPayAmount":null,"easyPayDiscountAmount":null/],
  'cancels-without-discounts':    ['payment', /"transferDiscountAmount":0/, /"cancels":\[((?!transferDiscountAmount|cardDiscountAmount).)*\]/],
  'long-metadata':                ['payment', /"metadata":\{"shop":"7"\}/, /"metadata":\{"shop":"7\.{1999}"\}/],
  'type-brandpay':                ['wallet', /"type":"WALLET"/, /"type":"BRANDPAY"/],
  'easy-pay-as-card':             ['easyPay', /"method":"간편결제"/, /"method":"카드".*"easyPay":\{/],
  'settlements-without-fee':      ['settlements', /"fee":-?\d+,"fees"/, /"interestFee":\d+,"fees"/],
  'settlement-cancels-short': ['settlements', /"cancelStatus":"DONE","cancelRequestId":null/, /"cancel":\{((?!cancelStatus|cancelRequestId).)*\}/],
  'fees-as-text':                 ['settlements', /"type":"BASE","fee":\d+/, /"type":"BASE","fee":"\d+"/],
  'receipts-without-times':       ['receipt', /"approvedAt":null,"canceledAt":null/, /^((?!approvedAt|canceledAt).)*$/],
  'receipt-business-number-empty': ['receipt', /"businessNumber":"\d{10}"/, /"businessNumber":""/],
  'billing-without-card-summary': ['billing', /"cardCompany":/, /^((?!cardCompany|cardNumber).)*$/],
  'available-amount-alone':       ['balance', /"pendingAmount":/, /"entityBody":\{"availableAmount":\{[^}]*\}\}/],
  'lists-of-items-alone':         ['sellers', /"hasMore":false/, /"entityBody":\{"items":\[/],
  'lists-with-last-cursor':       ['sellers', /"hasMore":false/, /"entityBody":\{"hasNext":false,"lastCursor":null,"items":\[/],
  'objects-without-envelope':     ['seller', /^\{"version"/, /^\{"id":/],
  'bank-account-type':            ['bankAccount', /"entityType":"bank-account"/, /"entityType":"bank-account-verification"/],
  'deleted-id-alone':             ['deletedSeller', /"refSellerId":/, /"entityBody":\{"id":"\w+"\}/],
  'payout-error-undescribed':     ['payout', /"error":\{"code":"BANK_REFUSED"/, /"error":\{"reason":"FAILED"\}/],
  'v2-errors-short':              ['missing', /"entityType":null,"entityBody":null\}$/, /"error":\{[^}]*\}\}$/],
  'v2-errors-flat':               ['missing', /"error":\{"code"/, /^\{"code":"PAYOUT_NOT_FOUND","message":"[^"]*"\}$/],
  'v2-amounts-without-decimals':  ['payout', /"value":1000\.0/, /"value":1000\}/],
  'sub-malls-without-status':     ['subMall', /"status":/, /^((?!"status").)*$/],
  'legacy-payouts-short':         ['legacyPayouts', /"failure":null/, /"status":"\w+"\}/],
  'sms-without-body':             ['sms', /^\{\}$/, /^$/],
  'deleted-product-as-text':      ['deletedProduct', /^\{"productKey":"\w+"\}$/, /^"\w+"$/],
  'deleted-product-without-body': ['deletedProduct', /^\{"productKey":"\w+"\}$/, /^$/],
  'products-without-options':     ['product', /"optionDetail":\{"groups":\[\],"options":\[\]\}/, /"optionDetail":null/],
  'valid-through-as-date':        ['product', /"validThrough":"2026-12-31T/, /"validThrough":"2026-12-31"/],
  'method-enable':                ['methodWebhook', /"status":"ENABLED"/, /"status":"ENABLE"/],
  'short-fractions':              ['methodWebhook', /"createdAt":"[\d:T-]{19}\.\d{5}0"/, /"createdAt":"[\d:T-]{19}(\.\d*[1-9])?"/],
  'dates-without-offset':         ['payment', /"requestedAt":"[\d:T-]{19}\+09:00"/, /"requestedAt":"[\d:T-]{19}"/],
  'dates-with-nanoseconds':       ['payout', /"requestedAt":"[\d:T-]{19}\+09:00"/, /"requestedAt":"[\d:T-]{19}\.\d{9}\+09:00"/],
  'amounts-as-text':              ['payment', /"totalAmount":10000,/, /"totalAmount":"10000",.*"vat":"\d+"/],
  'amounts-with-decimals':        ['payment', /"totalAmount":10000,/, /"totalAmount":10000\.0,.*"vat":\d+\.0,/],
  'nulls-left-out':               ['payment', /"easyPay":null/, /^((?!:null).)*$/],
  'extra-fields':                 ['payment', /"card":\{((?!newText).)*\}/, /"card":\{[^}]*"newText":"new","newObject":\{/],
  'unknown-words':                ['payment', /"type":"NORMAL"/, /"type":"NEVER_SEEN_BEFORE".*"status":"PARTIAL_CANCELED".*"cardType":"NEVER_SEEN_BEFORE"/],
  'unknown-statuses':             ['payment', /"status":"PARTIAL_CANCELED"/, /"status":"NEVER_SEEN_BEFORE"/],
};

const isOf = (form: RegExp, answer: string) => form.test(answer);

test.each(answerVariantNames)('%s changes its own member, and only while it is in force', async (name) => {
  const [request, usual, variant] = forms[name];
  const before = await asks[request]();
  expect([isOf(usual, before), isOf(variant, before), before]).toEqual([true, false, before]);
  await sandbox.control.changeSettings({ body: { answerVariants: [name] } });
  const changed = await asks[request]();
  expect([isOf(variant, changed), changed]).toEqual([true, changed]);
  await sandbox.control.changeSettings({ body: { answerVariants: [] } });
  expect(isOf(usual, await asks[request]())).toBe(true);
});

test('variants add up, in answers and in webhooks of both interfaces', async () => {
  const events = ['PAYMENT_STATUS_CHANGED', 'seller.changed'] as const;
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: [...events] } });
  const { paymentKey } = await paid(sandbox, 2_000n);
  const { id } = await registered(sandbox);
  const chosen: AnswerVariant[] = ['transaction-key-alone', 'extra-fields', 'v2-amounts-without-decimals'];
  await sandbox.control.changeSettings({ body: { answerVariants: chosen } });
  await raw(sandbox, 'POST', `/v1/payments/${paymentKey}/cancel`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cancelReason: '변심' }),
  });
  await sandbox.control.finishKyc({ params: { id } });
  const about = (key: string) =>
    receiver.received.find(({ text: body }) => body.includes(key) && body.includes('newText'));
  await until('both webhooks', () => about(paymentKey) !== undefined && about(id) !== undefined);
  const { data } = about(paymentKey)?.json as { data: Record<string, unknown> };
  expect(data).toMatchObject({ transactionKey: expect.any(String) as string, newText: 'new' });
  expect(data).not.toHaveProperty('lastTransactionKey');
  expect(about(id)?.json).toMatchObject({ entityType: 'seller', entityBody: { id, newText: 'new' } });
});

test('the process starts with the variants of its setting; /control sets others until null', async () => {
  const started = await startSandbox({ ANSWER_VARIANTS: ' available-amount-alone, extra-fields,' });
  const read = async () => (await raw(started, 'GET', '/v2/balances', { secretKey: SECRET_KEY })).text;
  expect(await read()).toMatch(/"entityBody":\{"availableAmount":.*newText/);
  await started.control.changeSettings({ body: { answerVariants: [] } });
  expect(await read()).toContain(`{"version":"${API_VERSION_USUAL}"`);
  expect(await read()).toContain('pendingAmount');
  const again = await started.restart();
  await again.control.changeSettings({ body: { answerVariants: null } });
  expect((await raw(again, 'GET', '/v2/balances', { secretKey: SECRET_KEY })).text).not.toContain('pendingAmount');
  await again.stop();
});

// prettier-ignore
test.each([
  ['',                                    []],
  ['extra-fields',                        ['extra-fields']],
  ['extra-fields, nulls-left-out',        ['extra-fields', 'nulls-left-out']],
])('the setting %j is taken', (given, expected) => {
  expect(Env.shape.ANSWER_VARIANTS.parse(given)).toEqual(expected);
});

test.each(['no-such-variant', 'extra-fields,Extra-Fields', 'toString'])(
  '%s is refused, with the names that exist',
  (given) => {
    const { error } = Env.shape.ANSWER_VARIANTS.safeParse(given);
    expect(answerVariantNames.filter((name) => !error?.message.includes(name))).toEqual([]);
  },
);

test('/control refuses a name that does not exist, and keeps the variants in force', async () => {
  await sandbox.control.changeSettings({ body: { answerVariants: ['available-amount-alone'] } });
  const answerVariants = ['extra-fields', 'no-such-variant'];
  for (const _ of ['once', 'twice']) {
    const { status } = await raw(sandbox, 'PUT', '/control/settings', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answerVariants }),
    });
    expect(status).toBe(400);
  }
  expect(await asks.balance()).toMatch(/"entityBody":\{"availableAmount":\{[^}]*\}\}/);
});

test('an answer that is repeated for its idempotency key keeps the form that it had', async () => {
  const body = JSON.stringify(cardData);
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'the-same-form' };
  const issue = async () => (await raw(sandbox, 'POST', '/v1/billing/authorizations/card', { headers, body })).text;
  const first = await issue();
  await sandbox.control.changeSettings({ body: { answerVariants: ['extra-fields'] } });
  expect(await issue()).toBe(first);
  expect(await asks.billing()).toContain('newText');
});
