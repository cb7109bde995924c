import { first, MARKET, OPERATOR, sellers } from './people.js';
import type { StoryWorld } from './story-world.js';

const line = (lineId: string, sellerId: string, category: string, amount: number) => ({
  ...{ lineId, sellerId, category, amount },
  taxFreeAmount: 0,
  discountAmount: 0,
});
const order = (orderId: string, orderName: string, lines: readonly ReturnType<typeof line>[]) => ({
  ...{ orderId, orderName },
  orderedAt: '2026-05-26T11:05:00+09:00',
  totalAmount: lines.reduce((sum, { amount }) => sum + amount, 0),
  lines: [...lines],
});

const gift = order('ORDER-20260526-0001', '산문집 외 1건', [
  line('line-1', sellers.books, 'books', 64_000),
  line('line-2', sellers.ceramics, 'ceramics', 38_000),
]);
const more = [
  order('ORDER-20260526-0002', '백자 접시 세트', [line('line-1', sellers.ceramics, 'ceramics', 120_000)]),
  order('ORDER-20260526-0003', '시집 5권', [line('line-1', sellers.books, 'books', 75_000)]),
  order('ORDER-20260526-0004', '그림책 전집', [line('line-1', sellers.books, 'books', 180_000)]),
];

/** The buyer pays an order in the window. Returns the payment's key. */
async function pay(
  { platform: { clients } }: StoryWorld,
  { orderId, orderName, totalAmount }: typeof gift,
): Promise<string> {
  const amount = BigInt(totalAmount);
  const { paymentKey } = await clients.control.payAsBuyer({ body: { method: '카드', amount, orderId, orderName } });
  await clients.gateway.confirmOrderPayment({ body: { paymentKey, orderId, amount } });
  return paymentKey;
}

/** Orders are registered, paid, delivered and confirmed. */
export async function tellOrders(world: StoryWorld): Promise<void> {
  const { teller } = world;
  await teller.tell('previewOrder', MARKET, { body: gift });
  await teller.tell('createOrder', MARKET, { body: gift });
  await teller.tell('registerOrders', MARKET, { body: more });
  for (const one of [gift, ...more]) await pay(world, one);
  await world.moveTo('2026-05-26', '13:00:00');
  const params = { orderId: gift.orderId };
  await teller.tell('recordDelivery', MARKET, {
    params,
    body: { deliveredAt: '2026-05-26T12:30:00+09:00', lineIds: ['line-1'] },
  });
  await teller.tell('recordConfirmation', MARKET, {
    params,
    body: { confirmedAt: '2026-05-26T12:40:00+09:00', lineIds: ['line-1'] },
  });
  await teller.tell('getOrder', MARKET, { params });
  await teller.tell('listOrders', MARKET, { query: { limit: '2' } });
  const { items } = await teller.tell('listPayments', MARKET, { query: { limit: '2' } });
  const { paymentKey } = first(items, 'payment');
  await teller.tell('getPaymentView', MARKET, { params: { paymentKey } });
}

/** Money goes back to buyers: once by line, once without lines, which an operator then names. */
export async function tellCancels(world: StoryWorld): Promise<void> {
  const { teller, platform } = world;
  const { provider } = platform.clients;
  await teller.tell('cancelOrder', MARKET, {
    params: { orderId: gift.orderId },
    body: { reason: '단순 변심', lines: [{ lineId: 'line-2' }] },
  });
  const two = order('ORDER-20260526-0005', '동화책과 머그컵', [
    line('line-1', sellers.books, 'books', 30_000),
    line('line-2', sellers.ceramics, 'ceramics', 20_000),
  ]);
  await teller.tell('createOrder', MARKET, { body: two });
  const paymentKey = await pay(world, two);
  await world.later();
  const body = { cancelReason: '부분 환불', cancelAmount: 10_000n };
  await provider.cancelPayment({ params: { paymentKey }, body }, { idempotencyKey: 'refund-1' });
  await world.later();
  const { items } = await teller.tell('listOrderCancels', MARKET, { params: { orderId: two.orderId }, query: {} });
  const { cancelId } = first(items, 'cancel');
  await teller.tell('listCancels', OPERATOR, { query: {} });
  await teller.tell('getCancel', OPERATOR, { params: { cancelId } });
  await teller.tell('allocateCancel', OPERATOR, {
    params: { cancelId },
    body: { lines: [{ lineId: 'line-2', amount: 10_000 }], reason: '머그컵 파손, 반품 접수 내역 확인' },
  });
}

/** Money that was paid without an order of ours. */
export async function tellUnallocated(world: StoryWorld): Promise<void> {
  const { teller, platform } = world;
  const { control, provider } = platform.clients;
  const sale = { orderId: 'LIVE-20260526-0001', orderName: '라이브 방송 특가', amount: 45_000n };
  const { paymentKey } = await control.payAsBuyer({ body: { method: '카드', ...sale } });
  const { orderId, amount } = sale;
  await provider.confirmPayment({ body: { paymentKey, orderId, amount } }, { idempotencyKey: orderId });
  await world.later();
  await teller.tell('listUnallocatedPayments', OPERATOR, { query: {} });
  await teller.tell('allocateUnallocatedPayment', OPERATOR, {
    params: { paymentKey },
    body: { orderName: sale.orderName, lines: [line('line-1', sellers.ceramics, 'ceramics', 45_000)] },
  });

  const reason = '판매 계약에 따른 배분';
  const share = { lineId: 'line-1', sellerId: sellers.books, category: 'books', share: 100_000 };
  const product = { productKey: 'link-summer-reading' };
  await teller.tell('nameProductSplit', MARKET, {
    params: product,
    body: { orderName: '여름 독서 꾸러미', lines: [share], reason },
  });
  await teller.tell('getProductSplit', OPERATOR, { params: product });
  await teller.tell('nameArsSplit', MARKET, { params: { service: '1001' }, body: { lines: [share], reason } });
  await teller.tell('getArsSplit', OPERATOR, { params: { service: '1001' } });
  await teller.tell('listSplits', OPERATOR, { query: {} });
}

/** Buyers ask to be forgotten. */
export async function tellErasures({ teller }: StoryWorld): Promise<void> {
  const asked = { body: { request: 'CS-2026-0018' } };
  await teller.tell('eraseOrderTexts', OPERATOR, { params: { orderId: 'ORDER-20260526-0003' }, ...asked });
  const { items } = await teller.tell('listPayments', MARKET, { query: {} });
  const { paymentKey } = first(items, 'payment');
  await teller.tell('erasePaymentTexts', OPERATOR, { params: { paymentKey }, ...asked });
}
