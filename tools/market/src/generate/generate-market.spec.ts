import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MARKET_FILES } from '../market-files/market-files-invalid.js';
import {
  isThroughUs,
  METHODS,
  paidAt,
  paidForLine,
  paidForOrder,
  REGISTRATIONS,
  SIDES,
  WAYS,
  type Market,
  type Order,
  type Way,
} from '../market-files/market.js';
import { readMarket } from '../market-files/read-market.js';
import { nothingCanceled, takeCancel } from '../market-files/remaining.js';
import { daysBetween, weekdayOf } from './days.js';
import { DEFAULT_MONTH, generateMarket } from './generate-market.js';
import type { Month } from './month.js';
import { marketFiles, writeMarket } from './write-market.js';

const EXAMPLE = resolve(import.meta.dirname, '../../../../examples/market');
const SMALL: Month = { seed: 7, from: '2026-05-01', days: 20, sellers: 30, orders: 300, cancelUntil: '2026-05-28' };

const market = generateMarket(DEFAULT_MONTH);
const lines = market.orders.flatMap((order) => order.lines);
const orderOf = new Map(market.orders.map((order) => [order.orderId, order]));

test('the same seed gives the same bytes', () => {
  expect(marketFiles(generateMarket(SMALL))).toEqual(marketFiles(generateMarket(SMALL)));
});

test('another seed gives another month', () => {
  const [one, other] = [7, 8].map((seed) => marketFiles(generateMarket({ ...SMALL, seed })));
  for (const file of MARKET_FILES) expect(one?.[file]).not.toBe(other?.[file]);
});

test.each([1, 2, 3])('what seed %i makes passes the reader and comes back as it was', async (seed) => {
  const dir = await mkdtemp(join(tmpdir(), 'market-'));
  const made = generateMarket({ ...SMALL, seed });
  await writeMarket(dir, made);
  expect(await readMarket(dir)).toEqual(made);
  await rm(dir, { recursive: true });
});

test('the committed example is what the generator makes by default, and passes the reader', async () => {
  for (const [file, content] of Object.entries(marketFiles(market))) {
    expect((await readFile(join(EXAMPLE, file), 'utf8')) === content).toBe(true);
  }
  expect(await readMarket(EXAMPLE)).toEqual(market);
});

test('the example is a month of a market that is large enough and small enough', () => {
  const bytes = Object.values(marketFiles(market)).reduce((sum, content) => sum + Buffer.byteLength(content), 0);
  expect(market.sellers.length).toBeGreaterThanOrEqual(200);
  expect(market.orders.length).toBeGreaterThanOrEqual(5000);
  expect(bytes).toBeLessThan(2_000_000);
});

test('orders come as orders do: baskets, methods, peaks and quiet hours', () => {
  const severalSellers = market.orders.filter((order) => new Set(order.lines.map((line) => line.sellerId)).size > 1);
  expect(share(severalSellers, market.orders)).toBeCloseTo(0.35, 1);
  expect(new Set(market.orders.map((order) => order.lines.length))).toEqual(new Set([1, 2, 3, 4, 5]));
  expect(new Set(market.orders.map((order) => order.method)).size).toBe(METHODS.length);
  const ordersOn = (day: string) => market.orders.filter(({ orderedAt }) => orderedAt.startsWith(day)).length;
  expect(ordersOn('2026-05-07')).toBeGreaterThan(ordersOn('2026-05-14') * 1.3);
  const ordersAt = (hour: string) => market.orders.filter(({ orderedAt }) => orderedAt.slice(11, 13) === hour).length;
  expect(ordersAt('21')).toBeGreaterThan(ordersAt('04') * 5);
});

test('amounts are such that rounding matters', () => {
  const discounted = lines.filter((line) => line.discountAmount > 0n);
  const shared = discounted.filter((line) => line.discountBySeller > 0n && line.discountBySeller < line.discountAmount);
  expect(share(discounted, lines)).toBeCloseTo(0.3, 1);
  expect(share(shared, discounted)).toBeGreaterThan(0.2);
  expect(shared.filter((line) => line.discountBySeller % 10n !== 0n).length).toBeGreaterThan(500);
  expect(lines.filter((line) => line.amount % 10n !== 0n).length).toBeGreaterThan(1000);
  const taxFree = (order: Order) => order.lines.reduce((sum, line) => sum + line.taxFreeAmount, 0n);
  expect(market.orders.filter((order) => taxFree(order) === paidForOrder(order)).length).toBeGreaterThan(200);
  const mixed = market.orders.filter((order) => taxFree(order) > 0n && taxFree(order) < paidForOrder(order));
  expect(mixed.length).toBeGreaterThan(200);
});

