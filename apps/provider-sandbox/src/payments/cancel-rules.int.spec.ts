import { freezeAt, paid } from '../testing/buyer.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => freezeAt(sandbox, '2026-01-15T10:00:00'));

type Body = Parameters<typeof sandbox.provider.cancelPayment>[0]['body'];
const cancel = (paymentKey: string, asked: Partial<Body> = {}) =>
  sandbox.provider.cancelPayment({ params: { paymentKey }, body: { cancelReason: '변심', ...asked } });
const verdictOf = (canceled: Promise<{ status: string }>) =>
  canceled.then(
    ({ status }) => status,
    (error: { code: string }) => error.code,
  );

// prettier-ignore
test.each([
  // a payment of January 15th
  ['계좌이체',   '2026-07-14T23:59:59', 'CANCELED'],
  ['계좌이체',   '2026-07-15T00:00:00', 'EXCEED_MAX_REFUND_DUE'],
  ['휴대폰',    '2026-01-31T23:59:59', 'CANCELED'],
  ['휴대폰',    '2026-02-01T00:00:00', 'EXCEED_MAX_REFUND_DUE'],
  ['카드',     '2027-06-30T10:00:00', 'CANCELED'],
  ['문화상품권', '2026-12-31T10:00:00', 'CANCELED'],
] as const)('%s canceled at %s ends in %s', async (method, time, verdict) => {
  const { paymentKey } = await paid(sandbox, 10_000n, { method });
  await freezeAt(sandbox, time);
  expect(await verdictOf(cancel(paymentKey))).toBe(verdict);
});

// prettier-ignore
test.each([
  ['of a foreign card',                     { card: { isForeign: true } }],
  ['by card with a part excluded from tax', { taxExemptionAmount: 300n }],
] as const)('a payment %s is canceled wholly or not at all', async (_, purchase) => {
  const payment = await paid(sandbox, 10_000n, purchase);
  expect(payment.isPartialCancelable).toBe(false);
  await expect(cancel(payment.paymentKey, { cancelAmount: 9_999n })).rejects.toMatchObject({ status: 403, code: 'NOT_ALLOWED_PARTIAL_REFUND' });
  expect(await cancel(payment.paymentKey, { cancelAmount: 10_000n })).toMatchObject({ status: 'CANCELED', balanceAmount: 0n, taxExemptionAmount: 0n, vat: 0n });
});

test('a part excluded from tax is canceled along, by any other method', async () => {
  const before = await paid(sandbox, 10_000n, {
    method: '계좌이체',
    taxExemptionAmount: 1_200n,
    taxFreeAmount: 2_000n,
  });
  expect(before).toMatchObject({ isPartialCancelable: true, suppliedAmount: 6_182n, vat: 618n });
  // prettier-ignore
  const refused: [Partial<Body>, string][] = [
    [{ cancelAmount: 2_000n, taxExemptionAmount: 1_201n },                         'NOT_CANCELABLE_AMOUNT'],
    [{ cancelAmount: 2_000n, taxFreeAmount: 2_001n },                              'NOT_CANCELABLE_AMOUNT'],
    [{ cancelAmount: 2_000n, taxFreeAmount: 1_000n, taxExemptionAmount: 1_001n },  'NOT_CANCELABLE_AMOUNT'],
    [{ cancelAmount: 6_801n },                                                     'NOT_CANCELABLE_AMOUNT'],
  ];
  for (const [asked, code] of refused) await expect(cancel(before.paymentKey, asked)).rejects.toMatchObject({ code });
  const part = await cancel(before.paymentKey, {
    cancelAmount: 2_000n,
    taxExemptionAmount: 200n,
    taxFreeAmount: 1_000n,
  });
  expect(part).toMatchObject({
    balanceAmount: 8_000n,
    taxExemptionAmount: 1_000n,
    taxFreeAmount: 1_000n,
    suppliedAmount: 5_455n,
    vat: 545n,
  });
  expect(part.cancels?.[0]).toMatchObject({ taxFreeAmount: 1_000n, taxExemptionAmount: 200n });
  const rest = await cancel(before.paymentKey);
  expect(rest.cancels?.[1]).toMatchObject({ taxFreeAmount: 1_000n, taxExemptionAmount: 1_000n, refundableAmount: 0n });
});

// prettier-ignore
test.each([
  ['카드',   'cardDiscountAmount'],
  ['계좌이체', 'transferDiscountAmount'],
] as const)('the instant discount of %s goes back with the first cancel, which is not less', async (method, member) => {
  const { paymentKey, discount } = await paid(sandbox, 10_000n, { method, discountAmount: 3_000n });
  expect(discount).toEqual({ amount: 3_000n });
  await expect(cancel(paymentKey, { cancelAmount: 2_999n })).rejects.toMatchObject({ status: 400, code: 'EXCEED_CANCEL_AMOUNT_DISCOUNT_AMOUNT' });
  await cancel(paymentKey, { cancelAmount: 3_000n });
  await cancel(paymentKey, { cancelAmount: 1n });
  const { cancels } = await cancel(paymentKey);
  expect(cancels?.map((one) => one[member])).toEqual([3_000n, 0n, 0n]);
});

