import { testAuthor } from '@jeongsan/testing';
import { cancelPayment } from '../cancels/cancel-payment/cancel-payment.js';
import { createOrder } from '../orders/create-order/create-order.js';
import { readOrder } from '../orders/read-order/read-order.js';
import { observeOrder } from '../payments/observe-order/observe-order.js';
import { observePayment } from '../payments/observe-payment/observe-payment.js';
import { observeReservation } from '../payments/observe-reservation/observe-reservation.js';
import { findPayment } from '../payments/payment-record.js';
import { GatewayWorld, MONDAY } from '../testing/gateway-world.js';
import { onSale as newProduct, soldByLink } from '../testing/links.js';
import { buyerPays, order } from '../testing/market.js';
import { applySplit } from './apply-split/apply-split.js';
import { nameSplit } from './name-split/name-split.js';
import { observeLinkOrder } from './observe-link-order/observe-link-order.js';
import { readSplit } from './read-splits/read-splits.js';
import { retrySplits } from './retry-splits/retry-splits.js';
import { noteSold } from './sold-items.js';
import type { SplitTerms } from './split-record.js';

jest.setTimeout(60_000);
const world = new GatewayWorld();
beforeAll(() => world.open(), 60_000);
afterAll(() => world.close());
beforeEach(() => world.begin());
afterEach(() => world.end());

type Line = SplitTerms['lines'][number];
const line = (lineId: string, sellerId: string, rest: Partial<Line>): Line => ({
  ...{ lineId, sellerId, category: 'books' },
  ...rest,
});
/** 7,000 won of acme and 3,000 won of bolt. */
const amounts = (): SplitTerms => ({
  orderName: '책 묶음',
  lines: [line('book', 'acme', { amount: 7_000n }), line('print', 'bolt', { amount: 3_000n })],
});
const shares = (): SplitTerms => ({
  lines: [line('goods', 'acme', { share: 66_667 }), line('visit', 'bolt', { share: 33_333 })],
});

const product = (key: string) => ({ kind: 'product', key }) as const;
const name = (of: Parameters<typeof nameSplit>[1], terms: SplitTerms) =>
  nameSplit(world.gateway, of, { ...terms, reason: '계약 12' }, testAuthor('key:market'));
/** Names a split and runs the job that applies it to what waits. */
async function nameAndApply(of: Parameters<typeof nameSplit>[1], terms: SplitTerms): Promise<void> {
  await name(of, terms);
  await applyNewest();
}
async function applyNewest(): Promise<void> {
  const [job] = await world.db.query<{ data: { splitId: string } }[]>(
    `select data from messaging.outbox where job = 'split.apply' order by id desc limit 1`,
  );
  await applySplit(world.gateway, job?.data.splitId ?? '');
}

const onSale = (body?: Parameters<typeof newProduct>[1]) => newProduct(world.sandbox, body);
const sold = (...of: [productKey: string, purchase?: Parameters<typeof soldByLink>[2]]) =>
  soldByLink(world.sandbox, ...of);
let reservations = 10_000_000;
async function paidByPhone(value: bigint, prefix = '') {
  const reserveNumber = `${prefix}${(reservations += 1)}`;
  const payment = {
    method: 'CARD',
    amount: { minor: value, currency: 'KRW' },
    orderName: '이불',
    customerMobilePhone: '01012345678',
  } as const;
  const reservation = await world.sandbox.api.createReservation({
    body: { arsType: 'PAYMENT', payment, reserveNumber },
  });
  const { id } = reservation.entityBody;
  await world.sandbox.control.callArs({ params: { id }, body: {} });
  const session = await world.sandbox.api.getArsSession({ query: { arsReservationId: id } });
  return { id, paymentKey: session.entityBody.paymentId ?? '' };
}
/** The columns of the payment that say whose money it is. */
async function standing({ paymentKey }: { paymentKey: string }) {
  const [row] = await world.db.query<{ orderId: string | null; because: string | null }[]>(
    'select order_id as "orderId", unallocated_because as because from gateway.payment where payment_key = $1',
    [paymentKey],
  );
  return row;
}
const events = async ({ paymentKey }: { paymentKey: string }) => {
  const rows = await world.db.query<{ type: string }[]>(
    'select e.type from messaging.event e join gateway.payment p on p.id::text = e.entity_id where p.payment_key = $1 order by e.id',
    [paymentKey],
  );
  return rows.map(({ type }) => type);
};
const split10000 = {
  'provider:receivable': 10_000n,
  'seller:acme:pending': -6_230n,
  'seller:bolt:pending': -2_670n,
  'platform:commission': -1_000n,
  'platform:vat': -100n,
};
const times = (units: bigint) => Object.fromEntries(Object.entries(split10000).map(([k, v]) => [k, v * units]));

