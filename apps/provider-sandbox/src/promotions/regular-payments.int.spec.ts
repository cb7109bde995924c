import type { Input } from '@jeongsan/http-contract';
import type { createPayment } from '@jeongsan/provider-contract';
import type { sandboxControlContract } from '@jeongsan/sandbox-control';
import { freezeAt, newOrderId } from '../testing/buyer.js';
import { addedMerchant, type Sandbox, startSandbox } from '../testing/sandbox.js';
import { openedWindow } from '../testing/window.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

type Setting = Input<(typeof sandboxControlContract)['changePromotions']>['body']['promotions'][number];
const limits = {
  minimumPaymentAmount: 10_000n,
  maximumPaymentAmount: 100_000n,
  dueDate: null,
  payType: 'NORMAL',
} as const;
const cardDiscount = {
  ...limits,
  type: 'CARD_DISCOUNT',
  issuerCode: '61',
  discountAmount: 1_000n,
  discountCode: 'card-1',
  balance: 1_500n,
} as const;
const bankDiscount = {
  ...limits,
  type: 'BANK_DISCOUNT',
  bankCode: '92',
  discountAmount: null,
  discountRate: 0.05,
  discountCode: 'bank-1',
  balance: 9_000n,
} as const;
const free: Setting = {
  type: 'CARD_INTEREST_FREE',
  payType: 'NORMAL',
  issuerCode: '61',
  minimumPaymentAmount: 50_000n,
  installmentFreeMonths: [2, 3],
  dueDate: null,
};
const promotions: Setting[] = [
  cardDiscount,
  { ...cardDiscount, discountCode: 'wallet-1', payType: 'WALLET' },
  { ...cardDiscount, discountCode: 'over-1', dueDate: '2026-03-03' },
  bankDiscount,
  free,
];
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  await sandbox.control.changePromotions({ body: { promotions } });
});

type Body = Input<typeof createPayment>['body'];
const order = (change: Partial<Body> = {}): Body => ({
  method: 'CARD',
  amount: 60_000n,
  orderId: newOrderId(),
  orderName: '사과',
  successUrl: 'https://market.example/ok',
  failUrl: 'https://market.example/no',
  ...change,
});
const created = (change?: Partial<Body>) => sandbox.provider.createPayment({ body: order(change) });
type Created = Awaited<ReturnType<typeof created>>;
const confirmed = ({ paymentKey, orderId, totalAmount: amount }: Created) =>
  sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount } });
/** Pays in the window of a created payment with the buyer's choices, and confirms. */
async function paidInWindow(payment: Created, choices: Readonly<Record<string, string>>) {
  await (await openedWindow(payment.checkout?.url ?? '')).submit(choices);
  return confirmed(payment);
}
/** Pays without a visit to the window, and confirms. */
async function paidAsCreated(payment: Created) {
  await sandbox.control.authenticatePayment({ params: { paymentKey: payment.paymentKey } });
  return confirmed(payment);
}
const budgetOf = async (code: string) => {
  const { promotions: now } = await sandbox.control.readPromotions({});
  return now.flatMap((one) => ('discountCode' in one && one.discountCode === code ? [one.balance] : []))[0];
};

const normal = { isInterestFree: false, interestPayer: 'BUYER' };
const byCompany = { isInterestFree: true, interestPayer: 'CARD_COMPANY' };
describe('the interest of an installment plan is the buyer’s, or the card company’s while its promotion covers the plan', () => {
  // prettier-ignore
  test.each([
    ['a plan of the promotion',  { cardCompany: '61', cardInstallmentPlan: 3 },                     { installmentPlanMonths: 3, ...byCompany }],
    ['other months',             { cardCompany: '61', cardInstallmentPlan: 4 },                     { installmentPlanMonths: 4, ...normal }],
    ['another card',             { cardCompany: '41', cardInstallmentPlan: 3 },                     { installmentPlanMonths: 3, ...normal }],
    ['an amount in yen',         { cardCompany: '61', cardInstallmentPlan: 3, currency: 'JPY' },    { installmentPlanMonths: 3, ...normal }],
    ['a lump sum',               { cardCompany: '61' },                                             { installmentPlanMonths: 0, isInterestFree: false, interestPayer: null }],
  ] as const)('created with %s', async (_, change, card) => {
    expect(await paidAsCreated(await created(change))).toMatchObject({ card });
  });

  // prettier-ignore
  test.each([
    ['a plan of the promotion',  { pay: '61', months: '2' },  { issuerCode: '61', installmentPlanMonths: 2, ...byCompany }],
    ['other months',             { pay: '61', months: '5' },  { issuerCode: '61', installmentPlanMonths: 5, ...normal }],
    ['another card',             { pay: '41', months: '2' },  { issuerCode: '41', installmentPlanMonths: 2, ...normal }],
  ])('chosen in the window: %s', async (_, choices, card) => {
    expect(await paidInWindow(await created(), choices)).toMatchObject({ card });
  });

  // prettier-ignore
  test.each([
    ['a plan of the promotion',            { cardInstallmentPlan: 3 },                                byCompany],
    ['other months',                       { cardInstallmentPlan: 4 },                                normal],
    ['a plan that the merchant sponsors',  { cardInstallmentPlan: 4, useFreeInstallmentPlan: true },  { isInterestFree: true, interestPayer: 'MERCHANT' }],
  ])('paid by card number: %s', async (_, plan, card) => {
    const { method: __, successUrl: ___, failUrl: ____, ...rest } = order();
    const written = { cardNumber: '4330120000001234', cardExpirationYear: '28', cardExpirationMonth: '07', customerIdentityNumber: '880101' };
    expect(await sandbox.provider.payByCardNumber({ body: { ...rest, ...written, ...plan } })).toMatchObject({ card: { issuerCode: '61', ...card } });
  });

  test('the settlement has a line for a plan that the card company sponsors', async () => {
    await sandbox.control.changeSettings({ body: { installmentDiscountFeeRate: 500 } });
    await paidInWindow(await created(), { pay: '61', months: '2' });
    await freezeAt(sandbox, '2026-03-05T10:00:00');
    const [row] = await sandbox.provider.listSettlements({ query: { startDate: '2026-03-04', endDate: '2026-03-04' } });
    expect(row?.fees).toContainEqual({ type: 'INSTALLMENT_DISCOUNT', fee: 300n });
  });
});

