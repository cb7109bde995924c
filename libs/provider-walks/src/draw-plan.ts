import { randomUUID } from 'node:crypto';
import type { Random } from '@jeongsan/random';
import { weighted } from '@jeongsan/random';
import { soldOrder, type SoldOrder } from './sold-order.js';
import { wayNames, wayOf, type WayName } from './ways.js';

export type Step =
  | 'register'
  | 'pay'
  | 'deposit'
  | 'withdraw'
  | 'cancel'
  | 'fail refund'
  | 'mature'
  | 'look'
  | 'slow look';
/** When the market registers the order. */
export type Registers = 'before' | 'after the payment' | 'after the cancels' | 'at the end' | 'with another amount';

/** One payment of a history: its way, its side, and what is still to happen to it. */
export type Plan = {
  readonly way: WayName;
  readonly side: 'gateway' | 'provider';
  readonly registers: Registers;
  /** Every webhook about the payment is lost. */
  readonly isDeaf: boolean;
  readonly steps: Step[];
  facts: SoldOrder;
  isRegistered: boolean;
  paymentKey: string | undefined;
};

const registering = weighted<Registers>([
  ['before', 5],
  ['after the payment', 3],
  ['after the cancels', 2],
  ['at the end', 2],
  ['with another amount', 1],
]);

/** Draws one payment of an order with lines of the sellers. */
export function drawPlan(
  random: Random,
  { sellers, orderedAt }: Readonly<{ sellers: readonly string[]; orderedAt: Date }>,
): Plan {
  const way = random.pick(wayNames);
  const { number, isBesideUsOnly } = wayOf(way);
  const side = isBesideUsOnly || random.chance(0.45) ? 'provider' : 'gateway';
  const drawn = registering(random);
  const registers = registersOf(drawn, {
    isNumbered: number === 'numbered',
    isStrict: side === 'gateway' && random.chance(0.7),
  });
  const lines = Array.from({ length: random.integer(1, 3) }, () => ({
    sellerId: random.pick(sellers),
    amount: BigInt(random.integer(1_000, 60_000)),
  }));
  return {
    way,
    side,
    registers,
    isDeaf: random.chance(0.25),
    steps: drawSteps(random, way, registers),
    facts: soldOrder({ orderId: `order-${randomUUID()}`, orderedAt, lines }),
    isRegistered: false,
    paymentKey: undefined,
  };
}

/** An order that the provider numbers is registered afterwards; through us, most orders are registered before their payment. */
function registersOf(
  drawn: Registers,
  { isNumbered, isStrict }: Readonly<{ isNumbered: boolean; isStrict: boolean }>,
): Registers {
  if (!isNumbered) return drawn === 'before' ? 'after the payment' : drawn;
  return isStrict && drawn !== 'with another amount' ? 'before' : drawn;
}

function drawSteps(random: Random, way: WayName, registers: Registers): Step[] {
  const steps: Step[] = way.startsWith('virtual account') ? drawDeposits(random) : ['pay'];
  if (registers === 'before' || (registers === 'with another amount' && random.chance(0.5))) steps.unshift('register');
  else if (registers !== 'at the end' && registers !== 'after the cancels') steps.push('register');
  const cancels = random.pick([0, 0, 1, 1, 2, 3]);
  for (let count = 0; count < cancels; count += 1) steps.push('cancel');
  if (way.startsWith('virtual account') && random.chance(0.2)) steps.push('fail refund');
  if (registers === 'after the cancels') steps.push('register');
  for (const [step, probability] of [
    ['mature', 0.3],
    ['look', 0.3],
    ['slow look', 0.5],
    ['slow look', 0.3],
  ] as const) {
    if (random.chance(probability)) steps.splice(random.integer(steps.indexOf('pay') + 1, steps.length), 0, step);
  }
  return steps;
}

/** The life of a virtual account: never paid, paid, or paid, withdrawn and perhaps paid again. */
function drawDeposits(random: Random): Step[] {
  const lives: readonly (readonly Step[])[] = [
    ['pay'],
    ['pay', 'deposit'],
    ['pay', 'deposit'],
    ['pay', 'deposit', 'withdraw'],
    ['pay', 'deposit', 'withdraw', 'deposit'],
    ['pay', 'deposit', 'withdraw', 'deposit', 'withdraw', 'deposit'],
  ];
  return [...random.pick(lives)];
}

/** The parts of a cancel that takes from the first lines first. */
export function fill(left: readonly bigint[], amount: bigint): bigint[] {
  let rest = amount;
  return left.map((won) => {
    const part = won < rest ? won : rest;
    rest -= part;
    return part;
  });
}
