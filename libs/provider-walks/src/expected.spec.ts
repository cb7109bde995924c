import { assumed, expectedBooks, type Found } from './expected.js';
import { soldOrder } from './sold-order.js';

const at = new Date('2026-05-11T01:00:00Z');
const lines = [
  { sellerId: 'acme', amount: 10_000n },
  { sellerId: 'bolt', amount: 20_000n },
];
const found = ({ canceled = 0n, isRegistered = true }: { canceled?: bigint; isRegistered?: boolean }): Found => ({
  seen: {
    ...{ status: 'DONE', approvedAt: at, currency: 'KRW', totalAmount: 30_000n },
    cancels: canceled === 0n ? null : [{ cancelStatus: 'DONE', cancelAmount: canceled, canceledAt: at }],
  } as Found['seen'],
  sale: { facts: soldOrder({ orderId: 'order-1', orderedAt: at, lines }), isRegistered, isMispriced: false },
});

test('a payment of 30,000 leaves 89 % with the sellers of its lines and 11 % with the platform', () => {
  expect(expectedBooks([found({})], new Map())).toEqual({
    'KRW provider:receivable': 30_000n,
    'KRW seller:acme': -8_900n,
    'KRW seller:bolt': -17_800n,
    'KRW platform': -3_300n,
  });
});

test('a cancel of one whole line takes that line, and money without an order belongs to no seller', () => {
  expect(expectedBooks([found({ canceled: 10_000n })], new Map())).toEqual({
    'KRW provider:receivable': 20_000n,
    'KRW seller:bolt': -17_800n,
    'KRW platform': -2_200n,
  });
  expect(expectedBooks([found({ isRegistered: false })], new Map())).toEqual({
    'KRW provider:receivable': 30_000n,
    'KRW unallocated': -30_000n,
  });
});

test('an amount that fits no lines is taken in proportion, the odd won from the largest remainder', () => {
  expect(assumed(100n, [10_000n, 20_000n], lines)).toEqual([33n, 67n]);
});
