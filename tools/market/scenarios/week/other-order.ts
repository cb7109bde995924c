import type { Market } from '../../src/index.js';
import { addDays } from '../../src/generate/days.js';
import { paidAt } from '../../src/market-files/market.js';
import { groupBy } from '../../src/play/group-by.js';
import { expectSameAs, unproven, type Outcome, type Stage } from '../rehearsal.js';

type Cancel = Market['cancels'][number];
const dayOf = (time: string): string => time.slice(0, 10);

const WHOLE = { amount: undefined, lineId: undefined, quantity: undefined, allocatedTo: undefined } as const;

/** Everything that happens on a day the other way round; what happens to one order keeps its order. */
function backwardsByDay({ orders, cancels, ...market }: Market): Market {
  const byDay = <T>(items: readonly T[], day: (item: T) => string): T[] =>
    [...groupBy(items, day).values()].flatMap((ofDay) => ofDay.toReversed());
  const ofOrder = groupBy(cancels, ({ orderId }) => orderId);
  const turned = byDay(cancels, ({ canceledAt }) => dayOf(canceledAt));
  // In each place that an order's cancels take, the one whose turn it is.
  const inTurn = turned.map(({ orderId, canceledAt }) => {
    const own = ofOrder.get(orderId) ?? [];
    const next = own.findIndex((cancel) => dayOf(cancel.canceledAt) === dayOf(canceledAt));
    return own.splice(next, 1)[0];
  });
  return {
    ...market,
    orders: byDay(orders, ({ orderedAt }) => dayOf(orderedAt)),
    cancels: inTurn.filter((cancel) => cancel !== undefined),
  };
}

/** The same market, and in the end every buyer gets back what is left of every order. */
function withEverythingReturned(market: Market): Market {
  const left = new Map(
    market.orders
      .filter((order) => paidAt(order) !== undefined)
      .map((order) => [order.orderId, order.lines.reduce((sum, line) => sum + line.amount - line.discountAmount, 0n)]),
  );
  const canceled = new Set(market.cancels.map(({ orderId }) => orderId));
  // After every deposit and every registration: an order that waits for its deposit would have nothing to return.
  const times = [
    ...market.cancels.map(({ canceledAt }) => canceledAt),
    ...market.orders.map((order) => paidAt(order) ?? ''),
  ];
  const last = addDays(dayOf(times.sort().at(-1) ?? ''), 1);
  const untouched = [...left.keys()].filter((orderId) => !canceled.has(orderId));
  const rest: Cancel[] = untouched.map((orderId, index) => ({
    ...{ cancelId: `ALL-${index}`, orderId, canceledAt: `${last}T23:59:00+09:00`, reason: '전체 취소' },
    ...{ ...WHOLE, side: 'GATEWAY' },
  }));
  // A first cancel of everything leaves nothing for those that came after it in the file.
  const whole = [...canceled].flatMap((orderId, index): Cancel[] => {
    const first = market.cancels.find((cancel) => cancel.orderId === orderId);
    if (first === undefined) return [];
    return [{ ...first, cancelId: `WHOLE-${index}`, reason: '전체 취소', ...WHOLE }];
  });
  return { ...market, cancels: [...whole, ...rest].sort((a, b) => (a.canceledAt < b.canceledAt ? -1 : 1)) };
}

/** Defines the tests of plays of the same market in another order, and with everything returned. */
export function testOtherOrders(of: () => { stage: Stage; undisturbed: Outcome }): void {
  test('the order in which a day happens does not change what anybody gets', async () => {
    const { stage, undisturbed } = of();
    const market = backwardsByDay(stage.market);
    expect(market.orders.map(({ orderId }) => orderId)).not.toEqual(stage.market.orders.map(({ orderId }) => orderId));
    expectSameAs(undisturbed, await stage.playInstead(market));
  });

  test('when everything is returned, nobody has earned anything and nothing of a charge is left', async () => {
    const { stage } = of();
    const outcome = await stage.playInstead(withEverythingReturned(stage.market));
    expect(unproven(outcome)).toEqual([]);
    const { commission, commissionVat, promotion, sellersEarned, sellers, sales, canceled } = outcome.summary;
    expect({ commission, commissionVat, promotion, sellersEarned }).toEqual({
      ...{ commission: 0n, commissionVat: 0n, promotion: 0n, sellersEarned: 0n },
    });
    expect(canceled.amount).toBe(sales.amount);
    expect(sellers.filter(({ earned }) => earned !== 0n)).toEqual([]);
  });
}
