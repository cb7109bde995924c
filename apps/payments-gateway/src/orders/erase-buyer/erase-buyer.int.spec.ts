import { keepData } from '@jeongsan/nest-platform';
import { testSeal, testAuthor } from '@jeongsan/testing';
import { cancelPayment } from '../../cancels/cancel-payment/cancel-payment.js';
import { confirmPayment } from '../../payments/confirm-payment/confirm-payment.js';
import { createOrder } from '../create-order/create-order.js';
import { readOrder } from '../read-order/read-order.js';
import { keptTexts } from '../../sealed-texts.js';
import { GatewayWorld, MONDAY } from '../../testing/gateway-world.js';
import { buyerPays, order } from '../../testing/market.js';
import { eraseBuyer, eraseBuyerOfPayment } from './erase-buyer.js';

jest.setTimeout(60_000);
const world = new GatewayWorld();
beforeAll(() => world.open());
beforeEach(() => world.begin());
afterEach(() => world.end());
afterAll(() => world.close());

const asked = { request: 'req-2026-17', author: testAuthor('person:kim') };
const CANARY = '홍길동 010-1234-5678';

async function bought() {
  const facts = order([{}, {}], { orderName: CANARY });
  await createOrder(world.gateway, facts);
  const body = await buyerPays(world.sandbox, facts);
  await confirmPayment(world.gateway, body);
  const request = { requestKey: `cancel of ${body.paymentKey}`, asked: { cancelReason: CANARY, cancelAmount: 1_000n } };
  await cancelPayment(world.gateway, { paymentKey: body.paymentKey, ...request });
  return { orderId: facts.orderId, paymentKey: body.paymentKey, request };
}

const dump = async (): Promise<string> => {
  const tables = ['gateway.orders', 'gateway.cancel', 'messaging.outbox', 'messaging.event', 'messaging.erasure'];
  const texts = await Promise.all(
    tables.map((name) => world.db.query<{ text: string }[]>(`select t::text as text from ${name} t`)),
  );
  return texts.flatMap((rows) => rows.map(({ text }) => text)).join('\n');
};

test('names of orders and reasons of cancels lie nowhere in clear, and are read and sent as they were written', async () => {
  const { orderId, paymentKey } = await bought();
  expect(await dump()).not.toContain('홍길동');
  expect((await readOrder(world.gateway, orderId)).orderName).toBe(CANARY);
  const { cancels } = await world.gateway.provider.getPayment({ params: { paymentKey } });
  expect(cancels).toMatchObject([{ cancelReason: CANARY }]);
});

test('an erasure takes the texts, says what stays until when, and leaves every won where it was', async () => {
  const { orderId, paymentKey, request } = await bought();
  const books = await world.books();
  const answer = await eraseBuyer(world.gateway, orderId, asked);
  expect(answer.erased).toContainEqual({ what: 'cancel reasons', rows: 1 });
  expect(answer.kept).toContainEqual(expect.objectContaining({ what: 'order name', until: '2031-05-12' }));
  expect(await world.openJobs()).toContain('webhook-bodies.erase');
  const [cancel] = await world.db.query<{ reason: string; amount: bigint }[]>(
    'select c.reason, c.amount from gateway.cancel c join gateway.payment p on p.id = c.payment_id where p.payment_key = $1',
    [paymentKey],
  );
  expect(cancel).toEqual({ reason: '', amount: 1_000n });
  expect(await world.books()).toEqual(books);

  // Repeating the erasure and the cancel's request changes nothing more.
  expect((await eraseBuyerOfPayment(world.gateway, paymentKey, asked)).erased).toContainEqual({
    what: 'cancel reasons',
    rows: 0,
  });
  await cancelPayment(world.gateway, { paymentKey, ...request });
  expect(await world.books()).toEqual(books);
  const audit = await world.db.query<object[]>('select asked_by, request from messaging.erasure where subject = $1', [
    `order/${orderId}`,
  ]);
  expect(audit).toEqual(Array.from({ length: 2 }, () => ({ asked_by: 'person:kim', request: 'req-2026-17' })));
  await expect(world.db.query('update messaging.erasure set asked_by = $1', ['lee'])).rejects.toThrow(
    'stays on record',
  );
});

test('after its time the name of an order goes too, by the daily job or by an erasure', async () => {
  const { orderId } = await bought();
  const inDays = (days: number) => ({ ...world.gateway, now: () => new Date(MONDAY.getTime() + days * 86_400_000) });
  const keep = ({ db, keepDays, now } = inDays(1_827)) => keepData(db, testSeal, keptTexts(keepDays), now());
  await keep();
  expect((await readOrder(world.gateway, orderId)).orderName).toBe(CANARY);
  expect(await eraseBuyer(inDays(1_828), orderId, asked)).toMatchObject({
    erased: [
      { what: 'cancel reasons', rows: 0 },
      { what: 'order name', rows: 1 },
      { what: 'webhook bodies, by payment', rows: 1 },
    ],
  });
  const another = await bought();
  await keep(inDays(1_828));
  expect((await readOrder(world.gateway, another.orderId)).orderName).toBe('');
});

test('an order or payment that does not exist is not erased', async () => {
  await expect(eraseBuyer(world.gateway, 'nobody', asked)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  await expect(eraseBuyerOfPayment(world.gateway, 'nobody', asked)).rejects.toMatchObject({
    code: 'PAYMENT_NOT_FOUND',
  });
});
