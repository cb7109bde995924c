import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { balances, sellersHave } from '@jeongsan/testing';
import * as fc from 'fast-check';
import pLimit from 'p-limit';
import { trialsSeed } from '../../testing/env.js';
import { refund, sell } from '../../testing/closing-world.js';
import { paidBySeller, violations } from '../../testing/payout-oracle.js';
import { plantedSeller, seoul, TODAY, TOMORROW } from '../../testing/funded-sandbox.js';
import { payoutWorld } from '../../testing/payout-world.js';

jest.setTimeout(600_000);

const SEED = trialsSeed;
const TRIES = 400;
const LANES = 8;
const EARNED = seoul('2026-05-08T12:00:00');
/** Won of every seller's second sale: enough to net any debt that a refund left. */
const SECOND_SALE = 100_000n;

const moments = [
  'before the draft',
  'during the draft',
  'before the sending',
  'during the sending',
  'on the way',
  'as it ends',
  'after it was paid',
] as const;
type Moment = (typeof moments)[number];

type Refund = Readonly<{ moment: Moment; share: number; delayMs: number }>;
type Try = Readonly<{ sale: bigint; refunds: readonly Refund[] }>;

const aTry: fc.Arbitrary<Try> = fc.record({
  sale: fc.bigInt(20_000n, 90_000n),
  refunds: fc.array(
    fc.record({
      moment: fc.constantFrom(...moments),
      share: fc.constantFrom(1, 7, 25, 50, 100),
      delayMs: fc.nat(60),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

type Drawn = Readonly<{ sellerId: string; orderId: string; sale: bigint; refunds: (Refund & { amount: bigint })[] }>;

/** Refunds as shares of the remaining amount, so that partial refunds of one order never exceed its payment. */
function drawTries(): Drawn[] {
  return fc.sample(aTry, { seed: SEED, numRuns: TRIES }).map(({ sale, refunds }, n) => {
    let left = sale;
    const parts = refunds.flatMap((one) => {
      const amount = (left * BigInt(one.share)) / 100n;
      left -= amount;
      return amount > 0n ? [{ ...one, amount }] : [];
    });
    return { sellerId: plantedSeller('approved', n), orderId: `order-${randomUUID()}`, sale, refunds: parts };
  });
}

const world = payoutWorld({ planted: TRIES });

const refundAll = async (tries: readonly Drawn[], moment: Moment): Promise<void> => {
  const due = tries.flatMap(({ sellerId, orderId, sale, refunds }) =>
    refunds.flatMap((one) => (one.moment === moment ? [{ sellerId, orderId, sale, ...one }] : [])),
  );
  const isAtOnce = moment.startsWith('during') || moment === 'as it ends';
  await pLimit(LANES).map(due, async ({ sellerId, orderId, sale, amount, delayMs }) => {
    if (isAtOnce) await sleep(delayMs);
    const order = { orderId, sellerId, amount: sale, at: EARNED };
    await refund(world.db, order, { cancelId: randomUUID(), amount, at: world.clock, isDone: true });
  });
};

async function poll(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    world.later(11 * 60);
    await world.poll();
    await world.work({ workers: 6, isPatient: true });
  }
}

const sumOf = ({ refunds }: Drawn): bigint => refunds.reduce((sum, { amount }) => sum + amount, 0n);

test(`refunds at every step of a payout: paid and owed is what was sold and kept (TRIALS_SEED=${SEED})`, async () => {
  await world.sandbox.control.changeSettings({ body: { payoutCompletionSeconds: 7_200 } });
  const tries = drawTries();
  await world.onboardPlanted(tries.map(({ sellerId }) => sellerId));
  for (const { orderId, sellerId, sale } of tries)
    await sell(world.db, { orderId, sellerId, amount: sale, at: EARNED });

  await refundAll(tries, 'before the draft');
  await Promise.all([world.draft(), refundAll(tries, 'during the draft')]);
  await refundAll(tries, 'before the sending');
  await Promise.all([world.work({ workers: 6, isPatient: true }), refundAll(tries, 'during the sending')]);
  await refundAll(tries, 'on the way');
  expect(await violations(world)).toEqual([]);
  await world.moveTo(seoul(`${TODAY}T13:30:00`));
  await Promise.all([poll(), refundAll(tries, 'as it ends')]);
  await refundAll(tries, 'after it was paid');
  expect(await violations(world)).toEqual([]);
  expect(Object.keys(await world.states())).toEqual(['paid']);
  await proveOwed(tries);

  // Every seller sells again: all debts are netted and none remains.
  await sellersHave(
    world.db,
    tries.map(({ sellerId }) => [sellerId, SECOND_SALE] as const),
  );
  await world.moveTo(seoul(`${TOMORROW}T10:00:00`));
  await world.draft(TOMORROW);
  await world.work({ workers: 6, isPatient: true });
  await world.moveTo(seoul(`${TOMORROW}T13:30:00`));
  await poll();
  const kept = tries.map((one) => [one.sellerId, one.sale + SECOND_SALE - sumOf(one)] as const);
  expect(await paidBySeller(world)).toEqual(new Map(kept));
  expect(await violations(world)).toEqual([]);
});

/**
 * Checks for every seller that paid plus payable money less debt equals sales less refunds, and that every debt has its
 * cancel.
 */
async function proveOwed(tries: readonly Drawn[]): Promise<void> {
  const paid = await paidBySeller(world);
  const books = await balances(world.db);
  const causes = await world.db.query<{ seller: string; debt: bigint }[]>(
    `select seller_id as seller, sum(to_debt)::bigint as debt from gateway.cancel_line group by seller_id having sum(to_debt) > 0`,
  );
  const causeOf = new Map(causes.map(({ seller, debt }) => [seller, debt]));
  const wrong = tries.flatMap((one) => {
    const { sellerId, sale } = one;
    const payable = -(books[`seller:${sellerId}:payable`] ?? 0n);
    const debt = books[`seller:${sellerId}:debt`] ?? 0n;
    const owed = (paid.get(sellerId) ?? 0n) + payable - debt;
    const isRight = owed === sale - sumOf(one) && payable >= 0n && debt === (causeOf.get(sellerId) ?? 0n);
    return isRight ? [] : [{ ...one, payable, debt, paid: paid.get(sellerId) }];
  });
  expect(wrong).toEqual([]);
  expect(causes.length).toBeGreaterThan(TRIES / 10);
}
