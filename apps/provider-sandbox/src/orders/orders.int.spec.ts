import { Order, OrderPaymentStatusChanged } from '@jeongsan/provider-contract';
import { freezeAt, seoul } from '../testing/buyer.js';
import { bought, buyer, onSale, sizes } from '../testing/links.js';
import { type Receiver, startReceiver, until } from '../testing/receiver.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => freezeAt(sandbox, '2026-03-04T10:00:00'));

const shipping = { receiver: '이수령', postalCode: '06236', address: '서울 강남구 테헤란로 1', detailAddress: '2층' };
const product = (productKey: string) => sandbox.provider.getProduct({ params: { productKey } });
const cancel = (orderKey: string, body: object = {}) =>
  sandbox.provider.cancelOrder({ params: { orderKey }, body: { cancelReason: '변심', ...body } });
const codeOf = (result: Promise<unknown>) =>
  result.then(
    () => 'done',
    (error: { code: string; detail: string }) => error.detail || error.code,
  );

describe('an order', () => {
  test('carries what was bought, by whom, with what came with the link, and the payment it made', async () => {
    const sold = await onSale(sandbox, {
      optionDetail: sizes,
      useMemo: true,
      deliveryPolicy: { amount: 3_000n, period: '2일' },
    });
    const order = await bought(sandbox, sold.productKey, {
      quantity: 2,
      optionNames: ['대', '빨강'],
      memo: '문 앞에',
      shipping,
      queryParams: { campaign: 'spring' },
    });
    // The total is two pieces of 5,000, an option of 1,000 for each, and one delivery.
    expect(order).toEqual({
      orderKey: expect.stringMatching(/^order_a/) as string,
      amount: 15_000n,
      currency: 'KRW',
      metaFields: { campaign: 'spring' },
      orderItems: [
        { product: sold, quantity: 2, orderOptions: [{ names: ['대', '빨강'], amount: 1_000n, currency: 'KRW' }] },
      ],
      customerName: buyer.customerName,
      customerPhoneNumber: buyer.customerPhoneNumber,
      memo: '문 앞에',
      shipping: { ...shipping, fullAddress: '서울 강남구 테헤란로 1 2층' },
      payment: expect.objectContaining({ status: 'DONE', totalAmount: 15_000n, orderName: '사과 한 상자' }) as unknown,
      createdAt: seoul('2026-03-04T10:00:00'),
    });
    expect(await sandbox.provider.getOrder({ params: { orderKey: order.orderKey } })).toEqual(order);
    const paymentKey = order.payment?.paymentKey ?? '';
    expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toEqual(order.payment);
    const rows = await sandbox.provider.listTransactions({ query: { startDate: '2026-03-04', endDate: '2026-03-05' } });
    expect(rows.filter((row) => row.paymentKey === paymentKey)).toMatchObject([{ amount: 15_000n, status: 'DONE' }]);
    expect((await product(sold.productKey)).optionDetail.options[0]?.stock).toEqual({
      totalQuantity: 2,
      remainQuantity: 0,
    });
  });

  test('keeps the product as it was bought', async () => {
    const sold = await onSale(sandbox);
    const { orderKey } = await bought(sandbox, sold.productKey);
    const params = { productKey: sold.productKey };
    await sandbox.provider.updateProduct({ params, body: { name: '배', amount: 9_000n } });
    await sandbox.provider.deleteProduct({ params });
    const order = await sandbox.provider.getOrder({ params: { orderKey } });
    expect(order.orderItems[0]?.product).toEqual(sold);
  });

  test('that was refused in the window, or never got there, is there without a payment', async () => {
    const { productKey } = await onSale(sandbox, { stock: { quantity: 1 } });
    for (const window of ['refuse', 'leave'] as const) {
      const order = await bought(sandbox, productKey, { window });
      expect(order.payment).toBeNull();
      await expect(cancel(order.orderKey)).rejects.toMatchObject({
        outcome: 'rejected',
        code: 'NOT_CANCELABLE_PAYMENT',
      });
    }
    expect(await product(productKey)).toMatchObject({ status: 'ON_SALE', stock: { remainQuantity: 1 } });
    expect(await bought(sandbox, productKey, { method: '계좌이체' })).toMatchObject({
      payment: { method: '계좌이체' },
    });
  });

  const delivered = { deliveryPolicy: { amount: 0n, period: '1일' } };
  // prettier-ignore
  test.each<[string, Parameters<typeof onSale>[1], object, string]>([
    ['a product out of stock',                { stock: { quantity: 0 } },                    {},                             'SOLD_OUT_PRODUCT'],
    ['more than there is',                    { stock: { quantity: 2 } },                    { quantity: 3 },                'SOLD_OUT_PRODUCT'],
    ['all there is',                          { stock: { quantity: 2 } },                    { quantity: 2 },                'done'],
    ['more of an option than there is',       { optionDetail: sizes },                       { quantity: 3, optionNames: ['대', '빨강'] }, 'SOLD_OUT_PRODUCT'],
    ['an option that is not available',       { optionDetail: sizes },                       { optionNames: ['소', '빨강'] }, 'SOLD_OUT_PRODUCT'],
    ['an option that is not there',           { optionDetail: sizes },                       { optionNames: ['중', '빨강'] }, 'INVALID_REQUEST optionNames'],
    ['no option where there are some',        { optionDetail: sizes },                       {},                             'INVALID_REQUEST optionNames'],
    ['an option where there is none',         {},                                            { optionNames: ['대'] },         'INVALID_REQUEST optionNames'],
    ['a note where none is asked for',        {},                                            { memo: '빨리' },                'INVALID_REQUEST memo'],
    ['delivery without an address',           delivered,                                     {},                             'INVALID_REQUEST shipping'],
    ['delivery with one',                     delivered,                                     { shipping },                   'done'],
    ['an address where nothing is delivered', {},                                            { shipping },                   'INVALID_REQUEST shipping'],
    ['less than a card takes',                { amount: 99n },                               {},                             'BELOW_MINIMUM_AMOUNT'],
    ['what a card takes',                     { amount: 100n },                              {},                             'done'],
    ['more than a number can say',            { amount: 9_000_000_000_000_000n },            { quantity: 2 },                'EXCEED_MAX_AMOUNT'],
    ['after its last second',                 { validThrough: seoul('2026-03-04T09:59:59') }, {},                            'EXPIRED_PRODUCT'],
    ['in its last second',                    { validThrough: seoul('2026-03-04T10:00:00') }, {},                            'done'],
    ['with too much in the link',             {},                                            { queryParams: { k: 'v'.repeat(493) } }, 'EXCEED_MAX_QUERY_PARAMS'],
    ['with as much as a link carries',        {},                                            { queryParams: { k: 'v'.repeat(492) } }, 'done'],
  ])('of %s', async (_, body, purchase, expected) => {
    const { productKey } = await onSale(sandbox, body);
    expect(await codeOf(bought(sandbox, productKey, purchase))).toBe(expected);
  });

  test('of the last piece is one of two that came at once', async () => {
    for (const body of [
      { stock: { quantity: 1 } },
      {
        optionDetail: {
          ...sizes,
          options: [
            { ...sizes.options[0], names: ['대', '빨강'], amount: 0n, available: true, stock: { quantity: 1 } },
          ],
        },
      },
    ]) {
      const { productKey } = await onSale(sandbox, body);
      const optionNames = 'optionDetail' in body ? { optionNames: ['대', '빨강'] } : {};
      const results = await Promise.all([1, 2, 3, 4].map(() => codeOf(bought(sandbox, productKey, optionNames))));
      expect(results.sort()).toEqual(['SOLD_OUT_PRODUCT', 'SOLD_OUT_PRODUCT', 'SOLD_OUT_PRODUCT', 'done']);
      expect(await product(productKey)).toMatchObject({ status: 'SOLD_OUT' });
    }
  });
});