test.each([1, 3])(
  'a sale of %i units of a product with a split is its sellers’ at the time of the payment',
  async (quantity) => {
    const key = await onSale();
    await name(product(key), amounts());
    const sale = await sold(key, { quantity });
    await world.later(3_600);
    await observeLinkOrder(world.gateway, sale.orderKey);
    expect(await world.books()).toEqual(times(BigInt(quantity)));
    expect(await events(sale)).toEqual(['payment.approved']);
    const view = await readOrder(world.gateway, sale.orderId);
    const units = BigInt(quantity);
    expect(view).toMatchObject({ orderName: '책 묶음', orderedAt: MONDAY, paymentState: 'approved' });
    expect(view.lines).toMatchObject([
      { lineId: 'book', quantity, amount: 7_000n * units },
      { lineId: 'print', quantity, amount: 3_000n * units },
    ]);
    await observeLinkOrder(world.gateway, sale.orderKey);
    await observePayment(world.gateway, sale.paymentKey);
    expect(await world.books()).toEqual(times(units));
  },
);

test('an order that is canceled, in part before and in part after it was seen, takes the money back from its sellers', async () => {
  const key = await onSale();
  await name(product(key), amounts());
  const sale = await sold(key, { quantity: 3 });
  const cancel = (cancelAmount: bigint) =>
    world.sandbox.api.cancelOrder({ params: sale, body: { cancelReason: '변심', cancelAmount } });
  await cancel(10_000n);
  await observeLinkOrder(world.gateway, sale.orderKey);
  const before = await world.books();
  expect(before).toMatchObject({ 'provider:receivable': 20_000n });
  expect(before['unallocated']).toBeUndefined();
  await cancel(20_000n);
  await observeLinkOrder(world.gateway, sale.orderKey);
  expect(await world.books()).toEqual({});
  expect(await findPayment(world.db, sale.paymentKey)).toMatchObject({ state: 'canceled', orderId: sale.orderId });
});

test('a sale that was canceled while its money waited is split with its cancel', async () => {
  const key = await onSale();
  const sale = await sold(key);
  await observeLinkOrder(world.gateway, sale.orderKey);
  await world.sandbox.api.cancelOrder({ params: sale, body: { cancelReason: '변심', cancelAmount: 3_000n } });
  await observeLinkOrder(world.gateway, sale.orderKey);
  expect(await world.books()).toEqual({ 'provider:receivable': 7_000n, unallocated: -7_000n });
  await nameAndApply(product(key), amounts());
  const books = await world.books();
  expect(books).toMatchObject({ 'provider:receivable': 7_000n, 'seller:acme:pending': -6_230n });
  expect(books['unallocated']).toBeUndefined();
});

test('units of a split order are canceled through us by line', async () => {
  const key = await onSale();
  await name(product(key), amounts());
  const sale = await sold(key, { quantity: 3 });
  await observeLinkOrder(world.gateway, sale.orderKey);
  const lines = [{ lineId: 'book', amount: 7_000n }];
  const asked = { cancelReason: '변심', cancelAmount: 7_000n, lines };
  await cancelPayment(world.gateway, { paymentKey: sale.paymentKey, requestKey: sale.paymentKey, asked });
  expect(await world.books()).toMatchObject({
    'seller:acme:pending': -12_460n,
    'seller:bolt:pending': -8_010n,
  });
});

