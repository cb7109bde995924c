import { createOrder } from '../orders/create-order/create-order.js';
import { observeOrder } from '../payments/observe-order/observe-order.js';
import { observePayment } from '../payments/observe-payment/observe-payment.js';
import { findLivePayment, findPayment } from '../payments/payment-record.js';
import { type GatewayApp, startGatewayApp } from '../testing/gateway-app.js';
import { GatewayWorld } from '../testing/gateway-world.js';
import { order } from '../testing/market.js';
import type { Asked, Side } from '../testing/side.js';
import type { DropInMoneyOperation, DropInOperationName } from '@jeongsan/platform-contract';

jest.setTimeout(60_000);
const world = new GatewayWorld();
let app: GatewayApp;
let tolerant: GatewayApp;
let side: Side;
beforeAll(async () => {
  await world.open();
  app = await startGatewayApp(world);
  tolerant = await startGatewayApp(world, { UNREGISTERED_ORDERS: 'unallocated' });
  side = app.side;
}, 120_000);
afterAll(async () => {
  await app.stop();
  await tolerant.stop();
  await world.close();
});
beforeEach(() => world.begin());
afterEach(() => world.end());

const customerKey = 'aENcQAtPdYbTjGhtQnNVj';
const card = {
  cardNumber: '9410001234567890',
  cardExpirationYear: '28',
  cardExpirationMonth: '07',
  customerIdentityNumber: '880101',
};
const orderName = '사과';
type Prepared = Readonly<{ orderId: string; ask: (amount: number, through?: Side, more?: Asked) => Promise<Answered> }>;
type Answered = Readonly<{ status: number | undefined; code: string | undefined; paymentKey: string | undefined }>;

async function send(through: Side, name: DropInOperationName, asked: Asked): Promise<Answered> {
  const { code, paymentKey } = await through.call(name, 'charge', { ...asked, ticks: false });
  return { status: through.heard.at(-1)?.status, code, paymentKey };
}

let orders = 0;
const newOrderId = (): string => `charge-order-${(orders += 1)}`;

/** A buyer's choice for 20,000 won, ready to be charged by each of the operations that charge or issue an account. */
const ways = {
  payByCardNumber: () => Promise.resolve({ body: { orderName, ...card } }),
  issueVirtualAccount: () => Promise.resolve({ body: { orderName, customerName: '김구매', bank: '신한' } }),
  chargeBilling: async () => {
    const { billingKey } = await world.sandbox.api.issueBillingKeyByCard({ body: { customerKey, ...card } });
    return { params: { billingKey }, body: { customerKey, orderName } };
  },
  payByWallet: async () => {
    const { methodKey, customer } = await walletCard();
    return { body: { customerKey: customer, methodKey, orderName } };
  },
  confirmWalletPayment: async (orderId) => {
    const { methodKey, customer } = await walletCard();
    const body = { customerKey: customer, methodKey, amount: 20_000n, orderId, orderName };
    const { paymentKey } = await world.sandbox.control.payAsWalletCustomer({ body });
    return { body: { customerKey: customer, paymentKey } };
  },
  confirmPayment: async (orderId) => ({ body: { paymentKey: await authenticated(orderId) } }),
  confirmPaymentByKey: async (orderId) => ({ params: { paymentKey: await authenticated(orderId) }, body: {} }),
} as const satisfies Partial<Record<DropInMoneyOperation, (orderId: string) => Promise<Asked>>>;
type Way = keyof typeof ways;
const names = Object.keys(ways) as Way[];

