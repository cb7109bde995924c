import { createCalendar } from '@jeongsan/calendar';
import type { Cancel, Market, Order, Terms } from '../market-files/market.js';
import { planDays } from './plan-days.js';

const order = (orderedAt: string): Order => ({
  orderId: `order-${orderedAt}`,
  orderedAt,
  orderName: '과일',
  method: '카드',
  way: 'WINDOW',
  registered: 'BEFORE',
  depositedAt: undefined,
  lines: [
    {
      lineId: 'L1',
      sellerId: 's',
      category: '식품',
      quantity: 1,
      amount: 1n,
      taxFreeAmount: 0n,
      discountAmount: 0n,
      discountBySeller: 0n,
    },
  ],
});
const cancel = (canceledAt: string): Cancel => ({
  cancelId: `cancel-${canceledAt}`,
  orderId: 'order',
  canceledAt,
  reason: '변심',
  amount: undefined,
  lineId: undefined,
  quantity: undefined,
  side: 'GATEWAY',
  allocatedTo: undefined,
});
const terms = (lagDays: number): Terms => ({
  sellerId: 's',
  effectiveFrom: '2026-01-01',
  commissionRate: 0,
  tranches: [{ percent: 100, days: lagDays, unit: 'CALENDAR' }],
  taxType: 'GENERAL',
  reserve: undefined,
  debtNetPercent: 100,
  cycle: { kind: 'DAILY' },
  datePolicy: 'CALENDAR_DAY',
});

const datesOf = (market: Partial<Market>): string[] =>
  planDays({ sellers: [], terms: [], orders: [], cancels: [], holds: [], ...market }, createCalendar()).map(
    (day) => day.date,
  );

test('days run without a gap from the first order until twelve days after the last event', () => {
  const orders = [order('2026-05-01T10:00:00+09:00'), order('2026-05-03T00:00:00+09:00')];
  const cancels = [cancel('2026-05-05T23:59:59+09:00')];
  const days = planDays({ sellers: [], terms: [], orders, cancels, holds: [] }, createCalendar());
  expect(days.map((day) => [day.date, day.orders.length, day.cancels.length]).slice(0, 6)).toEqual([
    ['2026-05-01', 1, 0],
    ['2026-05-02', 0, 0],
    ['2026-05-03', 1, 0],
    ['2026-05-04', 0, 0],
    ['2026-05-05', 0, 1],
    ['2026-05-06', 0, 0],
  ]);
  expect(days.at(-1)?.date).toBe('2026-05-17');
});

test('an order is registered on the day after it was placed, and a deposit has its own day', () => {
  const later: Order = { ...order('2026-05-01T10:00:00+09:00'), way: 'BESIDE', registered: 'NEXT_DAY' };
  const deposit = { way: 'VIRTUAL_ACCOUNT', depositedAt: '2026-05-03T09:00:00+09:00' } as const;
  const orders = [later, { ...order('2026-05-01T11:00:00+09:00'), ...deposit }];
  const days = planDays({ sellers: [], terms: [], orders, cancels: [], holds: [] }, createCalendar());
  expect(days.map((day) => [day.orders.length, day.registrations.length, day.deposits.length]).slice(0, 4)).toEqual([
    [2, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0, 0, 0],
  ]);
  expect(days.at(-1)?.date).toBe('2026-05-15');
});

test('an operator names the lines of a cancel on the day after it', () => {
  const orders = [order('2026-05-01T10:00:00+09:00')];
  const cancels = [{ ...cancel('2026-05-01T11:00:00+09:00'), allocatedTo: [{ lineId: 'L1', amount: 1n }] }];
  const days = planDays({ sellers: [], terms: [], orders, cancels, holds: [] }, createCalendar());
  expect(days.map((day) => [day.cancels.length, day.allocations.length]).slice(0, 3)).toEqual([
    [1, 0],
    [0, 1],
    [0, 0],
  ]);
});

// prettier-ignore
test.each([
  ['money that matures within the usual days changes nothing',      10, '2026-05-13'],
  ['money that matures soon after them is waited for',              20, '2026-05-21'],
  ['money that matures long after them is left owed',               40, '2026-05-13'],
])('%s', (_, lagDays, last) => {
  expect(datesOf({ orders: [order('2026-05-01T10:00:00+09:00')], terms: [terms(lagDays)] }).at(-1)).toBe(last);
});

test('a market of a quarter is played for seventy-five days at most', () => {
  const dates = datesOf({ orders: [order('2026-03-01T10:00:00+09:00'), order('2026-06-30T10:00:00+09:00')] });
  expect(dates).toHaveLength(75);
});

test('a market without orders has nothing to play', () => {
  expect(() => datesOf({})).toThrow('no days');
});
