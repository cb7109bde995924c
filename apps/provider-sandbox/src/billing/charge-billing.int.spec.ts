import { open, parseSecurityKey } from '@jeongsan/jwe';
import { SECURITY_MODE_ENCRYPTION, SECURITY_MODE_HEADER } from '@jeongsan/provider-contract';
import { type cardData, type Charge, charged, customerKey, issued, subscription } from '../testing/billing.js';
import { freezeAt, newOrderId, paid } from '../testing/buyer.js';
import { posted } from '../testing/posted.js';
import { startReceiver, until } from '../testing/receiver.js';
import { raw, type Sandbox, SECURITY_KEY_HEX, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

const post = (path: string, body: object, headers?: Record<string, string>) => posted(sandbox, path, body, headers);
const issue = (change?: Partial<typeof cardData>) => issued(sandbox, change);
const charge = (billingKey: string, change?: Partial<Charge>) => charged(sandbox, billingKey, change);

describe('a charge', () => {
  let billingKey: string;
  beforeEach(async () => {
    ({ billingKey } = await issue());
  });

  test('is an approved payment of its own type, readable and cancelable, with its buyer in the records', async () => {
    const done = await charge(billingKey, { amount: 15_000n, taxFreeAmount: 4_000n, taxExemptionAmount: 0n });
    expect(done).toMatchObject({
      type: 'BILLING',
      method: '카드',
      status: 'DONE',
      totalAmount: 15_000n,
      taxFreeAmount: 4_000n,
      vat: 1_000n,
      suppliedAmount: 10_000n,
    });
    expect(done.card).toMatchObject({
      amount: 15_000n,
      issuerCode: '21',
      number: '94100012****789*',
      installmentPlanMonths: 0,
      cardType: '신용',
      isInterestFree: false,
      interestPayer: null,
    });
    expect(done.secret).toMatch(/^ps_/);
    const { paymentKey } = done;
    expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toEqual(done);
    const query = { startDate: '2026-03-04', endDate: '2026-03-05' };
    expect(await sandbox.provider.listTransactions({ query })).toMatchObject([
      { paymentKey, customerKey, status: 'DONE', amount: 15_000n },
    ]);
    expect(
      await sandbox.provider.cancelPayment({ params: { paymentKey }, body: { cancelReason: '변심' } }),
    ).toMatchObject({ status: 'CANCELED', type: 'BILLING' });
  });

  // prettier-ignore
  test.each<[Partial<Record<keyof Charge, unknown>>, number, string]>([
    [{ amount: 99 },                                    400, 'BELOW_MINIMUM_AMOUNT'],
    [{ amount: 100 },                                   200, 'done'],
    [{ amount: '15000' },                               200, 'done'],
    [{ amount: 0.5 },                                   400, 'INVALID_REQUEST'],
    [{ amount: undefined },                             400, 'INVALID_REQUEST'],
    [{ customerKey: 'somebody-else' },                  400, 'NOT_MATCHES_CUSTOMER_KEY'],
    [{ customerKey: undefined },                        400, 'INVALID_REQUEST'],
    [{ orderId: 'five5' },                              400, 'INVALID_REQUEST'],
    [{ orderId: 'order6' },                             200, 'done'],
    [{ orderId: 'o'.repeat(64) },                       200, 'done'],
    [{ orderId: 'o'.repeat(65) },                       400, 'INVALID_REQUEST'],
    [{ orderName: '' },                                 400, 'INVALID_REQUEST'],
    [{ orderName: '사'.repeat(100) },                    200, 'done'],
    [{ orderName: '사'.repeat(101) },                    400, 'INVALID_REQUEST'],
    [{ customerEmail: 'e'.repeat(100) },                200, 'done'],
    [{ customerEmail: 'e'.repeat(101) },                400, 'INVALID_REQUEST'],
    [{ customerName: '김'.repeat(100) },                 200, 'done'],
    [{ customerName: '김'.repeat(101) },                 400, 'INVALID_REQUEST'],
    [{ taxFreeAmount: 15_000 },                         200, 'done'],
    [{ taxFreeAmount: 15_001 },                         400, 'INVALID_REQUEST'],
    [{ taxFreeAmount: 10_000, taxExemptionAmount: 5_001 }, 400, 'INVALID_REQUEST'],
    [{ taxFreeAmount: 10_000, taxExemptionAmount: 5_000 }, 200, 'done'],
    [{ amount: 60_000, cardInstallmentPlan: 0 },        200, 'done'],
    [{ amount: 60_000, cardInstallmentPlan: 1 },        400, 'INVALID_CARD_INSTALLMENT_PLAN'],
    [{ amount: 60_000, cardInstallmentPlan: 2 },        200, 'done'],
    [{ amount: 60_000, cardInstallmentPlan: 12 },       200, 'done'],
    [{ amount: 60_000, cardInstallmentPlan: 13 },       400, 'INVALID_CARD_INSTALLMENT_PLAN'],
    [{ amount: 60_000, cardInstallmentPlan: -1 },       400, 'INVALID_CARD_INSTALLMENT_PLAN'],
    [{ amount: 60_000, cardInstallmentPlan: 2.5 },      400, 'INVALID_CARD_INSTALLMENT_PLAN'],
    [{ amount: 50_000, cardInstallmentPlan: 3 },        200, 'done'],
    [{ amount: 49_999, cardInstallmentPlan: 3 },        400, 'INVALID_CARD_INSTALLMENT_PLAN'],
  ])('with %j answers %d %s', async (change, status, code) => {
    const body = { ...subscription(0n), amount: 15_000, ...change };
    expect(await post(`/v1/billing/${encodeURIComponent(billingKey)}`, body)).toEqual([status, code]);
  });

  test('of a key that nobody issued is refused', async () => {
    await expect(charge('nobody')).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND_BILLING' });
    expect(await post(`/v1/billing/${'x'.repeat(200)}`, { ...subscription(0n), amount: 100 })).toEqual([
      404,
      'NOT_FOUND_BILLING',
    ]);
    expect(await post(`/v1/billing/${'x'.repeat(201)}`, { ...subscription(0n), amount: 100 })).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
  });

  test('pays an order once, also when two arrive at once', async () => {
    const { orderId } = await paid(sandbox, 1_000n);
    await expect(charge(billingKey, { orderId })).rejects.toMatchObject({ status: 400, code: 'DUPLICATED_ORDER_ID' });
    const results = await Promise.allSettled([1, 2, 3].map(() => charge(billingKey, { orderId: 'order-of-a-rush' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'DUPLICATED_ORDER_ID' },
    });
  });

  test('in installments is paid for by the buyer, or by a card company with a promotion', async () => {
    const free = {
      type: 'CARD_INTEREST_FREE',
      payType: 'BILLING',
      issuerCode: '21',
      minimumPaymentAmount: 50_000n,
      dueDate: null,
      installmentFreeMonths: [3],
    } as const;
    await sandbox.control.changePromotions({ body: { promotions: [{ ...free, installmentFreeMonths: [3] }] } });
    const paidIn = async (cardInstallmentPlan: number) =>
      (await charge(billingKey, { amount: 50_000n, cardInstallmentPlan })).card;
    expect(await paidIn(2)).toMatchObject({ installmentPlanMonths: 2, isInterestFree: false, interestPayer: 'BUYER' });
    expect(await paidIn(3)).toMatchObject({
      installmentPlanMonths: 3,
      isInterestFree: true,
      interestPayer: 'CARD_COMPANY',
    });
  });

  // prettier-ignore
  test.each([
    ['4330121234567890', 0, 400, 'NOT_SUPPORTED_CARD_TYPE'],
    ['5520221234567890', 0, 400, 'NOT_SUPPORTED_CARD_TYPE'],
    ['9410019900000011', 0, 403, 'REJECT_CARD_PAYMENT'],
    ['9410019900000012', 0, 403, 'REJECT_CARD_COMPANY'],
    ['9410019900000013', 0, 403, 'REJECT_ACCOUNT_PAYMENT'],
    ['9410019900000021', 3, 400, 'NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT'],
    ['9410019900000024', 3, 400, 'NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN'],
  ])('of card %s over %d months fails with %d %s and leaves nothing', async (cardNumber, cardInstallmentPlan, status, code) => {
    const refusing = await issue({ cardNumber });
    const orderId = newOrderId();
    await expect(charge(refusing.billingKey, { amount: 60_000n, orderId, cardInstallmentPlan })).rejects.toMatchObject({ status, code });
    await expect(sandbox.provider.getPaymentByOrder({ params: { orderId } })).rejects.toMatchObject({ code: 'NOT_FOUND_PAYMENT' });
  });

  // prettier-ignore
  test.each([
    ['2026-07-31T23:59:59', 'done'],
    ['2026-08-01T00:00:00', 'INVALID_CARD_EXPIRATION'],
  ])('of a card that is good through July 2026, at %s: %s', async (at, expected) => {
    const expiring = await issue({ cardExpirationYear: '26' });
    await freezeAt(sandbox, at);
    expect(await charge(expiring.billingKey).then(() => 'done', (error: { code: string }) => error.code)).toBe(expected);
  });
});

describe('removing a billing key', () => {
  test('answers with nothing, stops charges, keeps payments, and is announced; charging is not', async () => {
    const receiver = await startReceiver();
    await sandbox.control.registerWebhook({
      body: { url: receiver.url, events: ['BILLING_DELETED', 'PAYMENT_STATUS_CHANGED'] },
    });
    const { billingKey } = await issue();
    const { paymentKey } = await charge(billingKey);
    const params = { billingKey };
    const reply = await raw(sandbox, 'DELETE', `/v1/billing/${encodeURIComponent(billingKey)}`);
    expect([reply.status, reply.text]).toEqual([200, '']);
    await expect(charge(billingKey)).rejects.toMatchObject({ status: 400, code: 'ALREADY_REMOVED_BILLING_KEY' });
    await expect(sandbox.provider.deleteBillingKey({ params })).rejects.toMatchObject({
      code: 'ALREADY_REMOVED_BILLING_KEY',
    });
    await expect(sandbox.provider.deleteBillingKey({ params: { billingKey: 'nobody' } })).rejects.toMatchObject({
      status: 404,
      code: 'NOT_FOUND_BILLING',
    });
    expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toMatchObject({ status: 'DONE' });
    await until('the webhook arrives', () => receiver.received.length > 0);
    expect(receiver.received.map(({ json: body }) => body)).toEqual([
      { eventType: 'BILLING_DELETED', createdAt: '2026-03-04T10:00:00.000000', data: { billingKey, reason: null } },
    ]);
    await receiver.close();
  });

  test('is understood by the typed client; sealed, nothing is sealed; the provider may do it too and say why', async () => {
    const params = { billingKey: (await issue()).billingKey };
    expect(await sandbox.provider.deleteBillingKey({ params })).toBeUndefined();
    await expect(sandbox.control.removeBillingKey({ params, body: { reason: 'lost' } })).rejects.toMatchObject({
      status: 409,
    });
    const { billingKey: sealedKey } = await issue();
    const headers = { [SECURITY_MODE_HEADER]: SECURITY_MODE_ENCRYPTION };
    const sealed = await raw(sandbox, 'DELETE', `/v1/billing/${encodeURIComponent(sealedKey)}`, { headers });
    expect((await open(sealed.text, [parseSecurityKey(SECURITY_KEY_HEX)])).text).toBe('');
    const other = { billingKey: (await issue()).billingKey };
    await sandbox.control.registerWebhook({ body: { url: 'http://127.0.0.1:1/', events: ['BILLING_DELETED'] } });
    await sandbox.control.removeBillingKey({ params: other, body: { reason: '카드 분실 신고' } });
    const [queued] = await sandbox.sql('select body from webhook_delivery');
    expect(String(queued?.['body'])).toContain('"reason":"카드 분실 신고"');
  });
});