test('shares divide the price of each unit with its option, and the delivery has a line of its own', async () => {
  const optionDetail = {
    groups: [{ name: '크기', values: ['대'] }],
    options: [{ names: ['대'], amount: 1n, available: true }],
  };
  const key = await onSale({ optionDetail, deliveryPolicy: { amount: 2_500n, period: '2일' } });
  const shipping = { receiver: '김구매', postalCode: '06236', address: '서울', detailAddress: '1' };
  const sale = await sold(key, { quantity: 2, optionNames: ['대'], shipping });
  await observeLinkOrder(world.gateway, sale.orderKey);
  await nameAndApply(product(key), shares());
  expect(await standing(sale)).toEqual({ orderId: null, because: 'SPLIT_MISMATCH' });
  await nameAndApply(product(key), { ...shares(), delivery: { sellerId: 'coda', category: 'delivery' } });
  expect((await readOrder(world.gateway, sale.orderId)).lines).toMatchObject([
    { lineId: 'goods', quantity: 2, amount: 13_334n, sellerId: 'acme' },
    { lineId: 'visit', quantity: 2, amount: 6_668n, sellerId: 'bolt' },
    { lineId: 'delivery', quantity: 1, amount: 2_500n, sellerId: 'coda' },
  ]);
  expect(await standing(sale)).toEqual({ orderId: sale.orderId, because: null });
});

test('amounts that are not the price leave the money unallocated with the reason, until a split fits', async () => {
  const key = await onSale({ amount: 12_000n });
  await name(product(key), amounts());
  const sale = await sold(key);
  await observeLinkOrder(world.gateway, sale.orderKey);
  expect(await standing(sale)).toEqual({ orderId: null, because: 'SPLIT_MISMATCH' });
  expect(await world.books()).toEqual({ 'provider:receivable': 12_000n, unallocated: -12_000n });
  await observePayment(world.gateway, sale.paymentKey);
  expect(await standing(sale)).toEqual({ orderId: null, because: 'SPLIT_MISMATCH' });
  await nameAndApply(product(key), { lines: [line('book', 'acme', { amount: 12_000n })] });
  expect(await world.books()).toMatchObject({ 'seller:acme:pending': -10_680n });
});

test('a tax-free part that the payment does not have leaves the money unallocated', async () => {
  const key = await onSale();
  await name(product(key), { lines: [line('book', 'acme', { amount: 10_000n, taxFreeAmount: 1n })] });
  const sale = await sold(key);
  await observeLinkOrder(world.gateway, sale.orderKey);
  expect(await standing(sale)).toEqual({ orderId: null, because: 'SPLIT_MISMATCH' });
});

test('an order that the sellers’ terms refuse leaves the money unallocated with the reason', async () => {
  await world.moveTo(new Date('2026-04-30T01:00:00Z'));
  const key = await onSale();
  await name(product(key), amounts());
  const sale = await sold(key);
  await observeLinkOrder(world.gateway, sale.orderKey);
  expect(await standing(sale)).toEqual({ orderId: null, because: 'SPLIT_REFUSED' });
});

test('a split that is named after the sale moves its money at that time', async () => {
  const key = await onSale();
  const sales = [await sold(key), await sold(key)];
  for (const { orderKey } of sales) await observeLinkOrder(world.gateway, orderKey);
  expect(await standing(sales[0] ?? { paymentKey: '' })).toEqual({ orderId: null, because: 'NO_ORDER' });
  expect(await world.books()).toEqual({ 'provider:receivable': 20_000n, unallocated: -20_000n });
  await world.later(86_400);
  await nameAndApply(product(key), amounts());
  expect(await world.books()).toEqual(times(2n));
  await applyNewest();
  await retrySplits(world.gateway);
  expect(await world.books()).toEqual(times(2n));
  const [row] = await world.db.query<Record<string, Date>[]>(
    'select approved_at as paid, earned_at as earned from gateway.payment where payment_key = $1',
    [sales[0]?.paymentKey],
  );
  expect(row).toEqual({ paid: MONDAY, earned: world.gateway.now() });
});

