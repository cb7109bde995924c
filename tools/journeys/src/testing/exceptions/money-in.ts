import { MARKET, sellers, type StoryWorld } from '@jeongsan/attack/story';
import { EVIDENCE, type Exception } from './exception.js';

const line = (lineId: string, sellerId: string, category: string, amount: number) => ({
  ...{ lineId, sellerId, category, amount },
  taxFreeAmount: 0,
  discountAmount: 0,
});

/** A buyer pays at the provider, beside us. */
async function payBeside({ platform: { clients } }: StoryWorld): Promise<string> {
  const sale = { orderId: 'BESIDE-1', orderName: '현장 판매', amount: 31_000n };
  const { paymentKey } = await clients.control.payAsBuyer({ body: { method: '카드', ...sale } });
  const { orderId, amount } = sale;
  await clients.provider.confirmPayment({ body: { paymentKey, orderId, amount } }, { idempotencyKey: orderId });
  return paymentKey;
}

/** A part of an order of two sellers is refunded at the provider, which names no line. */
async function refundBeside(world: StoryWorld): Promise<void> {
  const { clients } = world.platform;
  const [orderId, orderName] = ['ORDER-20260527-0001', '엽서와 찻잔'];
  const lines = [line('line-1', sellers.books, 'books', 30_000), line('line-2', sellers.ceramics, 'ceramics', 20_000)];
  await world.teller.ask('createOrder', MARKET, {
    body: { orderId, orderName, orderedAt: '2026-05-27T03:10:00+09:00', totalAmount: 50_000, lines },
  });
  const amount = 50_000n;
  const { paymentKey } = await clients.control.payAsBuyer({ body: { method: '카드', amount, orderId, orderName } });
  await clients.gateway.confirmOrderPayment({ body: { paymentKey, orderId, amount } });
  await world.later();
  const body = { cancelReason: '부분 환불', cancelAmount: 10_000n };
  await clients.provider.cancelPayment({ params: { paymentKey }, body }, { idempotencyKey: 'refund-beside' });
}

/** Payments and cancels that were made beside us. */
export const moneyIn = {
  UNALLOCATED_PAYMENT: {
    arise: async (world) => {
      await payBeside(world);
      await world.later();
    },
    who: 'operator',
    clicks: ['[role="row"]:has-text("BESIDE-1") a[href*="/console/unallocated-payments/"]'],
    evidence: EVIDENCE,
    settle: {
      operation: 'allocateUnallocatedPayment',
      fields: { orderName: '현장 판매', lines: `line-1; ${sellers.ceramics}; ceramics; 31000` },
    },
  },
  ASSUMED_CANCEL: {
    arise: async (world) => {
      await refundBeside(world);
      await world.later();
    },
    who: 'operator',
    clicks: ['[role="cell"] a[href*="/console/cancels/"]'],
    evidence: '[data-adds-up="true"]',
    settle: { operation: 'allocateCancel', fields: { lines: 'line-2; 10000', reason: 'The cup was broken' } },
  },
} as const satisfies Readonly<Record<string, Exception>>;
