import { shareOf, weighted, type Random } from '@jeongsan/random';
import type { Cancel, LinePart } from '../market-files/market.js';
import { nothingCanceled, takeCancel, type Left, type Remaining } from '../market-files/remaining.js';
import { CANCEL_REASONS } from './catalogue.js';
import { addDays, daysBetween, koreanTime, secondOfDay } from './days.js';
import type { Month } from './month.js';
import type { Shop } from './make-shops.js';
import type { UnpaidOrder } from './make-ways.js';

/** A cancel before the side is chosen on which it is made. */
type Change = Omit<Cancel, 'side'>;
type Step = Pick<Cancel, 'amount' | 'lineId' | 'quantity' | 'allocatedTo'>;
type Delay = Readonly<{ min: number; max: number }>;

const CANCELED = 0.08;
/** Of the orders with a line of several units. */
const CANCELED_BY_UNITS = 0.4;
/** Of the last cancels by an amount that name no line of several. */
const ALLOCATED_BY_A_PERSON = 0.7;
const SECONDS_PER_DAY = 86_400;

/** Days from the order to its first cancel: before settlement, after it, and after the seller has been paid. */
const SAME_DAY: Delay = { min: 0, max: 0 };
const NEXT_DAYS: Delay = { min: 1, max: 3 };
const DAYS_LATER: Delay = { min: 4, max: 10 };
const WEEKS_LATER: Delay = { min: 14, max: 28 };
const AFTER_THE_MONEY_IS_GONE: Delay = { min: 21, max: 32 };

const pickDelay = weighted([[SAME_DAY, 30], [NEXT_DAYS, 30], [DAYS_LATER, 20], [WEEKS_LATER, 20]]); // prettier-ignore

/** Neither an amount nor a line: all that remains of the order. */
const all: Step = { amount: undefined, lineId: undefined, quantity: undefined, allocatedTo: undefined };

/** The ways buyers give things back, as the steps they take. Each takes its steps off what remains. */
const WAYS = {
  everything: (remaining: Remaining) => [taken(remaining, all)],
  oneLine: (remaining: Remaining, random: Random) => [taken(remaining, { ...all, lineId: anyLine(remaining, random) })],
  partOfLine: (remaining: Remaining, random: Random) => [partOfLine(remaining, random)],
  partOfOrder: (remaining: Remaining, random: Random) => [lastPartOfOrder(remaining, random)],
  severalParts: (remaining: Remaining, random: Random) => [
    ...parts(remaining, random.integer(1, 2), random),
    random.chance(0.5) ? partOfLine(remaining, random) : lastPartOfOrder(remaining, random),
  ],
  partsUntilNothingIsLeft: (remaining: Remaining, random: Random) => [
    ...parts(remaining, random.integer(1, 3), random),
    // Some say "the rest", some name its amount: both must come to zero.
    taken(remaining, random.chance(0.5) ? all : { ...all, amount: totalOf(remaining) }),
  ],
};

// prettier-ignore
const pickWay = weighted([
  [WAYS.everything, 36], [WAYS.oneLine, 14], [WAYS.partOfLine, 8], [WAYS.partOfOrder, 22], [WAYS.severalParts, 10], [WAYS.partsUntilNothingIsLeft, 10],
]);

/** Cancels about one order in twelve. Sellers in debt lose every order, weeks after they were paid for it. */
export function makeCancels(
  month: Month,
  shops: readonly Shop[],
  orders: readonly UnpaidOrder[],
  random: Random,
): Change[] {
  const inDebt = new Set(shops.filter(({ part }) => part === 'IN_DEBT').map(({ seller }) => seller.sellerId));
  const [lost, kept] = partition(orders, ({ lines }) => lines.every(({ sellerId }) => inDebt.has(sellerId)));
  const canceled = random.shuffle(kept).slice(0, Math.max(0, Math.round(orders.length * CANCELED) - lost.length));
  return [
    ...lost.flatMap((order) =>
      inTime(order, WAYS.everything(nothingCanceled(order)), AFTER_THE_MONEY_IS_GONE, month, random),
    ),
    ...canceled.flatMap((order) => {
      const remaining = nothingCanceled(order);
      const steps = someUnits(remaining, random) ?? pickWay(random)(remaining, random);
      return inTime(order, steps, pickDelay(random), month, random);
    }),
  ];
}