test('a split that is changed between two sales divides the later one only, whenever they are seen', async () => {
  const key = await onSale();
  await name(product(key), amounts());
  const first = await sold(key);
  await world.later(60);
  await name(product(key), { lines: [line('all', 'coda', { amount: 10_000n })] });
  const second = await sold(key);
  for (const { orderKey } of [second, first]) await observeLinkOrder(world.gateway, orderKey);
  expect((await readOrder(world.gateway, first.orderId)).lines.map(({ sellerId }) => sellerId)).toEqual([
    'acme',
    'bolt',
  ]);
  expect((await readOrder(world.gateway, second.orderId)).lines.map(({ sellerId }) => sellerId)).toEqual(['coda']);
});

test('the same split again is the same version, another one the next, and 8 at once leave one history', async () => {
  const of = product(await onSale());
  const first = await name(of, amounts());
  await world.later(60);
  expect(await nameSplit(world.gateway, of, { ...amounts(), reason: '다시' }, testAuthor('person:kim'))).toEqual(first);
  expect(await world.openJobs()).toEqual(['split.apply']);
  const second = await name(of, shares());
  expect(second).toMatchObject({ version: 2, namedBy: 'key:market', reason: '계약 12' });
  expect(await readSplit(world.db, of)).toEqual({ current: second, earlier: [first] });
  await Promise.all(Array.from({ length: 8 }, () => name(of, amounts())));
  const { current, earlier } = await readSplit(world.db, of);
  expect([current, ...earlier].map(({ version }) => version)).toEqual([3, 2, 1]);
  await expect(name(of, { lines: [line('x', 'stranger', { amount: 1n })] })).rejects.toMatchObject({
    code: 'SELLER_UNKNOWN',
  });
});

test('a reservation takes the split of the longest digits that its number begins with, else the default', async () => {
  await name({ kind: 'ars', key: 'default' }, shares());
  await name({ kind: 'ars', key: '77' }, { lines: [line('tv', 'coda', { share: 100_000 })] });
  const [plain, service] = [await paidByPhone(9_001n), await paidByPhone(5_000n, '77')];
  for (const { id } of [plain, service]) await observeReservation(world.gateway, id);
  expect(await world.books()).toMatchObject({ 'provider:receivable': 14_001n, 'seller:coda:pending': -4_450n });
  const { orderId } = (await standing(plain)) ?? {};
  expect((await readOrder(world.gateway, orderId ?? '')).lines).toMatchObject([
    { lineId: 'goods', amount: 6_001n },
    { lineId: 'visit', amount: 3_000n },
  ]);
});

test('a reservation whose amount is not the split’s waits, and moves when its service is named', async () => {
  await name({ kind: 'ars', key: '55' }, amounts());
  const paid = await paidByPhone(9_000n, '55');
  await observeReservation(world.gateway, paid.id);
  expect(await standing(paid)).toEqual({ orderId: null, because: 'SPLIT_MISMATCH' });
  await nameAndApply({ kind: 'ars', key: '55' }, shares());
  expect((await standing(paid))?.because).toBeNull();
});

test('an order that the market registers at the same moment is kept, and its lines are paid', async () => {
  for (let round = 0; round < 4; round += 1) {
    await world.begin();
    const key = await onSale();
    await name(product(key), amounts());
    const sale = await sold(key);
    const facts = order([{ sellerId: 'dora' }], { orderId: sale.orderId });
    const [byHand] = await Promise.allSettled([
      createOrder(world.gateway, facts),
      ...Array.from({ length: 4 }, () => observeLinkOrder(world.gateway, sale.orderKey)),
      observePayment(world.gateway, sale.paymentKey),
    ]);
    await observeOrder(world.gateway, sale.orderId);
    const isByHand = byHand.status === 'fulfilled';
    expect(await world.books()).toMatchObject(isByHand ? { 'seller:dora:pending': -8_900n } : split10000);
    expect((await world.books())['unallocated']).toBeUndefined();
  }
});

test('a registered order of another amount keeps the money unallocated, whatever the split says', async () => {
  const key = await onSale();
  await name(product(key), amounts());
  const sale = await sold(key);
  await createOrder(world.gateway, order([{ amount: 9_999n }], { orderId: sale.orderId }));
  await observeLinkOrder(world.gateway, sale.orderKey);
  expect(await standing(sale)).toEqual({ orderId: null, because: 'AMOUNT_DIFFERS' });
});