describe('an order paid into a virtual account', () => {
  const refundReceiveAccount = { bank: '신한', accountNumber: '110123456789', holderName: '김구매' };
  const intoAccount = (productKey: string, purchase: object = {}) =>
    bought(sandbox, productKey, { method: '가상계좌', ...purchase });
  const keyOf = ({ payment }: { payment: { paymentKey: string } | null }) => ({
    paymentKey: payment?.paymentKey ?? '',
  });
  const deposit = (order: Awaited<ReturnType<typeof intoAccount>>) =>
    sandbox.control.depositIntoAccount({ params: keyOf(order), body: {} });
  const remaining = async (productKey: string) => (await product(productKey)).stock?.remainQuantity;

  test('waits for the deposit with its goods reserved, is paid by it, and each step is announced', async () => {
    const receiver = await startReceiver();
    await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['ORDER_PAYMENT_STATUS_CHANGED'] } });
    const { productKey } = await onSale(sandbox, { stock: { quantity: 1 } });
    const order = await intoAccount(productKey, { virtualAccount: { bank: '국민' } });
    expect(order.payment).toMatchObject({
      status: 'WAITING_FOR_DEPOSIT',
      method: '가상계좌',
      approvedAt: null,
      virtualAccount: { bankCode: '06', customerName: buyer.customerName, expired: false },
    });
    expect(await product(productKey)).toMatchObject({ status: 'SOLD_OUT', stock: { remainQuantity: 0 } });
    expect(await codeOf(intoAccount(productKey))).toBe('SOLD_OUT_PRODUCT');
    await deposit(order);
    const { payment } = await sandbox.provider.getOrder({ params: { orderKey: order.orderKey } });
    expect(payment).toMatchObject({ status: 'DONE', approvedAt: seoul('2026-03-04T10:00:00') });
    await until('both changes are announced', () => receiver.received.length === 2);
    const changes = receiver.received.map(({ json }) => OrderPaymentStatusChanged.parse(json).data);
    expect(changes.map(({ orderKey, payment: { status } }) => [orderKey, status]).sort()).toEqual([
      [order.orderKey, 'DONE'],
      [order.orderKey, 'WAITING_FOR_DEPOSIT'],
    ]);
    await receiver.close();
    await sandbox.control.reset({});
  });

  test('is canceled before the deposit without an account to refund to, and its goods are for sale again', async () => {
    const { productKey } = await onSale(sandbox, { stock: { quantity: 1 } });
    const { orderKey } = await intoAccount(productKey);
    await expect(cancel(orderKey, { cancelAmount: 1_000n })).rejects.toMatchObject({
      code: 'NOT_ALLOWED_PARTIAL_REFUND_WAITING_DEPOSIT',
    });
    expect((await cancel(orderKey)).payment).toMatchObject({
      status: 'CANCELED',
      virtualAccount: { refundStatus: 'NONE' },
    });
    expect(await remaining(productKey)).toBe(1);
    await expect(cancel(orderKey)).rejects.toMatchObject({ code: 'ALREADY_CANCELED_PAYMENT' });
    expect(await remaining(productKey)).toBe(1);
  });

  test('is canceled after the deposit with an account to refund to only, and the refund is on its way', async () => {
    const { productKey } = await onSale(sandbox, { stock: { quantity: 1 } });
    const order = await intoAccount(productKey);
    await deposit(order);
    const { orderKey } = order;
    const refused = { ...refundReceiveAccount, accountNumber: '1101230000' };
    await expect(cancel(orderKey)).rejects.toMatchObject({ code: 'INVALID_REFUND_ACCOUNT_INFO' });
    await expect(cancel(orderKey, { refundReceiveAccount: refused })).rejects.toMatchObject({
      code: 'INVALID_REFUND_ACCOUNT_NUMBER',
    });
    expect(await remaining(productKey)).toBe(0);
    const { payment } = await cancel(orderKey, { refundReceiveAccount });
    expect(payment).toMatchObject({ status: 'CANCELED', balanceAmount: 0n });
    expect(payment?.virtualAccount?.refundStatus).not.toBe('NONE');
    expect(await remaining(productKey)).toBe(1);
  });

  test('holds its goods until the deadline, and a cancel after that returns no second piece', async () => {
    const { productKey } = await onSale(sandbox, { stock: { quantity: 2 } });
    const [late, paid] = [await intoAccount(productKey), await intoAccount(productKey)];
    await deposit(paid);
    const dueAt = late.payment?.virtualAccount?.dueDate ?? new Date(0);
    await sandbox.control.setClock({ body: { now: dueAt } });
    expect(await remaining(productKey)).toBe(0);
    await sandbox.control.setClock({ body: { now: new Date(dueAt.getTime() + 1_000) } });
    expect(await remaining(productKey)).toBe(1);
    expect((await sandbox.provider.getOrder({ params: late })).payment).toMatchObject({
      status: 'WAITING_FOR_DEPOSIT',
      virtualAccount: { expired: true },
    });
    await expect(deposit(late)).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
    await cancel(late.orderKey);
    expect(await remaining(productKey)).toBe(1);
  });

  test('of a bank that issues none is refused, and leaves the order without a payment', async () => {
    const { productKey } = await onSale(sandbox, { stock: { quantity: 1 } });
    expect(await codeOf(intoAccount(productKey, { virtualAccount: { bank: '카카오' } }))).toBe('INVALID_BANK');
    const refused = await intoAccount(productKey, { window: 'refuse' });
    expect(refused.payment).toBeNull();
    expect(await remaining(productKey)).toBe(1);
  });
});