async function walletCard(): Promise<{ methodKey: string; customer: string }> {
  const { api, control } = world.sandbox;
  await control.changeSettings({ body: { walletAutomaticPayments: true } });
  const customer = `customer-of-${newOrderId()}`;
  const scope = ['REGISTER', 'CARD'] as ('REGISTER' | 'CARD')[];
  const terms = await api.listWalletTerms({ query: { customerKey: customer, scope } });
  const { code } = await api.agreeWalletTerms({
    body: { customerKey: customer, scope, termsId: terms.map(({ id }) => id) },
  });
  await api.issueWalletToken({ body: { customerKey: customer, grantType: 'AuthorizationCode', code } });
  const { methodKey } = await control.registerWalletCard({ params: { customerKey: customer }, body: {} });
  return { methodKey, customer };
}

async function authenticated(orderId: string): Promise<string> {
  const body = { method: '카드', orderId, orderName, amount: 20_000n } as const;
  return (await world.sandbox.control.payAsBuyer({ body })).paymentKey;
}

async function prepared(way: Way, orderId = newOrderId()): Promise<Prepared> {
  const { body, ...asked } = (await ways[way](orderId)) as Asked & { body: object };
  const ask: Prepared['ask'] = (amount, through = side, more = {}) =>
    send(through, way, { ...asked, ...more, body: { ...body, orderId, amount } });
  return { orderId, ask };
}

const charged = async () => (await world.sandbox.control.readBook({})).approved;
const paid = {
  'provider:receivable': 20_000n,
  'seller:acme:pending': -17_800n,
  'platform:commission': -2_000n,
  'platform:vat': -200n,
};
/** An issued account has no money yet. */
const booksOf = (way: Way, books: Record<string, bigint>) => (way === 'issueVirtualAccount' ? {} : books);

test("an automatic payment's order id may hold `=` (document 2 section 4): charged, and found again when the answer is lost", async () => {
  const { orderId, ask } = await prepared('payByWallet', `${newOrderId()}=`);
  await side.register(orderId, 20_000);
  await world.sandbox.control.addFault({ body: { operation: 'payByWallet', kind: 'drop-after-commit', times: 1 } });
  expect(await ask(20_000)).toMatchObject({ status: 503, code: 'PAYMENT_OUTCOME_UNKNOWN' });
  await observeOrder(world.gateway, orderId);
  expect(await world.books()).toEqual(paid);
});

describe.each(names)('%s', (way) => {
  test('an order that is unknown, or costs another amount, is refused before the buyer is charged', async () => {
    const before = await charged();
    const { orderId, ask } = await prepared(way);
    expect(await ask(20_000)).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' });
    await side.register(orderId, 19_000);
    const isConfirm = way === 'confirmPayment' || way === 'confirmPaymentByKey';
    expect(await ask(20_000)).toMatchObject(
      isConfirm ? { status: 403, code: 'FORBIDDEN_REQUEST' } : { status: 422, code: 'PAYMENT_AMOUNT_MISMATCH' },
    );
    expect(await charged()).toBe(before);
    expect(await world.openJobs()).toEqual([]);
  });

  test('a charge is booked before its answer is returned, and a second one of the same order is refused', async () => {
    const { orderId, ask } = await prepared(way);
    await side.register(orderId, 20_000);
    expect(await ask(20_000)).toMatchObject({ status: 200 });
    expect(await world.books()).toEqual(booksOf(way, paid));
    // The look at an account's deadline stays.
    expect(await world.openJobs()).toEqual(way === 'issueVirtualAccount' ? ['payment.observe'] : []);
    const other = await ways.payByCardNumber();
    const again = await send(side, 'payByCardNumber', { body: { ...other.body, orderId, amount: 20_000 } });
    expect(again).toMatchObject({ status: 400, code: 'DUPLICATED_ORDER_ID' });
    expect(await world.books()).toEqual(booksOf(way, paid));
  });

  test('a lost answer is unknown, the look books it, and a repeat gets the first answer, however late', async () => {
    const { orderId, ask } = await prepared(way);
    await side.register(orderId, 20_000);
    const operation = way === 'confirmPaymentByKey' ? 'confirmPayment' : way;
    await world.sandbox.control.addFault({ body: { operation, kind: 'drop-after-commit', times: 1 } });
    const more = { headers: { 'idempotency-key': `key-of-${orderId}` } };
    expect(await ask(20_000, side, more)).toMatchObject({ status: 503, code: 'PAYMENT_OUTCOME_UNKNOWN' });
    expect(await world.books()).toEqual({});
    await observeOrder(world.gateway, orderId);
    await observeOrder(world.gateway, orderId);
    expect(await world.books()).toEqual(booksOf(way, paid));
    await world.db.query(`update messaging.idempotency set started_at = started_at - interval '1 day'`);
    expect(await ask(20_000, side, more)).toMatchObject({ status: 200 });
    expect(await world.books()).toEqual(booksOf(way, paid));
  });

  test('without a registered order it stands unallocated where the setting allows, until the order is registered', async () => {
    const { orderId, ask } = await prepared(way);
    expect(await ask(20_000, tolerant.side)).toMatchObject({ status: 200 });
    const unallocated = { 'provider:receivable': 20_000n, unallocated: -20_000n };
    expect(await world.books()).toEqual(booksOf(way, unallocated));
    await createOrder(world.gateway, order([{ amount: 20_000n }], { orderId }));
    await observeOrder(world.gateway, orderId);
    expect(await world.books()).toEqual(booksOf(way, paid));
    expect((await findLivePayment(world.db, orderId))?.orderId).toBe(orderId);
  });
});