test('a whole cancel of a payment with a discount needs no more than the payment', async () => {
  const { paymentKey, card } = await paid(sandbox, 10_000n, { discountAmount: 3_000n });
  expect(card?.amount).toBe(10_000n);
  const { cancels } = await cancel(paymentKey);
  expect(cancels).toMatchObject([{ cancelAmount: 10_000n, cardDiscountAmount: 3_000n }]);
});

describe('easy pay', () => {
  test('adds up from card, account and points', async () => {
    const { card, easyPay, ...payment } = await paid(sandbox, 10_000n, {
      method: '간편결제',
      easyPay: { provider: '네이버페이', cardAmount: 6_000n, discountAmount: 1_000n },
    });
    expect([card?.amount, easyPay]).toEqual([
      6_000n,
      { provider: '네이버페이', amount: 3_000n, discountAmount: 1_000n },
    ]);
    expect(payment).toMatchObject({ easyPayAmount: 3_000n, easyPayDiscountAmount: 1_000n, totalAmount: 10_000n });
  });

  test('from points alone has no card', async () => {
    const { card, easyPay } = await paid(sandbox, 10_000n, {
      method: '간편결제',
      easyPay: { discountAmount: 10_000n },
    });
    expect([card, easyPay?.amount, easyPay?.discountAmount]).toEqual([null, 0n, 10_000n]);
  });

  test('gives points back in proportion, and the last cancel the odd won', async () => {
    const { paymentKey } = await paid(sandbox, 10_000n, { method: '간편결제', easyPay: { discountAmount: 1_000n } });
    await cancel(paymentKey, { cancelAmount: 3_333n });
    await cancel(paymentKey, { cancelAmount: 3_333n });
    const { cancels } = await cancel(paymentKey);
    expect(cancels?.map((one) => one.easyPayDiscountAmount)).toEqual([333n, 333n, 334n]);
  });
});

// prettier-ignore
test.each([
  ['a reason of 200',              { cancelReason: 'a'.repeat(200) },                                                 'CANCELED'],
  ['a reason of 201',              { cancelReason: 'a'.repeat(201) },                                                 'INVALID_REQUEST'],
  ['no reason',                    { cancelReason: '' },                                                              'INVALID_REQUEST'],
  ['its own currency',             { currency: 'KRW' },                                                               'CANCELED'],
  ['another currency',             { currency: 'JPY' },                                                               'INVALID_CURRENCY'],
  ['a refund account of 20 digits', { refundReceiveAccount: { bank: '88', accountNumber: '1'.repeat(20), holderName: '가'.repeat(60) } }, 'CANCELED'],
  ['a refund account of 21 digits', { refundReceiveAccount: { bank: '88', accountNumber: '1'.repeat(21), holderName: '김' } },   'INVALID_REFUND_ACCOUNT_NUMBER'],
  ['a refund account with dashes', { refundReceiveAccount: { bank: '88', accountNumber: '1-2', holderName: '김' } },        'INVALID_REFUND_ACCOUNT_NUMBER'],
  ['a holder of 61',               { refundReceiveAccount: { bank: '88', accountNumber: '1', holderName: '가'.repeat(61) } },   'INVALID_REQUEST'],
  ['a request id of 6',            { cancelRequestId: 'abcdef' },                                                     'CANCELED'],
  ['a request id of 5',            { cancelRequestId: 'abcde' },                                                      'INVALID_REQUEST'],
  ['a request id of 65',           { cancelRequestId: 'a'.repeat(65) },                                               'INVALID_REQUEST'],
] as const)('a cancel with %s ends in %s', async (_, asked, verdict) => {
  const { paymentKey } = await paid(sandbox, 10_000n);
  const result = await verdictOfRaw(paymentKey, asked);
  expect(result).toBe(verdict);
});

/** Sends the request without the typed client, which would refuse it itself. */
async function verdictOfRaw(paymentKey: string, asked: Record<string, unknown>): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ cancelReason: '변심', ...asked });
  const { status, json } = await raw(sandbox, 'POST', `/v1/payments/${paymentKey}/cancel`, { headers, body });
  return status === 200 ? json['status'] : json['code'];
}

test('only an asynchronous cancel carries its request id', async () => {
  const { paymentKey } = await paid(sandbox, 10_000n);
  const { cancels } = await cancel(paymentKey, { cancelRequestId: 'cancel-1' });
  expect(cancels?.[0]?.cancelRequestId).toBeNull();
});

// prettier-ignore
test.each([
  [{ installmentPlanMonths: 13 },                   50_000n, 'EXCEED_MAX_CARD_INSTALLMENT_PLAN'],
  [{ installmentPlanMonths: 1 },                    50_000n, 'INVALID_CARD_INSTALLMENT_PLAN'],
  [{ installmentPlanMonths: 2 },                    49_999n, 'NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN_BELOW_AMOUNT'],
  [{ installmentPlanMonths: 2, cardType: '체크' },   50_000n, 'NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT'],
  [{ installmentPlanMonths: 12 },                   50_000n, 'DONE'],
] as const)('confirm of a buyer who chose %j for %d ends in %s', async (card, amount, verdict) => {
  expect(await verdictOf(paid(sandbox, amount, { card }))).toBe(verdict);
});