test('terms are of every kind, and some change within the month with sales on both sides', () => {
  const kinds = (pick: (terms: Market['terms'][number]) => string) => new Set(market.terms.map(pick)).size;
  expect([kinds((t) => t.cycle.kind), kinds((t) => t.datePolicy), kinds((t) => t.taxType)]).toEqual([3, 3, 5]);
  const tranches = market.terms.flatMap((terms) => terms.tranches);
  expect(new Set(tranches.map(({ unit }) => unit)).size).toBe(2);
  const rates = market.terms.map((terms) => terms.commissionRate);
  expect([Math.min(...rates), Math.max(...rates), rates.includes(3370)]).toEqual([2000, 15_000, true]);
  const changed = market.terms.filter(({ sellerId, effectiveFrom }) => {
    const soldOn = daysOfSales(sellerId);
    return soldOn.some((day) => day < effectiveFrom) && soldOn.some((day) => day >= effectiveFrom);
  });
  expect(changed.length).toBeGreaterThanOrEqual(10);
});

test('what keeps money back is there in every kind: a later part, a reserve, a hold, tax, debt that is not netted whole', () => {
  const having = (test: (terms: Market['terms'][number]) => boolean) =>
    new Set(market.terms.filter(test).map(({ sellerId }) => sellerId)).size;
  expect(having(({ tranches }) => tranches.length === 2)).toBe(22);
  expect(having(({ reserve }) => reserve?.kind === 'ROLLING')).toBeGreaterThan(10);
  expect(having(({ reserve }) => reserve?.kind === 'FIXED')).toBeGreaterThan(5);
  expect(having(({ taxType }) => taxType === 'WITHHOLDING')).toBeGreaterThan(10);
  expect(having(({ debtNetPercent }) => debtNetPercent < 100)).toBeGreaterThan(10);
  expect(new Set(market.holds.map(({ scope }) => scope)).size).toBe(3);
  expect(new Set(market.holds.map(({ releaseOn }) => releaseOn === undefined)).size).toBe(2);
});

test('about one order in twelve is cancelled, in every way and at every time', () => {
  const canceled = new Map([...cancelsByOrder()].filter(([orderId]) => isPaid(orderOf.get(orderId))));
  expect(share([...canceled], market.orders)).toBeCloseTo(0.08, 2);
  const daysLater = market.cancels.map(({ orderId, canceledAt }) => {
    return daysBetween(orderOf.get(orderId)?.orderedAt.slice(0, 10) ?? '', canceledAt.slice(0, 10));
  });
  for (const [min, max] of [
    [0, 0],
    [1, 3],
    [4, 10],
    [14, 28],
  ] as const) {
    expect(daysLater.filter((days) => days >= min && days <= max).length).toBeGreaterThan(50);
  }
  const ways = [
    market.cancels.filter(({ amount, lineId }) => amount === undefined && lineId === undefined),
    market.cancels.filter(({ amount, lineId }) => amount === undefined && lineId !== undefined),
    market.cancels.filter(({ amount, lineId }) => amount !== undefined && lineId !== undefined),
    market.cancels.filter(({ amount, lineId }) => amount !== undefined && lineId === undefined),
  ];
  for (const way of ways) expect(way.length).toBeGreaterThan(30);
  const inSteps = [...canceled].filter(([, cancels]) => cancels.length > 1);
  const toNothing = inSteps.filter(([orderId, cancels]) => remainsOf(orderId, cancels) === 0n);
  expect(inSteps.length - toNothing.length).toBeGreaterThan(20);
  expect(toNothing.length).toBeGreaterThan(20);
});

test('every business type is there, and everybody sells', () => {
  expect(new Set(market.sellers.map(({ businessType }) => businessType)).size).toBe(3);
  expect(market.sellers.filter(({ sellerId }) => daysOfSales(sellerId).length === 0)).toEqual([]);
});

test('a business with decent sales never passes verification', () => {
  const stuck = market.sellers.filter((s) => s.verification === 'NEVER' && s.businessType === 'INDIVIDUAL_BUSINESS');
  expect(stuck.some(({ sellerId }) => soldBy(sellerId) > 3_000_000n)).toBe(true);
});

test('the payouts of one seller with decent sales bounce', () => {
  const bouncing = market.sellers.filter((s) => s.bankCode === '011' && s.accountNumber === '3025353430761');
  expect(bouncing).toHaveLength(1);
  expect(bouncing[0]?.holderName).toBe(bouncing[0]?.representativeName);
  expect(soldBy(bouncing[0]?.sellerId ?? '')).toBeGreaterThan(3_000_000n);
});

test('several sellers who only showed who they are sell for more than ten million won in a week', () => {
  const over = market.sellers.filter(({ sellerId, verification }) => {
    return verification === 'IDENTITY_ONLY' && bestWeek(sellerId) > 12_000_000n;
  });
  expect(over.length).toBeGreaterThanOrEqual(3);
});

