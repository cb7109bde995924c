import type { ApiVersion } from '@jeongsan/provider-contract';
import { deposited } from '../../testing/accounts.js';
import { cardData, customerKey, subscription } from '../../testing/billing.js';
import { freezeAt } from '../../testing/buyer.js';
import { raw, type Sandbox, SECRET_KEY, startSandbox } from '../../testing/sandbox.js';

const keyOf = (version: ApiVersion) => `test_sk_by_key_${version.replace(/\W/g, '_')}`;
const versions = ['1.4', '2022-06-08', '2022-11-16', '2024-06-01'] as const;
let sandbox: Sandbox;
beforeAll(async () => {
  const keys = versions.map((version) => `${keyOf(version)}@${version}`);
  sandbox = await startSandbox({ SECRET_KEYS: [SECRET_KEY, ...keys].join(',') });
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

const asked = async (version: ApiVersion, method: string, path: string, body?: unknown) => {
  const headers = { 'content-type': 'application/json' };
  const sent =
    body === undefined
      ? {}
      : { headers, body: JSON.stringify(body, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v)) };
  return raw(sandbox, method, path, { secretKey: keyOf(version), ...sent });
};
const issue = (version: ApiVersion) => asked(version, 'POST', '/v1/billing/authorizations/card', cardData);

// prettier-ignore
test.each<[ApiVersion, Record<string, unknown>, string[]]>([
  ['2024-06-01', { card: { issuerCode: '21', number: '94100012****789*' }, transfers: null },                       ['cardCompany', 'cardNumber']],
  ['2022-11-16', { card: { issuerCode: '21' }, cardCompany: '21', cardNumber: '94100012****789*' },                ['transfers']],
  ['2022-06-08', { card: { company: '하나' }, cardCompany: '하나', cardNumber: '94100012****789*' },                 ['transfers']],
])('a billing key for a key of version %s, whatever the merchant’s version is', async (version, said, absent) => {
  const { status, json } = await issue(version);
  expect([status, json]).toMatchObject([200, { method: '카드', customerKey, ...said }]);
  for (const name of absent) expect(json).not.toHaveProperty(name);
});

test('an account is exchanged for a billing key by a key of 2024-06-01 or later, and charged', async () => {
  const { authKey } = await sandbox.control.registerBillingMethod({
    body: { customerKey, method: '계좌이체', bank: '92', accountNumber: '100012345678' },
  });
  const exchange = (version: ApiVersion) =>
    asked(version, 'POST', '/v1/billing/authorizations/issue', { authKey, customerKey });
  expect(await exchange('2022-11-16')).toMatchObject({ status: 400, json: { code: 'NOT_SUPPORTED_METHOD' } });
  const { status, json } = await exchange('2024-06-01');
  expect([status, json]).toMatchObject([200, { method: '계좌이체', card: null, transfers: [{ bankName: '토스' }] }]);
  const charge = await asked('2024-06-01', 'POST', `/v1/billing/${String(json['billingKey'])}`, subscription(1_000n));
  expect(charge).toMatchObject({ status: 200, json: { method: '계좌이체', transfer: { bankCode: '92' } } });
});

test('promotions name cards and banks by words before 2022-11-16, in both lists', async () => {
  const [all, cards] = [
    await asked('2022-06-08', 'GET', '/v1/promotions'),
    (await asked('2022-06-08', 'GET', '/v1/promotions/card')).json,
  ];
  expect(all.text).toContain('"cardDiscount":{"cardCompany":"현대"');
  expect(all.text).toContain('"bank":"토스"');
  expect(all.text).not.toMatch(/issuerCode|bankCode/);
  expect(cards).toMatchObject({
    discountCards: [{ cardCompany: '현대' }, {}],
    interestFreeCards: [{ cardCompany: '국민' }, {}, {}, {}],
  });
  expect((await asked('2022-11-16', 'GET', '/v1/promotions/card')).json).toMatchObject({
    discountCards: [{ issuerCode: '61' }, {}],
  });
});

// prettier-ignore
test.each<[ApiVersion, boolean | null, string]>([
  ['1.4',        null,  'CANCELED'],
  ['2022-06-08', null,  'WAITING_FOR_DEPOSIT'],
  ['2022-11-16', null,  'WAITING_FOR_DEPOSIT'],
  ['1.4',        false, 'WAITING_FOR_DEPOSIT'],
  ['2022-11-16', true,  'CANCELED'],
])('a deposit that the bank takes back, in version %s with depositErrorCancels %s, leaves the payment %s', async (apiVersion, depositErrorCancels, status) => {
  const { paymentKey } = await deposited(sandbox);
  await sandbox.control.changeSettings({ body: { apiVersion, depositErrorCancels } });
  await sandbox.control.failDeposit({ params: { paymentKey } });
  expect((await asked('2022-11-16', 'GET', `/v1/payments/${paymentKey}`)).json).toMatchObject({ status });
});