/** Gives each step its time, one after the other, none later than the month allows. */
function inTime(order: UnpaidOrder, steps: readonly Step[], delay: Delay, month: Month, random: Random): Change[] {
  const reason = random.pick(CANCEL_REASONS);
  let day = order.orderedAt.slice(0, 10);
  let second = secondOfDay(order.orderedAt);
  let gap = daysWithin(daysBetween(day, month.cancelUntil), delay, random);
  const cancels: Change[] = [];
  for (const step of steps) {
    if (gap === 0 && second >= SECONDS_PER_DAY - 60) gap = 1;
    const next = addDays(day, gap);
    if (next > month.cancelUntil) break;
    // Later the same day: after minutes or hours. Another day: while the buyer is awake.
    second =
      gap === 0
        ? random.integer(second + 1, Math.min(second + 14_400, SECONDS_PER_DAY - 1))
        : random.integer(28_800, 82_800);
    day = next;
    cancels.push({ cancelId: '', orderId: order.orderId, canceledAt: koreanTime(day, second), reason, ...step });
    gap = daysWithin(daysBetween(day, month.cancelUntil), { min: 0, max: 6 }, random);
  }
  return cancels;
}

/** A delay as long as it should be; where the month ends too soon for it, one that still fits. */
function daysWithin(room: number, { min, max }: Delay, random: Random): number {
  return room >= min ? random.integer(min, Math.min(max, room)) : random.integer(0, Math.min(NEXT_DAYS.max, room));
}

function parts(remaining: Remaining, count: number, random: Random): Step[] {
  return Array.from({ length: count }, () =>
    random.chance(0.5) ? partOfLine(remaining, random) : partOfOrder(remaining, random),
  );
}

function partOfLine(remaining: Remaining, random: Random): Step {
  const lineId = anyLine(remaining, random);
  return taken(remaining, { ...all, lineId, amount: shareOf(remaining.get(lineId)?.won ?? 0n, 50, 600, random) });
}

function partOfOrder(remaining: Remaining, random: Random): Step {
  return taken(remaining, { ...all, amount: shareOf(totalOf(remaining), 50, 600, random) });
}

/** As partOfOrder; sometimes an operator says afterwards which lines were meant. */
function lastPartOfOrder(remaining: Remaining, random: Random): Step {
  const amount = shareOf(totalOf(remaining), 50, 600, random);
  const open = openLines(remaining);
  const isAllocated = random.chance(ALLOCATED_BY_A_PERSON) && open.length > 1;
  return taken(remaining, { ...all, amount, allocatedTo: isAllocated ? meantLines(open, amount, random) : undefined });
}

/** The amount taken whole from one line after the other, in any order. */
function meantLines(open: readonly (readonly [string, Left])[], amount: bigint, random: Random): LinePart[] {
  let rest = amount;
  return random.shuffle(open).flatMap(([lineId, { won }]) => {
    const part = rest < won ? rest : won;
    rest -= part;
    return part === 0n ? [] : [{ lineId, amount: part }];
  });
}

/** Some units of a line with several of them; undefined: another way is chosen. */
function someUnits(remaining: Remaining, random: Random): Step[] | undefined {
  const [line] = openLines(remaining).filter(([, { units }]) => units > 1);
  if (line === undefined || !random.chance(CANCELED_BY_UNITS)) return undefined;
  const [lineId, { units }] = line;
  return [taken(remaining, { ...all, lineId, quantity: random.integer(1, units - 1) })];
}

function anyLine(remaining: Remaining, random: Random): string {
  return random.pick(openLines(remaining).map(([lineId]) => lineId));
}

const openLines = (remaining: Remaining) => [...remaining].filter(([, { won }]) => won > 0n);

function taken(remaining: Remaining, step: Step): Step {
  const refusal = takeCancel(remaining, step);
  if (refusal !== undefined) throw new Error(`A made-up cancel does not fit: ${refusal}`);
  return step;
}

function totalOf(remaining: Remaining): bigint {
  return [...remaining.values()].reduce((sum, { won }) => sum + won, 0n);
}

function partition<T>(items: readonly T[], belongs: (item: T) => boolean): [yes: T[], no: T[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}
