import { addDays } from '@jeongsan/calendar';
import { breakClass, type ResolutionWay } from '@jeongsan/platform-contract';
import { importStatement } from '../import-statement/import-statement.js';
import { balanceOn, listCorrectly, NIGHT, sell, settlementOf, SOLD_ON, transactionOf } from '../testing/market-day.js';
import { night } from '../testing/night.js';
import { bookPaidPayout } from '../testing/paid-payout.js';
import {
  type BankClass,
  BrokenNights,
  contractFee,
  unprovenOf,
  openBreaksOf,
  proofOf,
  provenAgain,
  settle,
} from '../testing/settled-break.js';

jest.setTimeout(120_000);
/** Sold on this day and paid out on the day of the other sales, whose bank statement is compared. */
const SOLD_BEFORE = addDays(SOLD_ON, -1);
const LAST = addDays(NIGHT, 4);
const SETTLED_AT = new Date(`${NIGHT}T10:00:00+09:00`);
const DEPOSIT = 9_670;
const PAID = 3_000;

const world = new BrokenNights();
beforeEach(() => world.open(), 120_000);
afterEach(() => world.close());

const line = (memo: string, out: number | null, into: number | null, reference = '', who = '') =>
  `${SOLD_ON} 10:00,${memo},${who},${out ?? ''},${into ?? ''},${reference}`;
const correct = {
  deposit: line('정산', null, DEPOSIT, '', '토스페이먼츠'),
  withdrawal: line('정산금', PAID, null, 'ref-a', '판매자'),
  fee: line('이체수수료', 300, null),
};
type Row = keyof typeof correct;
/** The bank's rows of the day: the correct ones with some replaced, left out, or added. */
const rowsWith = (changed: Partial<Record<Row, string | null>>, ...more: string[]): string[] => [
  ...(Object.keys(correct) as Row[]).flatMap((row) => {
    const changedTo = changed[row];
    return changedTo === null ? [] : [changedTo ?? correct[row]];
  }),
  ...more,
];

/** A deposit of a day for which nothing was settled. */
const depositOfAnotherDay = line('정산', null, 5_000, '', '토스페이먼츠').replace(SOLD_ON, addDays(SOLD_ON, -4));

// prettier-ignore
/** How the bank's statement comes to differ. */
const plants = {
  PAYOUT_FEE:         { rows: rowsWith({ fee: line('이체수수료', 500, null) }) },
  MISSING_DEPOSIT:    { rows: rowsWith({ deposit: null }) },
  UNKNOWN_DEPOSIT:    { rows: rowsWith({}, depositOfAnotherDay) },
  DEPOSIT_AMOUNT:     { rows: rowsWith({ deposit: line('정산', null, DEPOSIT - 70, '', '토스페이먼츠') }) },
  MISSING_WITHDRAWAL: { rows: rowsWith({ withdrawal: null }) },
  UNKNOWN_WITHDRAWAL: { rows: rowsWith({}, line('정산금', 4_000, null, 'ref-x', '판매자')) },
  WITHDRAWAL_AMOUNT:  { rows: rowsWith({ withdrawal: line('정산금', PAID + 500, null, 'ref-a', '판매자') }) },
} as const satisfies Record<BankClass, { rows: string[] }>;
const cases = (Object.keys(plants) as BankClass[]).flatMap((kind) =>
  breakClass(kind).ways.map((way) => [kind, way] as [BankClass, ResolutionWay]),
);

/** The contract of the market with its bank: 300 won for each payout. */
const payoutFee = () => contractFee(world.db, { method: 'PAYOUT', fixed: 300 });

const importRows = (rows: readonly string[]) =>
  world.db.transaction((tx) =>
    importStatement(
      tx,
      {
        ...{ bankAccount: 'kb-main', account: '', format: 'csv', covers: 'both' },
        ...{ provider: '토스페이먼츠', payouts: '정산금', from: addDays(SOLD_ON, -5), to: SOLD_ON },
        content: Buffer.from(['거래일시,적요,의뢰인/수취인,출금,입금,참조번호', ...rows].join('\n')).toString('base64'),
      },
      'person:kim',
      new Date(`${NIGHT}T01:00:00+09:00`),
    ),
  );

/** A day of sales, and a sale of the day before that was paid out and from which a seller was paid. */
async function market(): Promise<void> {
  const { db } = world;
  listCorrectly(world.provider, [await sell(db, 'a', 10_000n), await sell(db, 'b', 20_000n)]);
  const before = await sell(db, 'before', 10_000n, SOLD_BEFORE);
  world.provider.transactions.push(transactionOf(before));
  world.provider.settlements.push(settlementOf(before, SOLD_ON));
  await bookPaidPayout(db, 'ref-a', BigInt(PAID));
  world.provider.payouts.push({
    id: 'payout-a',
    refPayoutId: 'ref-a',
    payoutDate: SOLD_ON,
    amount: PAID,
    status: 'COMPLETED',
  });
  await payoutFee();
}

async function play(date: string): Promise<Awaited<ReturnType<typeof proofOf>>> {
  const { pending, available } = balanceOn(world.provider.settlements, date);
  world.provider.balance = { pending, available: Math.max(available - (date >= SOLD_ON ? PAID : 0), 0) };
  await night(world.db, world.api, date);
  return proofOf(world.db, date);
}

test('a statement that agrees leaves the night proven', async () => {
  await market();
  await play(SOLD_ON);
  await importRows(rowsWith({}));
  expect(await play(NIGHT)).toEqual({ state: 'PROVEN', differing: [] });
});

test.each(cases)('%s settled by %s: the night itself is proven, and the nights after', async (kind, way) => {
  const { db } = world;
  await market();
  expect((await play(SOLD_ON)).state).toBe('PROVEN');
  await importRows(plants[kind].rows);
  expect((await play(NIGHT)).state).toBe('UNPROVEN');
  const found = await openBreaksOf(db);
  expect(found.map((one) => one.class)).toEqual([kind]);
  for (const one of found) await settle(db, one, way, SETTLED_AT);
  const nights = [await provenAgain(db, NIGHT, SETTLED_AT)];
  for (let date = addDays(NIGHT, 1); date <= LAST; date = addDays(date, 1)) nights.push(await play(date));
  expect(unprovenOf(nights)).toEqual([]);
});
