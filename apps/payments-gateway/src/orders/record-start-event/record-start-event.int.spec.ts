import { randomUUID } from 'node:crypto';
import { plainTerms, termsDocument, type TermsInput } from '@jeongsan/settlement';
import { confirmPayment } from '../../payments/confirm-payment/confirm-payment.js';
import { cancelPayment } from '../../cancels/cancel-payment/cancel-payment.js';
import { createOrder } from '../create-order/create-order.js';
import { readOrder } from '../read-order/read-order.js';
import { GatewayWorld } from '../../testing/gateway-world.js';
import { buyerPays, footprint, maturePart, onboard, order } from '../../testing/market.js';
import { recordStartEvent, type StartEventReport } from './record-start-event.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(30_000);
const world = new GatewayWorld();
beforeAll(() => world.open(), 60_000);
afterAll(() => world.close());
beforeEach(() => world.begin());
afterEach(() => world.end());

/** Onboards a seller whose lines mature in two tranches: 70 % two business days after the event, 30 % after ten. */
async function sellerWith(terms: Partial<TermsInput>): Promise<string> {
  const sellerId = `s-${randomUUID().slice(0, 8)}`;
  await onboard(world.db, sellerId);
  const tranches = [
    { share: 70_000, days: 2, unit: 'BUSINESS' },
    { share: 30_000, days: 10, unit: 'BUSINESS' },
  ] as const;
  const body = plainTerms({ commissionRate: 10_000, datePolicy: 'HOLIDAY_AFTER', tranches: [...tranches], ...terms });
  await world.db.query(
    `insert into payouts.seller_terms (seller_id, effective_from, document, created_at) values ($1, '2026-05-02', $2, now())`,
    [sellerId, termsDocument(body)],
  );
  return sellerId;
}

async function paidOrder(terms: Partial<TermsInput>, lines = 1) {
  const sellerId = await sellerWith(terms);
  const facts = order(Array.from({ length: lines }, () => ({ sellerId })));
  await createOrder(world.gateway, facts);
  const asked = await buyerPays(world.sandbox, facts);
  await confirmPayment(world.gateway, asked);
  return { ...asked, sellerId };
}

const seoul = (text: string): Date => new Date(`2026-05-${text}:00+09:00`);
const told = (event: StartEventReport['event'], orderId: string, at: string, lineIds?: string[]) =>
  recordStartEvent(world.gateway, { orderId, event, at: seoul(at), lineIds });
const delivered = (orderId: string, at: string, lineIds?: string[]) => told('delivered', orderId, at, lineIds);
const days = async (orderId: string) =>
  (await readOrder(world.gateway, orderId)).lines.map((line) => line.tranches.map((t) => t.maturesOn).join(' '));

test('under PAID the parts of a line have their days with the approval', async () => {
  const { orderId } = await paidOrder({});
  expect(await days(orderId)).toEqual(['2026-05-13 2026-05-26']);
});

test('under DELIVERED a line has no day until it is delivered; the cut-off moves it to the next', async () => {
  const { orderId } = await paidOrder({ startEvent: 'DELIVERED', cutoff: '18:00' }, 3);
  expect(await days(orderId)).toEqual(['', '', '']);
  await world.moveTo(seoul('14T20:00'));
  await delivered(orderId, '12T17:59', ['L1']);
  await delivered(orderId, '12T18:00', ['L2']);
  const view = await delivered(orderId, '14T10:00');
  expect(await days(orderId)).toEqual(['2026-05-14 2026-05-27', '2026-05-15 2026-05-28', '2026-05-18 2026-05-29']);
  expect(view.lines[2]).toMatchObject({ deliveredAt: seoul('14T10:00'), confirmedAt: null, maturesOn: '2026-05-29' });
});

test('the same again, for the order or for its lines, changes nothing', async () => {
  const { orderId } = await paidOrder({ startEvent: 'DELIVERED' }, 2);
  await world.moveTo(seoul('14T20:00'));
  const first = await delivered(orderId, '12T10:00');
  const before = await footprint(world.db);
  expect(await delivered(orderId, '12T10:00')).toEqual(first);
  expect(await delivered(orderId, '12T10:00', ['L2'])).toEqual(first);
  await Promise.all(Array.from({ length: 8 }, () => delivered(orderId, '12T10:00')));
  expect(await footprint(world.db)).toEqual(before);
});

