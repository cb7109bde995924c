import { addDays } from '@jeongsan/calendar';
import { breakClass, type ResolutionWay } from '@jeongsan/platform-contract';
import { balanceOn, listCorrectly, NIGHT, sell } from '../testing/market-day.js';
import { night } from '../testing/night.js';
import {
  BrokenNights,
  unprovenOf,
  openBreaksOf,
  type PostedClass,
  proofOf,
  provenAgain,
  reopen,
  settle,
} from '../testing/settled-break.js';
import type { WireSettlement } from '../testing/wrong-provider.js';

jest.setTimeout(120_000);
const PAID_OUT = addDays(NIGHT, 4);
const LAST = addDays(NIGHT, 6);

const world = new BrokenNights();
beforeEach(() => world.open(), 120_000);
afterEach(() => world.close());
beforeEach(async () => {
  const { db, provider } = world;
  listCorrectly(provider, [await sell(db, 'a', 10_000n), await sell(db, 'b', 20_000n)]);
});

const at = (date: string): Date => new Date(`${date}T10:00:00+09:00`);
/** A night that reads the rows of the days before again; `rows`: what the provider pays in the end. */
async function play(date: string, rows: readonly WireSettlement[] = world.provider.settlements, lookBackDays = 6) {
  world.provider.balance = balanceOn(rows, date);
  await night(world.db, world.api, date, { lookBackDays });
  return proofOf(world.db, date);
}
async function playThrough(from: string, to: string, rows?: readonly WireSettlement[]) {
  const nights: Awaited<ReturnType<typeof proofOf>>[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) nights.push(await play(date, rows));
  return nights;
}
const balance = async (account: string): Promise<bigint> => {
  const [row] = await world.db.query<{ sum: bigint }[]>(
    'select coalesce(sum(amount), 0)::bigint as sum from ledger.entry where account_code = $1',
    [account],
  );
  return row?.sum ?? 0n;
};
async function openBreak(kind: PostedClass) {
  const found = (await openBreaksOf(world.db)).find((one) => one.class === kind);
  if (!found) throw new Error(`No break of class ${kind} is open`);
  return found;
}

function changed(payOutAmount: number): void {
  const row = world.provider.settlements.find(({ transactionKey }) => transactionKey === 'txn-a');
  if (!row) throw new Error('The provider has no row txn-a');
  const fee = row.amount - payOutAmount;
  const vat = Math.round(fee / 11);
  Object.assign(row, { fee, fees: [{ type: 'BASE', fee }], vat, supplyAmount: fee - vat, payOutAmount });
}

/** Nights on which the row has changed: its money is pending, becomes available, is available. */
const changedOn = { pending: addDays(NIGHT, 3), due: PAID_OUT, available: addDays(NIGHT, 5) };
const ways = breakClass('SETTLEMENT_CHANGED').ways;
const cases = Object.entries(changedOn).flatMap(([where, date]) => ways.map((way) => [where, way, date] as const));

test.each(cases)('a row that changed when its money was %s, settled by %s', async (_, way, date) => {
  const { db } = world;
  const before = structuredClone(world.provider.settlements);
  expect(unprovenOf(await playThrough(NIGHT, addDays(date, -1)))).toEqual([]);
  changed(9_000);
  // Whoever expects the change holds it for an error of the listing, and the provider pays what it announced.
  const paid = way === 'expect' ? before : world.provider.settlements;
  expect((await play(date, paid)).state).toBe('UNPROVEN');
  for (const one of await openBreaksOf(db))
    await settle(db, one, one.class === 'SETTLEMENT_CHANGED' ? way : 'expect', at(date));
  expect(
    unprovenOf([await provenAgain(db, date, at(date)), ...(await playThrough(addDays(date, 1), LAST, paid))]),
  ).toEqual([]);
  expect(await balance('provider:pending')).toBe(0n);
  expect(await balance('provider:available')).toBe((way === 'expect' ? 9_670n : 9_000n) + 19_340n);
});

test('a row that was replaced before it was posted has nothing to book, and stands the night after', async () => {
  expect(unprovenOf([await play(NIGHT)])).toEqual([]);
  changed(9_000);
  const night = addDays(NIGHT, 1);
  await play(night);
  const found = await openBreak('SETTLEMENT_CHANGED');
  expect(found.amount).toBe(0n);
  expect(unprovenOf(await playThrough(addDays(night, 1), LAST))).toEqual([]);
  expect(await balance('provider:available')).toBe(9_000n + 19_340n);
});

test('a row that changes again after its adjustment: only what is not booked yet is booked', async () => {
  const { db } = world;
  await playThrough(NIGHT, addDays(NIGHT, 2));
  for (const [date, payOutAmount] of [
    [addDays(NIGHT, 3), 9_000],
    [PAID_OUT, 8_500],
  ] as const) {
    changed(payOutAmount);
    await play(date);
    for (const one of await openBreaksOf(db))
      await settle(db, one, one.class === 'SETTLEMENT_CHANGED' ? 'adjust' : 'expect', at(date));
  }
  expect(unprovenOf(await playThrough(addDays(PAID_OUT, 1), LAST))).toEqual([]);
  expect(await balance('provider:available')).toBe(8_500n + 19_340n);
});

test('an adjustment of pending money is taken back where the money has got to', async () => {
  const { db } = world;
  const before = structuredClone(world.provider.settlements);
  await playThrough(NIGHT, addDays(NIGHT, 2));
  changed(9_000);
  const date = addDays(NIGHT, 3);
  await play(date);
  const found = await openBreak('SETTLEMENT_CHANGED');
  await settle(db, found, 'adjust', at(date));
  world.provider.settlements = before;
  await playThrough(PAID_OUT, PAID_OUT, world.provider.settlements);
  await reopen(db, found, at(PAID_OUT));
  expect(await balance('provider:pending')).toBe(0n);
  expect(await balance('provider:available')).toBe(9_670n + 19_340n);
});

test.each(breakClass('OVERDUE_SETTLEMENT').ways)('an overdue settlement settled by %s', async (way: ResolutionWay) => {
  const { db } = world;
  const index = world.provider.settlements.findIndex(({ transactionKey }) => transactionKey === 'txn-a');
  world.provider.settlements.splice(index, 1);
  let date = NIGHT;
  for (; !(await openBreaksOf(db)).some((one) => one.class === 'OVERDUE_SETTLEMENT'); date = addDays(date, 1)) {
    expect(date <= LAST).toBe(true);
    await play(date);
  }
  date = addDays(date, -1);
  for (const one of await openBreaksOf(db))
    await settle(db, one, one.class === 'OVERDUE_SETTLEMENT' ? way : 'expect', at(date));
  expect(
    unprovenOf([await provenAgain(db, date, at(date)), ...(await playThrough(addDays(date, 1), addDays(LAST, 1)))]),
  ).toEqual([]);
});