describe('a discount code sent with the payment', () => {
  test('discounts a payment by the card of the promotion, and the budget pays at the confirm', async () => {
    const payment = await created({ discountCode: 'card-1' });
    const window = await openedWindow(payment.checkout?.url ?? '');
    expect(window.text).toMatch(/즉시 할인<\/dt>\s*<dd>현대 1,000원/);
    await window.submit({ pay: '61', months: '0' });
    expect(await budgetOf('card-1')).toBe(1_500n);
    expect(await confirmed(payment)).toMatchObject({
      totalAmount: 60_000n,
      balanceAmount: 60_000n,
      card: { issuerCode: '61', amount: 60_000n },
      discount: { amount: 1_000n },
    });
    expect(await budgetOf('card-1')).toBe(500n);
  });

  test('is given without the window, too: the buyer uses the card of the promotion', async () => {
    expect(await paidAsCreated(await created({ discountCode: 'card-1' }))).toMatchObject({
      card: { issuerCode: '61' },
      discount: { amount: 1_000n },
    });
  });

  test('is not given to a buyer who chooses another card, and costs no budget', async () => {
    const payment = await paidInWindow(await created({ discountCode: 'card-1' }), { pay: '41', months: '0' });
    expect(payment).toMatchObject({ card: { issuerCode: '41' }, discount: null });
    expect(await budgetOf('card-1')).toBe(1_500n);
  });

  test('discounts a transfer by the rate of its bank', async () => {
    const change = { method: 'TRANSFER', discountCode: 'bank-1' } as const;
    expect(await paidInWindow(await created(change), { bank: '92' })).toMatchObject({
      transfer: { bankCode: '92' },
      discount: { amount: 3_000n },
    });
    expect(await budgetOf('bank-1')).toBe(6_000n);
    expect(await paidInWindow(await created(change), { bank: '88' })).toMatchObject({ discount: null });
  });

  test('without enough budget is not applied: the buyer pays the whole price', async () => {
    await paidAsCreated(await created({ discountCode: 'card-1' }));
    expect(await paidAsCreated(await created({ discountCode: 'card-1' }))).toMatchObject({ discount: null });
    expect(await budgetOf('card-1')).toBe(500n);
  });

  test('whose budget others used up since the buyer authenticated refuses the confirm, and no money moves', async () => {
    const [first, second] = [await created({ discountCode: 'card-1' }), await created({ discountCode: 'card-1' })];
    await paidAsCreated(first);
    await expect(paidAsCreated(second)).rejects.toMatchObject({ code: 'EXCEED_DISCOUNT_BUDGET', outcome: 'rejected' });
    expect(await budgetOf('card-1')).toBe(500n);
  });

  // prettier-ignore
  test.each<[string, Partial<Body>]>([
    ['unknown',                  { discountCode: 'nothing-1' }],
    ['that has ended',           { discountCode: 'over-1' }],
    ['of the wallet',            { discountCode: 'wallet-1' }],
    ['for another method',       { discountCode: 'bank-1' }],
    ['for easy pay',             { discountCode: 'card-1', method: 'EASY_PAY' }],
    ['below its minimum',        { discountCode: 'card-1', amount: 9_999n }],
    ['above its maximum',        { discountCode: 'card-1', amount: 100_001n }],
    ['for another card',         { discountCode: 'card-1', cardCompany: '41' }],
    ['for dollars',              { discountCode: 'card-1', currency: 'USD' }],
  ])('is refused when it is %s', async (_, change) => {
    await expect(created(change)).rejects.toMatchObject({ code: 'INVALID_REQUEST', detail: expect.stringContaining('discountCode') as string });
  });

  test('reaches the window from the browser script', async () => {
    const body = JSON.stringify({ ...order(), amount: 60_000, clientKey: 'test_ck_spec0001', discountCode: 'card-1' });
    const reply = (await (await fetch(`${sandbox.url}/window/payments`, { method: 'POST', body })).json()) as {
      url: string;
    };
    expect((await openedWindow(reply.url)).text).toContain('즉시 할인');
  });

  test('belongs to one merchant: another has no such discount', async () => {
    const other = await addedMerchant(sandbox, 'other');
    await expect(other.provider.createPayment({ body: order({ discountCode: 'card-1' }) })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});

test('a cancel gives the whole discount back first, and a smaller cancel is refused', async () => {
  const { paymentKey } = await paidAsCreated(await created({ discountCode: 'card-1' }));
  const cancel = (cancelAmount: bigint) =>
    sandbox.provider.cancelPayment({ params: { paymentKey }, body: { cancelReason: '변심', cancelAmount } });
  await expect(cancel(999n)).rejects.toMatchObject({ code: 'EXCEED_CANCEL_AMOUNT_DISCOUNT_AMOUNT' });
  const { cancels } = await cancel(1_000n);
  expect(cancels).toMatchObject([{ cancelAmount: 1_000n, cardDiscountAmount: 1_000n, transferDiscountAmount: 0n }]);
  expect((await cancel(59_000n)).cancels?.[1]).toMatchObject({ cardDiscountAmount: 0n });
});