test('an order of two products waits until both have splits, and its lines are told apart by their items', async () => {
  // The sandbox sells one product by a link, so what the payment sold is noted by hand.
  const payment = await buyerPays(world.sandbox, order([{}, {}, {}]));
  await world.sandbox.api.confirmPayment({ body: payment });
  const [one, other] = [await onSale(), await onSale()];
  const item = { kind: 'product', quantity: 1, unitPrice: 10_000n, delivery: 0n } as const;
  await noteSold(world.db, {
    ...{ paymentKey: payment.paymentKey, subject: 'link/two', soldAt: MONDAY, taxFree: 0n },
    items: [
      { ...item, key: one },
      { ...item, key: other, quantity: 2 },
    ],
  });
  await name(product(one), amounts());
  await observePayment(world.gateway, payment.paymentKey);
  expect(await standing(payment)).toEqual({ orderId: null, because: 'SPLIT_MISSING' });
  const [event] = await world.db.query<unknown[]>(
    `select e.data ->> 'reason' as reason from messaging.event e where type = 'payment.unallocated' order by id desc limit 1`,
  );
  expect(event).toEqual({ reason: 'SPLIT_MISSING' });
  await nameAndApply(product(other), amounts());
  expect((await readOrder(world.gateway, payment.orderId)).lines).toMatchObject([
    { lineId: 'book', quantity: 1 },
    { lineId: 'print', quantity: 1 },
    { lineId: '2-book', quantity: 2 },
    { lineId: '2-print', quantity: 2 },
  ]);
  expect(await world.books()).toEqual(times(3n));
});

test('a cancel that is seen while its sale is split takes the money back once', async () => {
  for (let round = 0; round < 4; round += 1) {
    await world.begin();
    const key = await onSale();
    const sale = await sold(key);
    await observeLinkOrder(world.gateway, sale.orderKey);
    await name(product(key), amounts());
    await world.sandbox.api.cancelOrder({ params: sale, body: { cancelReason: '변심', cancelAmount: 3_000n } });
    await Promise.all([
      applyNewest(),
      retrySplits(world.gateway),
      ...Array.from({ length: 3 }, () => observeLinkOrder(world.gateway, sale.orderKey)),
    ]);
    await observeLinkOrder(world.gateway, sale.orderKey);
    expect(await world.books()).toEqual({
      'provider:receivable': 7_000n,
      'seller:acme:pending': -6_230n,
      'platform:commission': -700n,
      'platform:vat': -70n,
    });
  }
});

test('a payment that cannot be moved stops no other one', async () => {
  const key = await onSale();
  const sales = [await sold(key), await sold(key)];
  for (const { orderKey } of sales) await observeLinkOrder(world.gateway, orderKey);
  await name(product(key), amounts());
  const keys = sales.map(({ paymentKey }) => paymentKey);
  // The payment that comes first, of a year without a calendar.
  const [stuck] = await world.db.query<{ id: string }[]>(
    'select id from gateway.payment where payment_key = any($1) order by id limit 1',
    [keys],
  );
  const approvedIn = (at: Date) =>
    world.db.query('update gateway.payment set approved_at = $2 where id = $1', [stuck?.id, at]);
  await approvedIn(new Date('2090-01-02T00:00:00Z'));
  await expect(applyNewest()).rejects.toThrow();
  await expect(retrySplits(world.gateway)).rejects.toThrow();
  expect(await world.books()).toMatchObject({ unallocated: -10_000n, 'seller:acme:pending': -6_230n });
  await approvedIn(MONDAY);
  await applyNewest();
  expect(await world.books()).toEqual(times(2n));
});

test('the night finds link orders whose webhooks were lost, and moves what waits', async () => {
  const key = await onSale();
  await name(product(key), amounts());
  const sale = await sold(key);
  // The nightly listing of transactions knows the payment only.
  await observePayment(world.gateway, sale.paymentKey);
  expect(await standing(sale)).toEqual({ orderId: null, because: 'NO_ORDER' });
  await world.later(86_400);
  await retrySplits(world.gateway);
  expect(await world.books()).toEqual(split10000);
});
