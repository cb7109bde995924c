import { type ApiVersion, apiVersions, SellerChanged } from '@jeongsan/provider-contract';
import { Env } from '../../env.js';
import { freezeAt, paid } from '../../testing/buyer.js';
import { startReceiver, until } from '../../testing/receiver.js';
import { raw, type Sandbox, SECRET_KEY, startSandbox } from '../../testing/sandbox.js';
import { registered } from '../../testing/sellers.js';
import { inVersion } from './in-version.js';
import { assertVersionHas } from './since-version.js';

const keyOf = (version: string) => `test_sk_of_${version.replace(/\W/g, '_')}`;
const WIDGET_KEY = 'test_gsk_widget0001';
let sandbox: Sandbox;
beforeAll(async () => {
  const keys = apiVersions.map((version) => `${keyOf(version)}@${version}`);
  sandbox = await startSandbox({ SECRET_KEYS: [SECRET_KEY, WIDGET_KEY, ...keys].join(',') });
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

type Json = Record<string, unknown>;
const read = async (path: string, secretKey: string) => (await raw(sandbox, 'GET', path, { secretKey })).json;

test.each(apiVersions)('a key of version %s gets payments, v2 objects and v2 errors that say so', async (version) => {
  const { paymentKey } = await paid(sandbox, 1_000n);
  expect(await read(`/v1/payments/${paymentKey}`, keyOf(version))).toMatchObject({ version, paymentKey });
  expect(await read('/v2/balances', keyOf(version))).toMatchObject({ version, entityType: 'balance' });
  expect(await read('/v2/payouts/nobody', keyOf(version))).toMatchObject({
    version,
    error: { code: 'PAYOUT_NOT_FOUND' },
  });
});

test('a card is named by its codes from 2022-11-16 on, by its company before, with its provider before 2022-06-08', async () => {
  const { paymentKey } = await paid(sandbox, 1_000n);
  const cardIn = async (version: ApiVersion) =>
    (await read(`/v1/payments/${paymentKey}`, keyOf(version)))['card'] as Json;
  const now = await cardIn('2022-11-16');
  expect(now).toMatchObject({
    issuerCode: expect.stringMatching(/^\d\d$/) as string,
    acquirerCode: expect.any(String) as string,
  });
  const before = await cardIn('2022-07-27');
  expect(before).toMatchObject({ company: expect.stringMatching(/^[가-힣A-Z]+$/) as string, number: now['number'] });
  expect(Object.keys(before)).not.toContain('issuerCode');
  expect(Object.keys(before)).not.toContain('provider');
  expect(await cardIn('1.4')).toMatchObject({ company: before['company'], provider: null });
});

test('a transfer names its bank by a word before 2022-11-16, in lists too', async () => {
  const { paymentKey } = await paid(sandbox, 1_000n, { method: '계좌이체' });
  const [now, before] = [
    await read(`/v1/payments/${paymentKey}`, keyOf('2022-11-16')),
    await read(`/v1/payments/${paymentKey}`, keyOf('2022-06-08')),
  ];
  expect(now['transfer']).toEqual({
    bankCode: expect.stringMatching(/^\d\d$/) as string,
    settlementStatus: 'INCOMPLETED',
  });
  expect(before['transfer']).toEqual({
    bank: expect.stringMatching(/^[가-힣]+$/) as string,
    settlementStatus: 'INCOMPLETED',
  });
  await freezeAt(sandbox, '2026-03-05T10:00:00');
  const list = await raw(sandbox, 'GET', '/v1/settlements?startDate=2026-03-04&endDate=2026-03-04', {
    secretKey: keyOf('1.4'),
  });
  expect(list.text).toContain('"transfer":{"bank":');
});

test('bank codes of the v2 interface are codes in every version', async () => {
  const { id } = await registered(sandbox);
  expect(await read(`/v2/sellers/${id}`, keyOf('1.0'))).toMatchObject({ entityBody: { account: { bankCode: '088' } } });
});

// prettier-ignore
test.each<[string, ApiVersion, Json, Json]>([
  ['a billing key',       '2022-11-16', { billingKey: 'b', card: null, transfers: [] },                                 { billingKey: 'b', card: null, cardCompany: null, cardNumber: null }],
  ['a billing key',       '2024-06-01', { billingKey: 'b', card: null, transfers: [] },                                 { billingKey: 'b', card: null, transfers: [] }],
  ['an issued receipt',   '2022-06-08', { receiptKey: 'r', transactionType: 'CONFIRM', requestedAt: 't' },              { receiptKey: 'r', transactionType: 'CONFIRM', approvedAt: 't', canceledAt: null }],
  ['a canceled receipt',  '2022-06-08', { receiptKey: 'c_r', transactionType: 'CANCEL', requestedAt: 't' },             { receiptKey: 'c_r', transactionType: 'CANCEL', approvedAt: null, canceledAt: 't' }],
  ['an issued receipt',   '2022-07-27', { receiptKey: 'r', transactionType: 'CONFIRM', requestedAt: 't' },              { receiptKey: 'r', transactionType: 'CONFIRM', requestedAt: 't' }],
  ['a virtual account',   '2022-07-27', { virtualAccount: { bankCode: '20', refundReceiveAccount: { bankCode: '06' } } }, { virtualAccount: { bank: '우리', refundReceiveAccount: { bank: '국민' } } }],
  ['a promotion',         '2022-07-27', { discountCards: [{ companyCode: '61' }] },                                     { discountCards: [{ cardCompany: '현대' }] }],
  ['a code nobody knows', '2022-07-27', { transfer: { bankCode: '??' } },                                               { transfer: { bank: '??' } }],
  ['a mobile phone',      '1.4',        { mobilePhone: { customerMobilePhone: '010' } },                                { mobilePhone: { carrier: null, customerMobilePhone: '010' } }],
])('%s in version %s', (_, version, said, expected) => {
  expect(inVersion(said, version, '2022-11-16', '/v1/billing/x')).toEqual(expected);
});

test('an operation that came with a version refuses the keys of older ones', () => {
  const operation = { method: 'GET', path: '/v1/cash-receipts' };
  const verdict = (version: ApiVersion) => {
    try {
      return assertVersionHas(operation, version);
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect(apiVersions.filter((version) => verdict(version) === 'API_VERSION_UPDATE_NEEDED')).toEqual([
    '1.0',
    '1.1',
    '1.2',
    '1.3',
    '1.4',
    '2022-06-08',
  ]);
});

test('widget keys are pinned; keys without a version, and webhooks, follow the setting', async () => {
  const receiver = await startReceiver();
  await sandbox.control.registerWebhook({
    body: { url: receiver.url, events: ['PAYMENT_STATUS_CHANGED', 'seller.changed'] },
  });
  await sandbox.control.changeSettings({ body: { apiVersion: '2022-06-08' } });
  const { paymentKey } = await paid(sandbox, 1_000n, { method: '계좌이체' }).catch(async () => {
    // The typed client cannot read answers of old versions, so the payment key is read from the database.
    const [payment] = await sandbox.sql('select payment_key as "paymentKey" from payment');
    return { paymentKey: String(payment?.['paymentKey']) };
  });
  const path = `/v1/payments/${paymentKey}`;
  expect([
    (await read(path, SECRET_KEY))['version'],
    (await read(path, WIDGET_KEY))['version'],
    (await read(path, keyOf('1.3')))['version'],
  ]).toEqual(['2022-06-08', '2022-11-16', '1.3']);
  const { id } = await registered(sandbox, 'INDIVIDUAL');
  await sandbox.control.finishIdentityCheck({ params: { id } });
  await until('both webhooks', () => receiver.received.length === 2);
  const payment = receiver.received.find(({ json }) => json['eventType'] === 'PAYMENT_STATUS_CHANGED')?.json;
  expect(payment?.['data']).toMatchObject({ version: '2022-06-08', transfer: { bank: expect.any(String) as string } });
  const seller = receiver.received.find(({ json }) => json['eventType'] === 'seller.changed')?.json;
  expect(SellerChanged.parse(seller)).toMatchObject({
    version: '2022-06-08',
    entityBody: { account: { bankCode: '088' } },
  });
  await receiver.close();
});

// prettier-ignore
test.each([
  ['test_sk_abcd@2022-06-08',  true],
  ['test_sk_abcd@1.4',         true],
  ['test_gsk_abcd@2022-11-16', true],
  ['test_gsk_abcd@1.4',        false],
  ['test_sk_abcd@2022-06-09',  false],
  ['test_sk_abcd@',            false],
])('the key %s can be set: %s', (SECRET_KEYS, isTaken) => {
  expect(Env.shape.SECRET_KEYS.safeParse(SECRET_KEYS).success).toBe(isTaken);
});