test('a payment in another currency is refused before it is created, and before it is confirmed', async () => {
  const orderId = newOrderId();
  await side.register(orderId, 20_000);
  const urls = { successUrl: 'https://market.example/ok', failUrl: 'https://market.example/fail' };
  const body = { method: '카드', amount: 20_000, currency: 'USD', orderId, orderName, ...urls };
  const refused = { status: 422, code: 'PAYMENT_CURRENCY_UNSUPPORTED' };
  expect(await send(side, 'createPayment', { body })).toMatchObject(refused);
  expect(await send(side, 'createPayment', { body: { ...body, amount: 12.34 } })).toMatchObject(refused);
  expect(await send(side, 'createPayment', { body: { ...body, amount: 20_000.5, currency: 'KRW' } })).toMatchObject({
    code: 'INVALID_REQUEST',
  });
  expect(
    await send(side, 'createPayment', { body: { ...body, orderId: 'not-registered', currency: 'KRW' } }),
  ).toMatchObject({
    code: 'ORDER_NOT_FOUND',
  });
  // The market's client opened the window at the provider itself.
  const beside = await world.sandbox.api.createPayment({
    body: { ...body, method: '카드', currency: 'USD', amount: 20_000n },
  });
  await world.sandbox.control.authenticatePayment({ params: { paymentKey: beside.paymentKey } });
  const before = await charged();
  const confirm = { body: { paymentKey: beside.paymentKey, orderId, amount: 20_000 } };
  expect(await send(side, 'confirmPayment', confirm)).toMatchObject(refused);
  expect(await send(tolerant.side, 'confirmPayment', confirm)).toMatchObject(refused);
  expect(await charged()).toBe(before);
  expect(await findLivePayment(world.db, orderId)).toBeUndefined();
});

test('a payment key that no payment can have is refused by the provider', async () => {
  const orderId = newOrderId();
  await side.register(orderId, 20_000);
  const body = { paymentKey: 'x'.repeat(201), orderId, amount: 20_000 };
  expect(await send(side, 'confirmPayment', { body })).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
});

