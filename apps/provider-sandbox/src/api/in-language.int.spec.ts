import type { Payment } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import { deposited } from '../testing/accounts.js';
import { cardData } from '../testing/billing.js';
import { authenticated, freezeAt, paid } from '../testing/buyer.js';
import { startReceiver, until } from '../testing/receiver.js';
import { raw, type Sandbox, SECRET_KEY, startSandbox } from '../testing/sandbox.js';

const OLD_KEY = 'test_sk_of_english_2022_07_27';
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ SECRET_KEYS: `${SECRET_KEY},${OLD_KEY}@2022-07-27` });
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

const english = { 'accept-language': 'en-US' };
const read = async (path: string, headers: Record<string, string> = english, secretKey = SECRET_KEY) =>
  (await raw(sandbox, 'GET', path, { headers, secretKey })).json;
const inEnglish = ({ paymentKey }: Pick<z.output<typeof Payment>, 'paymentKey'>, secretKey?: string) =>
  read(`/v1/payments/${paymentKey}`, english, secretKey);

test('with Accept-Language: en-US a card payment has English words, and what the merchant wrote stays', async () => {
  const metadata = { method: '카드', note: '개인' };
  const payment = await paid(sandbox, 1_000n, { orderName: '카드', metadata, card: { issuerCode: '61' } });
  const said = await inEnglish(payment);
  expect(said).toMatchObject({
    method: 'CARD',
    orderName: '카드',
    metadata,
    card: { cardType: 'CREDIT', ownerType: 'PERSONAL' },
  });
  expect(await read(`/v1/payments/${payment.paymentKey}`, { 'accept-language': 'ko-KR' })).toMatchObject({
    method: '카드',
    card: { cardType: '신용', ownerType: '개인' },
  });
});

// prettier-ignore
test.each([
  ['토스페이',   { method: 'EASY_PAY', easyPay: { provider: 'TOSSPAY' } }],
  ['삼성페이',   { method: 'EASY_PAY', easyPay: { provider: 'SAMSUNGPAY' } }],
  ['PAYPAL',  { method: 'EASY_PAY', easyPay: { provider: 'PAYPAL' } }],
])('easy pay of %s in English', async (provider, expected) => {
  const currency = provider === 'PAYPAL' ? 'USD' : 'KRW';
  expect(await inEnglish(await paid(sandbox, 1_000n, { method: '간편결제', easyPay: { provider }, currency }))).toMatchObject(expected);
});

test('an account, its cash receipts and the lists have English words', async () => {
  const cashReceipt = { type: '소득공제', registrationNumber: '01012345678' } as const;
  const payment = await deposited(sandbox, { cashReceipt });
  expect(await inEnglish(payment)).toMatchObject({
    method: 'VIRTUAL_ACCOUNT',
    virtualAccount: { accountType: 'ORDINARY' },
    cashReceipt: { type: 'INCOME_DEDUCTION' },
    cashReceipts: [{ type: 'INCOME_DEDUCTION' }],
  });
  const list = await raw(sandbox, 'GET', '/v1/transactions?startDate=2026-03-04&endDate=2026-03-05', {
    headers: english,
  });
  expect(list.text).toContain('"method":"VIRTUAL_ACCOUNT"');
});

test('the reason of a failure is English', async () => {
  const { paymentKey, orderId } = await authenticated(sandbox, 1_000n, { refuseWith: 'REJECT_CARD_PAYMENT' });
  await sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount: 1_000n } }).catch(() => undefined);
  const { failure } = await inEnglish({ paymentKey });
  expect(failure).toMatchObject({ code: 'REJECT_CARD_PAYMENT', message: expect.stringMatching(/^[ -~]+$/) as string });
});

test('words of old versions are English too: card companies and banks', async () => {
  expect(await inEnglish(await paid(sandbox, 1_000n, { card: { issuerCode: '61' } }), OLD_KEY)).toMatchObject({
    card: { company: 'HYUNDAI' },
  });
  expect(await inEnglish(await paid(sandbox, 1_000n, { method: '계좌이체', bankCode: '92' }), OLD_KEY)).toMatchObject({
    method: 'TRANSFER',
    transfer: { bank: 'TOSSBANK' },
  });
});

test('a billing key is answered in English to the request that asks for it', async () => {
  const headers = { ...english, 'content-type': 'application/json' };
  const body = JSON.stringify(cardData);
  const { json } = await raw(sandbox, 'POST', '/v1/billing/authorizations/card', { headers, body });
  expect(json).toMatchObject({ method: 'CARD', card: { cardType: 'CREDIT', ownerType: 'PERSONAL' } });
});

test('webhooks stay Korean, also after a confirm in English', async () => {
  const receiver = await startReceiver();
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['PAYMENT_STATUS_CHANGED'] } });
  const { paymentKey, orderId } = await authenticated(sandbox, 1_000n);
  const body = JSON.stringify({ paymentKey, orderId, amount: 1_000 });
  const headers = { ...english, 'content-type': 'application/json' };
  expect((await raw(sandbox, 'POST', '/v1/payments/confirm', { headers, body })).json).toMatchObject({
    method: 'CARD',
  });
  await until('the webhook', () => receiver.received.length === 1);
  expect(receiver.received[0]?.json['data']).toMatchObject({ method: '카드', card: { cardType: '신용' } });
  await receiver.close();
});