describe('the list', () => {
  test('comes in the order the orders were made, page by page', async () => {
    await sandbox.control.reset({});
    const { productKey } = await onSale(sandbox);
    const keys: string[] = [];
    for (const window of ['approve', 'leave', 'approve'] as const) {
      keys.push((await bought(sandbox, productKey, { window })).orderKey);
    }
    const list = async (query: { limit?: number; startingAfter?: string }) =>
      (await sandbox.provider.listOrders({ query })).map(({ orderKey, payment }) => [orderKey, payment?.status]);
    expect(await list({})).toEqual([
      [keys[0], 'DONE'],
      [keys[1], undefined],
      [keys[2], 'DONE'],
    ]);
    expect(await list({ limit: 1, startingAfter: keys[0] ?? '' })).toEqual([[keys[1], undefined]]);
    expect(await list({ startingAfter: keys[2] ?? '' })).toEqual([]);
  });

  // prettier-ignore
  test.each([
    ['limit=0',               400, 'INVALID_REQUEST'],
    ['limit=1',               200, undefined],
    ['limit=100',             200, undefined],
    ['limit=101',             400, 'EXCEED_MAX_QUERY_LIMIT'],
    ['startingAfter=nobody',  404, 'NOT_FOUND_ORDER'],
  ])('with %s answers %d', async (query, status, code) => {
    const reply = await raw(sandbox, 'GET', `/v1/orders?${query}`);
    expect([reply.status, reply.json['code']]).toEqual([status, code]);
  });
});