// prettier-ignore
test.each`
  events                                          | expected                   | because
  ${[['delivered', '12T10:00']]}                  | ${'2026-05-21 2026-06-04'} | ${'nobody says anything: seven days after delivery'}
  ${[['delivered', '12T10:00'], ['confirmed', '13T09:00']]} | ${'2026-05-15 2026-05-28'} | ${'the buyer says it earlier'}
  ${[['confirmed', '13T09:00'], ['delivered', '12T10:00']]} | ${'2026-05-15 2026-05-28'} | ${'whichever becomes known first'}
  ${[['delivered', '12T10:00'], ['confirmed', '20T09:00']]} | ${'2026-05-21 2026-06-04'} | ${'the buyer says it after the automatic confirmation'}
  ${[['confirmed', '20T09:00'], ['delivered', '12T10:00']]} | ${'2026-05-21 2026-06-04'} | ${'and so when the delivery is told last'}
  ${[['confirmed', '13T09:00']]}                  | ${'2026-05-15 2026-05-28'} | ${'confirmed and never told delivered'}
`('under CONFIRMED: $because', async ({ events, expected }: { events: [StartEventReport['event'], string][]; expected: string }) => {
  const { orderId } = await paidOrder({ startEvent: 'CONFIRMED' });
  await world.moveTo(seoul('22T10:00'));
  for (const [event, at] of events) await told(event, orderId, at);
  expect(await days(orderId)).toEqual([expected]);
});

test('what cannot have happened is refused, twice the same, and nothing is written', async () => {
  const { orderId } = await paidOrder({ startEvent: 'DELIVERED' }, 2);
  const unpaid = order();
  await createOrder(world.gateway, unpaid);
  await world.moveTo(seoul('14T20:00'));
  await delivered(orderId, '12T10:00', ['L1']);
  const before = await footprint(world.db);
  const attempts: [string, () => Promise<unknown>][] = [
    ['ORDER_NOT_FOUND', () => delivered('order-unknown', '12T10:00')],
    ['ORDER_NOT_PAID', () => delivered(unpaid.orderId, '12T10:00')],
    ['ORDER_LINE_UNKNOWN', () => delivered(orderId, '12T10:00', ['L2', 'L3'])],
    ['START_EVENT_IN_FUTURE', () => delivered(orderId, '14T20:01')],
    ['START_EVENT_BEFORE_PAYMENT', () => delivered(orderId, '11T09:59')],
    ['START_EVENT_CONFLICT', () => delivered(orderId, '12T10:01', ['L1', 'L2'])],
  ];
  for (const [code, attempt] of attempts) {
    await expect(attempt()).rejects.toMatchObject({ code });
    await expect(attempt()).rejects.toMatchObject({ code });
  }
  expect(await footprint(world.db)).toEqual(before);
  expect(await days(orderId)).toEqual(['2026-05-14 2026-05-27', '']);
});

const booksOf = async (sellerId: string) => {
  const books = await world.books();
  return ['pending', 'payable', 'debt'].map((part) => books[`seller:${sellerId}:${part}`] ?? 0n);
};
const cancel = (paymentKey: string, cancelAmount?: bigint) => {
  const asked = { cancelReason: 'changed my mind', ...(cancelAmount !== undefined && { cancelAmount }) };
  return cancelPayment(world.gateway, { paymentKey, requestKey: randomUUID(), asked });
};

test('a cancel of a partly matured line takes first what waits, then what is payable; all of it leaves nothing', async () => {
  const { orderId, paymentKey, sellerId } = await paidOrder({});
  await maturePart(world.db, orderId, ['L1'], { tranche: 1, share: 70_000 });
  expect(await booksOf(sellerId)).toEqual([-2_670n, -6_230n, 0n]);
  await cancel(paymentKey, 2_000n); // 1,780 net
  expect(await booksOf(sellerId)).toEqual([-890n, -6_230n, 0n]);
  await cancel(paymentKey, 4_000n); // 3,560 net
  expect(await booksOf(sellerId)).toEqual([0n, -3_560n, 0n]);
  await maturePart(world.db, orderId, ['L1'], { tranche: 2, share: 100_000 });
  await cancel(paymentKey);
  expect(await booksOf(sellerId)).toEqual([0n, 0n, 0n]);
});

test('a holiday that the operator adds moves the days of the next payment, not those that are fixed', async () => {
  const before = await paidOrder({});
  const say = (kind: string) =>
    world.db.query(
      `insert into payouts.holiday_override (date, kind, name, created_by, created_at) values ('2026-05-13', $1, '임시공휴일', 'person:kim', now())`,
      [kind],
    );
  await say('add');
  const between = await paidOrder({});
  await say('remove');
  const after = await paidOrder({});
  expect(await days(before.orderId)).toEqual(['2026-05-13 2026-05-26']);
  expect(await days(between.orderId)).toEqual(['2026-05-14 2026-05-27']);
  expect(await days(after.orderId)).toEqual(['2026-05-13 2026-05-26']);
});

test('a delivery whose days lie in a year without holidays is refused, not guessed', async () => {
  const tranches = [{ share: 100_000, days: 366, unit: 'BUSINESS' as const }];
  const { orderId } = await paidOrder({ startEvent: 'DELIVERED', tranches });
  const at = new Date('2026-12-01T00:00:00Z');
  await world.moveTo(at);
  const deliver = () => recordStartEvent(world.gateway, { orderId, event: 'delivered', at });
  await expect(deliver()).rejects.toMatchObject({ code: 'CALENDAR_YEAR_UNKNOWN' });
  expect((await readOrder(world.gateway, orderId)).lines).toMatchObject([{ deliveredAt: null, tranches: [] }]);
});
