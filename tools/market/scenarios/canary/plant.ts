import type { Market } from '../../src/index.js';
import type { Canaries } from './search.js';

export const SELLER = 'canary-shop';

/** Found nowhere else: what people are called, how they are reached, and what they write. */
export const people = {
  'account number': ['98765432109876'],
  'account holder': ['카나리정산'],
  'seller name': ['카나리상회'],
  'e-mail': ['canary.seller@people.example', 'canary.buyer@people.example'],
  phone: ['01098761234', '01087654321'],
  'buyer name': ['홍카나리'],
  'resident number': ['900101-1234567'],
  'order name': ['카나리아의 생일 선물'],
  'reason of a cancel': ['카나리아가 마음을 바꿈'],
  'reason of a decision': ['카나리아의 집에 전화함'],
} satisfies Canaries as Canaries;

const first = (what: string): string => people[what]?.[0] ?? '';

const order = (orderId: string, day: string): Market['orders'][number] => ({
  orderId,
  orderedAt: `${day}T10:30:00+09:00`,
  orderName: first('order name'),
  method: '카드',
  way: 'WINDOW',
  registered: 'BEFORE',
  depositedAt: undefined,
  lines: [
    {
      ...{ lineId: 'L1', sellerId: SELLER, category: 'books', quantity: 1, amount: 50_000n, taxFreeAmount: 0n },
      ...{ discountAmount: 0n, discountBySeller: 0n },
    },
  ],
});

/** One seller, two orders, a cancel: enough for a payout, a statement and everything that is told of them. */
export const market: Market = {
  sellers: [
    {
      sellerId: SELLER,
      businessType: 'INDIVIDUAL',
      name: first('seller name'),
      representativeName: undefined,
      businessRegistrationNumber: undefined,
      email: first('e-mail'),
      phone: first('phone'),
      bankCode: '004',
      accountNumber: first('account number'),
      holderName: first('account holder'),
      verification: 'COMPLETED',
    },
  ],
  terms: [
    {
      sellerId: SELLER,
      effectiveFrom: '2026-05-11',
      commissionRate: 10_000,
      tranches: [{ percent: 100, days: 1, unit: 'CALENDAR' }],
      cycle: { kind: 'DAILY' },
      datePolicy: 'CALENDAR_DAY',
      taxType: 'GENERAL',
      reserve: undefined,
      debtNetPercent: 100,
    },
  ],
  orders: [order('canary-order-1', '2026-05-11'), order('canary-order-2', '2026-05-12')],
  cancels: [
    {
      cancelId: 'canary-cancel-1',
      orderId: 'canary-order-1',
      canceledAt: '2026-05-11T15:00:00+09:00',
      reason: `${first('reason of a cancel')} ${first('resident number')}`,
      amount: 5_000n,
      lineId: undefined,
      side: 'GATEWAY',
      quantity: undefined,
      allocatedTo: undefined,
    },
  ],
  holds: [],
};