test('some sellers lose everything they sold, weeks after they were paid for it', () => {
  const indebted = market.sellers.filter(({ sellerId }) => {
    const orders = market.orders.filter((order) => order.lines.some((line) => line.sellerId === sellerId));
    const cancels = market.cancels.filter(({ orderId }) => orders.some((order) => order.orderId === orderId));
    const lastSale = orders.at(-1)?.orderedAt.slice(0, 10) ?? '';
    const firstCancel = cancels[0]?.canceledAt.slice(0, 10) ?? lastSale;
    const isAllLost = orders.every(
      ({ orderId }) =>
        remainsOf(
          orderId,
          cancels.filter((c) => c.orderId === orderId),
        ) === 0n,
    );
    return isAllLost && daysBetween(lastSale, firstCancel) >= 14;
  });
  expect(indebted.length).toBeGreaterThanOrEqual(3);
});

test('a fifth of the orders is paid into virtual accounts, and every other way of paying is there', () => {
  const by = (way: Way) => market.orders.filter((order) => order.way === way);
  expect(share(by('VIRTUAL_ACCOUNT'), market.orders)).toBeCloseTo(0.2, 1);
  for (const way of WAYS) expect(by(way).length).toBeGreaterThan(50);
  const unpaid = by('VIRTUAL_ACCOUNT').filter((order) => !isPaid(order));
  const isCanceled = ({ orderId }: Order) => market.cancels.some((cancel) => cancel.orderId === orderId);
  // Never paid and expired, canceled before the deposit, refunded after the deposit.
  expect(unpaid.filter((order) => !isCanceled(order)).length).toBeGreaterThan(20);
  expect(unpaid.filter(isCanceled).length).toBeGreaterThan(10);
  expect(by('VIRTUAL_ACCOUNT').filter((order) => isPaid(order) && isCanceled(order)).length).toBeGreaterThan(20);
});

test('orders are registered before and after their payment, and cancels are made on both sides', () => {
  for (const registered of REGISTRATIONS) {
    expect(market.orders.filter((order) => order.registered === registered).length).toBeGreaterThan(50);
  }
  for (const side of SIDES) {
    expect(market.cancels.filter((cancel) => cancel.side === side).length).toBeGreaterThan(50);
  }
});

test('some cancels give units back, and of some that name no line an operator says afterwards which lines were meant', () => {
  const units = market.cancels.filter(({ quantity }) => quantity !== undefined);
  expect(units.length).toBeGreaterThan(20);
  const allocated = market.cancels.filter(({ allocatedTo }) => allocatedTo !== undefined);
  expect(allocated.length).toBeGreaterThan(15);
  for (const { orderId, cancelId } of allocated) {
    expect(market.cancels.findLast((cancel) => cancel.orderId === orderId)?.cancelId).toBe(cancelId);
  }
  for (const side of SIDES) expect(allocated.some((cancel) => cancel.side === side)).toBe(true);
});

test('charges that the market sends go through the gateway and beside it', () => {
  for (const way of ['BILLING', 'WALLET', 'KEY_IN'] as const) {
    const orders = market.orders.filter((order) => order.way === way);
    expect(share(orders.filter(isThroughUs), orders)).toBeCloseTo(0.5, 0);
  }
});

const isPaid = (order: Order | undefined): boolean => order !== undefined && paidAt(order) !== undefined;

function share(some: readonly unknown[], all: readonly unknown[]): number {
  return some.length / all.length;
}

function cancelsByOrder(): Map<string, Market['cancels'][number][]> {
  const groups = new Map<string, Market['cancels'][number][]>();
  for (const cancel of market.cancels) groups.set(cancel.orderId, [...(groups.get(cancel.orderId) ?? []), cancel]);
  return groups;
}

function remainsOf(orderId: string, cancels: Market['cancels']): bigint {
  const order = orderOf.get(orderId);
  if (order === undefined) throw new Error(`There is no order ${orderId}`);
  const remaining = nothingCanceled(order);
  for (const cancel of cancels) takeCancel(remaining, cancel);
  return [...remaining.values()].reduce((sum, { won }) => sum + won, 0n);
}

function daysOfSales(sellerId: string): string[] {
  const own = market.orders.filter((order) => order.lines.some((line) => line.sellerId === sellerId));
  return own.map((order) => order.orderedAt.slice(0, 10));
}

function soldBy(sellerId: string): bigint {
  return lines.filter((line) => line.sellerId === sellerId).reduce((sum, line) => sum + paidForLine(line), 0n);
}

/** What a seller sold in its best week from Monday to Sunday. */
function bestWeek(sellerId: string): bigint {
  const weeks = new Map<number, bigint>();
  for (const order of market.orders) {
    const day = order.orderedAt.slice(0, 10);
    const week = Math.floor((daysBetween(DEFAULT_MONTH.from, day) + weekdayOf(DEFAULT_MONTH.from)) / 7);
    const sold = order.lines
      .filter((line) => line.sellerId === sellerId)
      .reduce((sum, line) => sum + paidForLine(line), 0n);
    weeks.set(week, (weeks.get(week) ?? 0n) + sold);
  }
  return [...weeks.values()].reduce((most, sold) => (sold > most ? sold : most), 0n);
}