describe('a cancel', () => {
  test('of everything returns the money and the goods', async () => {
    const { productKey } = await onSale(sandbox, { stock: { quantity: 3 } });
    const { orderKey } = await bought(sandbox, productKey, { quantity: 2 });
    const order = await cancel(orderKey);
    expect(order.payment).toMatchObject({ status: 'CANCELED', balanceAmount: 0n, cancels: [{ cancelReason: '변심' }] });
    expect((await product(productKey)).stock).toEqual({ totalQuantity: 3, remainQuantity: 3 });
    await expect(cancel(orderKey)).rejects.toMatchObject({ code: 'ALREADY_CANCELED_PAYMENT' });
  });

  test('of its payment is one of the order too, and of an option the goods come back to the option', async () => {
    const { productKey } = await onSale(sandbox, { optionDetail: sizes });
    const { payment } = await bought(sandbox, productKey, { optionNames: ['대', '빨강'] });
    const params = { paymentKey: payment?.paymentKey ?? '' };
    await sandbox.provider.cancelPayment({ params, body: { cancelReason: '변심' } });
    expect((await product(productKey)).optionDetail.options[0]?.stock).toMatchObject({ remainQuantity: 2 });
  });

  test('of a part returns a part of the money, and no goods', async () => {
    const { productKey } = await onSale(sandbox, { stock: { quantity: 1 } });
    const { orderKey } = await bought(sandbox, productKey);
    expect((await cancel(orderKey, { cancelAmount: 2_000n })).payment).toMatchObject({
      status: 'PARTIAL_CANCELED',
      balanceAmount: 3_000n,
    });
    expect((await cancel(orderKey)).payment).toMatchObject({ status: 'PARTIAL_CANCELED', balanceAmount: 0n });
    expect((await product(productKey)).stock).toMatchObject({ remainQuantity: 0 });
  });

  test('puts no more back than the stock is by now, and nothing where the merchant does not want it', async () => {
    const { productKey } = await onSale(sandbox, { stock: { quantity: 3 } });
    const [first, second] = [await bought(sandbox, productKey), await bought(sandbox, productKey)];
    await sandbox.provider.updateProduct({ params: { productKey }, body: { stock: { quantity: 1 } } });
    await cancel(first.orderKey);
    expect((await product(productKey)).stock).toEqual({ totalQuantity: 1, remainQuantity: 1 });
    await bought(sandbox, productKey);
    await sandbox.control.changeSettings({ body: { canceledOrdersReturnStock: false } });
    await cancel(second.orderKey);
    expect((await product(productKey)).stock).toMatchObject({ remainQuantity: 0 });
    await sandbox.control.changeSettings({ body: { canceledOrdersReturnStock: true } });
  });

  const account = { bank: '신한', accountNumber: '110123456789', holderName: '김구매' };
  // prettier-ignore
  test.each<[string, object, number, string | undefined]>([
    ['no reason',                          { cancelReason: undefined },                                          400, 'INVALID_REQUEST'],
    ['an empty reason',                    { cancelReason: '' },                                                 400, 'INVALID_REQUEST'],
    ['a reason of 200 characters',         { cancelReason: '가'.repeat(200) },                                    200, undefined],
    ['a reason of 201 characters',         { cancelReason: '가'.repeat(201) },                                    400, 'INVALID_REQUEST'],
    ['an amount of 0',                     { cancelAmount: 0 },                                                  403, 'NOT_CANCELABLE_AMOUNT'],
    ['all of the amount',                  { cancelAmount: 5_000 },                                              200, undefined],
    ['more than the amount',               { cancelAmount: 5_001 },                                              403, 'NOT_CANCELABLE_AMOUNT'],
    ['won',                                { currency: 'KRW' },                                                  200, undefined],
    ['dollars',                            { currency: 'USD' },                                                  400, 'INVALID_CURRENCY'],
    ['more free of tax than was',          { cancelAmount: 1_000, taxFreeAmount: 1 },                            403, 'NOT_CANCELABLE_AMOUNT'],
    ['an account to refund to',            { refundReceiveAccount: account },                                    200, undefined],
    ['an account at no bank',              { refundReceiveAccount: { ...account, bank: '없는은행' } },             400, 'INVALID_BANK'],
    ['an account at a bank by its code',   { refundReceiveAccount: { ...account, bank: '088' } },                400, 'INVALID_BANK'],
    ['an account without a bank',          { refundReceiveAccount: { ...account, bank: undefined } },            400, 'INVALID_REQUEST'],
    ['an account without a number',        { refundReceiveAccount: { ...account, accountNumber: undefined } },   400, 'INVALID_REFUND_ACCOUNT_NUMBER'],
    ['an account number of 20 digits',     { refundReceiveAccount: { ...account, accountNumber: '1'.repeat(20) } }, 200, undefined],
    ['an account number of 21 digits',     { refundReceiveAccount: { ...account, accountNumber: '1'.repeat(21) } }, 400, 'INVALID_REFUND_ACCOUNT_NUMBER'],
    ['an account without a holder',        { refundReceiveAccount: { ...account, holderName: undefined } },      400, 'INVALID_REQUEST'],
    ['a holder of 60 characters',          { refundReceiveAccount: { ...account, holderName: '가'.repeat(60) } }, 200, undefined],
    ['a holder of 61 characters',          { refundReceiveAccount: { ...account, holderName: '가'.repeat(61) } }, 400, 'INVALID_REQUEST'],
  ])('with %s answers %d', async (_, change, status, code) => {
    const { productKey } = await onSale(sandbox);
    const { orderKey } = await bought(sandbox, productKey);
    const reply = await raw(sandbox, 'POST', `/v1/orders/${orderKey}/cancel`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cancelReason: '변심', ...change }),
    });
    expect([reply.status, reply.json['code']]).toEqual([status, code]);
    if (status === 200) expect(Order.parse(reply.json).orderKey).toBe(orderKey);
  });

  test('of no order finds none', async () => {
    const notFound = { outcome: 'rejected', status: 404, code: 'NOT_FOUND_ORDER' };
    await expect(cancel('nobody')).rejects.toMatchObject(notFound);
    await expect(sandbox.provider.getOrder({ params: { orderKey: 'nobody' } })).rejects.toMatchObject(notFound);
  });
});

