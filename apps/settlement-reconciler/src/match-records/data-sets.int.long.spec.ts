import { won } from '@jeongsan/money';
import type { BreakClass } from '@jeongsan/platform-contract';
import { seededRandom } from '@jeongsan/random';
import { sellerHas, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { settlementRecord } from '../download/settlement-record.js';
import { storeSettlements } from '../download/store-settlements.js';
import { proveBalance } from '../prove-balance/prove-balance.js';
import type { ProviderApi } from '../provider.js';
import { differencesOf, matchedClasses, planted } from '../testing/data-sets/compare-set.js';
import { planters } from '../testing/data-sets/planters.js';
import { breaksOf, settings } from '../testing/night.js';
import { checkLedger } from '../verify-ledger/check-ledger.js';

const SETS = 200;
const seeds = Array.from({ length: SETS }, (_, index) => `set-${index}`);
const classesBy = (by: string): BreakClass[] =>
  (Object.keys(planters) as BreakClass[]).filter((code) => planters[code].by === by);

jest.setTimeout(3_600_000);
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.drop());

async function wrongSets(
  cases: readonly (readonly [seed: string, classes: readonly BreakClass[]])[],
): Promise<object[]> {
  const wrong: object[] = [];
  for (const [seed, classes] of cases) {
    const { set, expected } = planted(seed, classes);
    const found = await differencesOf(database.db, set);
    if (String(found) !== String(expected)) wrong.push({ seed, expected, found });
  }
  return wrong;
}

test('200 clean sets have no difference', async () => {
  expect(await wrongSets(seeds.map((seed) => [seed, []]))).toEqual([]);
});

test('in 200 sets each class is found once and under its own name, and nothing else', async () => {
  const cases = seeds.flatMap((seed) => shared(seed).map((classes) => [seed, classes] as const));
  const covered = new Set(cases.flatMap(([seed, classes]) => classes.map((code) => `${seed} ${code}`)));
  expect(covered.size).toBe(SETS * matchedClasses.length);
  expect(await wrongSets(cases)).toEqual([]);
});

const ofBank = matchedClasses.filter((code) => /DEPOSIT|WITHDRAWAL|PAYOUT_FEE/.test(code));
/** Few records of a set fit these classes, so they are planted before others take such a record. */
const choosy: readonly BreakClass[] = ['MISSING_SETTLEMENT', 'OVERDUE_SETTLEMENT', 'TRANSACTION_STATUS'];
const ofRecords = matchedClasses.filter((code) => !ofBank.includes(code) && !choosy.includes(code));

/**
 * All classes, shared out among a few copies of a set, differently for each seed: several differences of one copy are found as several.
 * Each copy has one class of the bank, because those would explain the deposits of each other's days.
 */
function shared(seed: string): BreakClass[][] {
  const random = seededRandom(`${seed}/shared`);
  const copies: BreakClass[][] = ofBank.map(() => []);
  for (const [index, code] of [...choosy, ...random.shuffle(ofRecords)].entries())
    copies[index % copies.length]?.push(code);
  for (const [index, code] of random.shuffle(ofBank).entries()) copies[index]?.push(code);
  return copies;
}

test('a row that changed, a balance that differs and a ledger that does not verify are found once each', async () => {
  const { db } = database;
  await sellerHas(db, 'shop', 10_000n);
  const found: string[] = [];
  for (const [index, seed] of seeds.entries()) {
    const random = seededRandom(seed);
    const seen = { businessDate: '2026-11-19', now: new Date(Date.UTC(2026, 10, 19, 0, 0, index)) };
    const key = `txn-${index}`;
    const amount = BigInt(random.integer(1_000, 9_000_000));
    const store = (downloadId: bigint, row: ReturnType<typeof rowOf>) =>
      db.transaction(async (tx) => {
        // The rows belong to no download.
        await tx.query(`set local session_replication_role = replica`);
        await storeSettlements(tx, { downloadId, page: 1, seen, expectsKnown: true }, [row]);
      });
    await store(1n, rowOf(key, amount));
    await store(2n, rowOf(key, amount));
    expect(await breaksOf(db)).toEqual([]);
    await store(3n, rowOf(key, amount + 1n));
    const off = BigInt(random.integer(1, 1_000_000));
    const [pending, available] = random.pick([
      [off, 0n],
      [0n, off],
      [off, off],
    ] as const);
    await proveBalance(
      db,
      { name: '', api: balanceOf(pending, available) },
      seen.businessDate,
      settings,
      () => seen.now,
    );
    await drift(off);
    await checkLedger(db, seen);
    found.push(
      (await breaksOf(db))
        .map((one) => one.class)
        .sort()
        .join(),
    );
    const expected = [
      ...(available > 0n ? ['BALANCE_AVAILABLE'] : []),
      ...(pending > 0n ? ['BALANCE_PENDING'] : []),
      'LEDGER',
      'SETTLEMENT_CHANGED',
    ];
    expect(found.at(-1)).toBe(expected.join());
    await drift(-off);
    for (const table of ['settlement', 'changed_row', 'break_event', 'break'])
      await asOwner(`delete from reconciliation.${table}`);
  }
  expect(new Set(found.join().split(','))).toEqual(
    new Set([...classesBy('download'), ...classesBy('balance'), ...classesBy('ledger')]),
  );
});

/** Changes what the rules of the database protect, which only its owner can do. */
const asOwner = (sql: string, values: unknown[] = []) =>
  database.db.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(sql, values);
  });
const drift = (off: bigint) =>
  asOwner(`update ledger.account set balance = balance - $1 where code = 'seller:shop:payable'`, [off]);

const rowOf = (transactionKey: string, amount: bigint) => {
  const record = settlementRecord(
    {
      ...{
        mId: 'm',
        transactionKey,
        paymentKey: `pay-${transactionKey}`,
        orderId: 'order',
        method: '카드',
        currency: 'KRW',
      },
      ...{
        amount,
        interestFee: 0n,
        fee: 11n,
        fees: [{ type: 'BASE' as const, fee: 11n }],
        supplyAmount: 10n,
        vat: 1n,
        payOutAmount: amount - 11n,
      },
      ...{
        approvedAt: new Date('2026-11-18T03:00:00Z'),
        soldDate: '2026-11-18',
        paidOutDate: '2026-11-20',
        cancel: null,
      },
    },
    '',
    2,
  );
  if (!record) throw new Error('The row cannot be read');
  return record;
};

/** A provider of which only the balance is read. */
const balanceOf = (pending: bigint, available: bigint): ProviderApi =>
  ({
    getBalance: () => Promise.resolve({ entityBody: { pendingAmount: won(pending), availableAmount: won(available) } }),
  }) as unknown as ProviderApi;