test.each([
  ['a part that names the currency', { cancelAmount: 40, currency: 'USD' }, 4_000n],
  ['a part that names no currency', { cancelAmount: '40.00' }, 4_000n],
  ['everything', {}, 12_000n],
])('a payment in dollars is canceled in dollars, and booked in cents: %s', async (_, asked, canceled) => {
  const { api, control } = world.sandbox;
  const choice = { method: '간편결제', currency: 'USD', easyPay: { provider: 'PAYPAL' } } as const;
  const purchase = { orderId: newOrderId(), amount: 120n };
  const { paymentKey } = await control.payAsBuyer({ body: { ...choice, ...purchase, orderName } });
  await api.confirmPayment({ body: { paymentKey, ...purchase } });
  await observePayment(world.gateway, paymentKey);
  const cancel = { params: { paymentKey }, body: { cancelReason: '변심', ...asked } };
  expect(await send(side, 'cancelPayment', cancel)).toMatchObject({ status: 200 });
  expect(await findPayment(world.db, paymentKey)).toMatchObject({ amount: 12_000n, canceled });
  expect(await world.openJobs()).not.toContain('payment-cancel.observe');
});

test('a cancel with nulls for optional fields is known as a cancel: a lost answer is looked for', async () => {
  const { api, control } = world.sandbox;
  const purchase = { orderId: newOrderId(), amount: 20_000n };
  const { paymentKey } = await control.payAsBuyer({ body: { method: '카드', ...purchase, orderName } });
  await api.confirmPayment({ body: { paymentKey, ...purchase } });
  await observePayment(world.gateway, paymentKey);
  await control.addFault({ body: { operation: 'cancelPayment', kind: 'drop-after-commit', times: 1 } });
  const body = { cancelReason: '변심', cancelAmount: null, taxFreeAmount: null, refundReceiveAccount: null };
  expect(await send(side, 'cancelPayment', { params: { paymentKey }, body })).toMatchObject({ status: 503 });
  expect(await world.openJobs()).toContain('payment-cancel.observe');
});

test('the order of a payment link is canceled like any payment, also when the answer is lost', async () => {
  const { api, control } = world.sandbox;
  const { productKey } = await api.createProduct({ body: { name: orderName, amount: 20_000n } });
  const purchase = { quantity: 1, customerName: '김구매', customerPhoneNumber: '01012345678' };
  const { orderKey, payment } = await control.buyFromLink({ params: { productKey }, body: purchase });
  const paymentKey = payment?.paymentKey ?? '';
  await observePayment(world.gateway, paymentKey);
  const part = { params: { orderKey }, body: { cancelReason: '변심', cancelAmount: 5_000 } };
  expect(await send(side, 'cancelOrder', part)).toMatchObject({ status: 200 });
  expect(await world.books()).toEqual({ 'provider:receivable': 15_000n, unallocated: -15_000n });
  await control.addFault({ body: { operation: 'cancelOrder', kind: 'drop-after-commit', times: 1 } });
  expect(await send(side, 'cancelOrder', part)).toMatchObject({ status: 503, code: 'PAYMENT_OUTCOME_UNKNOWN' });
  expect(await world.openJobs()).toContain('payment.observe');
  await observePayment(world.gateway, paymentKey);
  expect(await world.books()).toEqual({ 'provider:receivable': 10_000n, unallocated: -10_000n });
});

test('a provider that is away, or refuses the key of the platform, is 503 in the envelope of the path', async () => {
  for (const settings of [
    { PROVIDER_BASE_URL: 'http://127.0.0.1:9' },
    { PROVIDER_SECRET_KEY: 'test_sk_not_known_there' },
  ]) {
    const broken = await startGatewayApp(world, settings);
    const orderId = newOrderId();
    await side.register(orderId, 20_000);
    const { body } = await ways.payByCardNumber();
    const answers = [
      await send(broken.side, 'listPromotions', {}),
      await send(broken.side, 'payByCardNumber', { body: { ...body, orderId, amount: 20_000 } }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 503, code: 'PROVIDER_UNAVAILABLE' });
    await broken.side.call('getBalance', 'away', { ticks: false });
    expect(broken.side.heard.at(-1)?.json).toMatchObject({ entityBody: null, error: { code: 'PROVIDER_UNAVAILABLE' } });
    await broken.stop();
  }
});