describe('webhooks', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
    const events = ['ORDER_PAYMENT_STATUS_CHANGED', 'PAYMENT_STATUS_CHANGED'] as const;
    await sandbox.control.registerWebhook({ body: { url: receiver.url, events: [...events] } });
  });
  afterEach(() => receiver.close());
  const orderEvents = () =>
    receiver.received.filter(({ json }) => json['eventType'] === 'ORDER_PAYMENT_STATUS_CHANGED');

  test('tell of the payment of an order and of each cancel, beside those of the payment itself', async () => {
    const { productKey } = await onSale(sandbox);
    await bought(sandbox, productKey, { window: 'refuse' });
    const order = await bought(sandbox, productKey);
    const { orderKey, amount, currency, customerName, customerPhoneNumber, orderItems } = order;
    await cancel(orderKey, { cancelAmount: 1_000n });
    const after = await cancel(orderKey);
    await until('all webhooks', () => receiver.received.length >= 7);
    const [paid, , last] = orderEvents().map(({ json }) => OrderPaymentStatusChanged.parse(json));
    expect(paid).toMatchObject({ createdAt: '2026-03-04T10:00:00.000000' });
    const facts = { orderKey, amount, currency, customerName, customerPhoneNumber, orderItems };
    expect(paid?.data).toEqual({ ...facts, payment: order.payment });
    expect(last?.data).toEqual({ ...facts, payment: after.payment });
    const statuses = receiver.received.map(({ json }) => (json['data'] as { status?: string }).status);
    expect(statuses.filter((status) => status !== undefined).sort()).toEqual([
      'ABORTED',
      'DONE',
      'PARTIAL_CANCELED',
      'PARTIAL_CANCELED',
    ]);
    expect(receiver.received).toHaveLength(7);
  });

  test('say nothing of orders when a payment has none, whatever its orderId is', async () => {
    const { paymentKey, orderId } = await sandbox.control.payAsBuyer({
      body: { method: '카드', amount: 1_000n, orderId: 'paylink-mine', orderName: '사과' },
    });
    await sandbox.provider.confirmPayment({ body: { paymentKey, orderId, amount: 1_000n } });
    await until('the webhook', () => receiver.received.length >= 1);
    expect(orderEvents()).toEqual([]);
  });
});
