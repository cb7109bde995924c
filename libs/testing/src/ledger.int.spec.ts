import {
  connectDatabase,
  lockAccounts,
  lockBalances,
  migrate,
  missingMigrations,
  postLedger,
  PostingConflict,
} from '@jeongsan/database';
import { chart, template, type Account } from '@jeongsan/ledger';
import { won } from '@jeongsan/money';
import {
  balances,
  booksAreSound,
  emptyDatabase,
  eventually,
  sellerHas,
  testDatabase,
  type TestDatabase,
} from './index.js';

jest.setTimeout(60_000);
const NOON = new Date('2026-11-20T03:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(() => booksAreSound(database.db));
afterAll(() => database.drop());

type Move = { id: string; from: Account; to: Account; minor: bigint; effectiveAt: Date };
const moved = template<Move>(
  'test.moved',
  (m) => m.id,
  (m) => [{ debit: m.from, credit: m.to, amount: won(m.minor) }],
);
const move = (id: string, from: Account, to: Account, minor: bigint, effectiveAt = NOON) =>
  moved({ id, from, to, minor, effectiveAt });
const post = (...postings: ReturnType<typeof moved>[]) => database.db.transaction((tx) => postLedger(tx, postings));
const count = async (table: string) => {
  const [row] = await database.db.query<{ n: bigint }[]>(`select count(*) as n from ${table}`);
  return row?.n ?? 0n;
};

const payable = (seller: string) => chart.sellerPayable(seller);
const reserved = (seller: string) => chart.sellerReserved(seller);

test('posting the same facts again changes nothing and says so', async () => {
  await sellerHas(database.db, 'repeat', 10_000n);
  const posting = move('repeat-1', payable('repeat'), reserved('repeat'), 4_000n);
  expect(await post(posting)).toEqual(['test.moved/repeat-1']);
  expect(await post(posting)).toEqual([]);
  expect(await balances(database.db)).toMatchObject({
    'seller:repeat:payable': -6_000n,
    'seller:repeat:reserved': -4_000n,
  });
});

test('the same key with other facts is refused and writes nothing, not even its neighbours in the call', async () => {
  await sellerHas(database.db, 'conflict', 10_000n);
  await post(move('conflict-1', payable('conflict'), reserved('conflict'), 1_000n));
  const before = [await balances(database.db), await count('ledger.posting')];
  const again = move('conflict-1', payable('conflict'), reserved('conflict'), 2_000n);
  await expect(post(move('conflict-2', payable('conflict'), reserved('conflict'), 5n), again)).rejects.toThrow(
    PostingConflict,
  );
  expect([await balances(database.db), await count('ledger.posting')]).toEqual(before);
});

test('one key twice in one call is refused before it reaches the database', async () => {
  const twice = move('twice', chart.suspense(), chart.providerFees(), 1n);
  await expect(post(twice, twice)).rejects.toThrow(PostingConflict);
});

// prettier-ignore
test.each([
  ['changing an entry',     'update ledger.entry set amount = amount + 1'],
  ['deleting an entry',     'delete from ledger.entry'],
  ['emptying the entries',  'truncate ledger.entry'],
  ['emptying everything',   'truncate ledger.posting cascade'],
  ['changing a posting',    `update ledger.posting set key = key || '!'`],
  ['deleting a posting',    'delete from ledger.posting'],
])('%s is refused by the database', async (_, sql) => {
  await sellerHas(database.db, 'kept', 1n);
  await expect(database.db.query(sql)).rejects.toThrow('append-only');
});

test('a lone leg is refused when its transaction commits', async () => {
  await sellerHas(database.db, 'lone', 100n);
  const addLeg = database.db.transaction((tx) =>
    tx.query(`insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
              select id, 'suspense', 'KRW', 1, effective_at from ledger.posting limit 1`),
  );
  await expect(addLeg).rejects.toThrow('does not balance');
});

test('entries of no posting are refused, however well they balance', async () => {
  const strangers = database.db
    .query(`insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
    values (987654321, 'suspense', 'KRW', 1, now()), (987654321, 'suspense', 'KRW', -1, now())`);
  await expect(strangers).rejects.toThrow('belongs to no posting');
});

test('a guarded account cannot fall below zero, whoever asks', async () => {
  await sellerHas(database.db, 'poor', 1_000n);
  const before = await balances(database.db);
  await expect(post(move('poor-1', payable('poor'), reserved('poor'), 1_001n))).rejects.toThrow('no_overdraft');
  expect(await balances(database.db)).toEqual(before);
});

test('of many who spend the same money at once, as many succeed as there is money', async () => {
  await sellerHas(database.db, 'rush', 1_000n);
  const spend = Array.from({ length: 50 }, (_, i) => post(move(`rush-${i}`, payable('rush'), reserved('rush'), 100n)));
  const outcomes = await Promise.allSettled(spend);
  expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(10);
  expect(await balances(database.db)).toMatchObject({ 'seller:rush:payable': 0n, 'seller:rush:reserved': -1_000n });
});

test('a decision that locks a balance first is never wrong about it', async () => {
  await sellerHas(database.db, 'locked', 1_000n);
  const takeAll = (id: string) =>
    database.db.transaction(async (tx) => {
      const free = (await lockBalances(tx, [payable('locked'), reserved('locked')])).get('seller:locked:payable') ?? 0n;
      if (free > 0n) await postLedger(tx, [move(id, payable('locked'), reserved('locked'), free)]);
      return free;
    });
  const taken = await Promise.all(Array.from({ length: 20 }, (_, i) => takeAll(`locked-${i}`)));
  expect(taken.filter((free) => free > 0n)).toEqual([1_000n]);
});

test('so is one that locks accounts without reading them, and those that are not there yet', async () => {
  const takeAll = (id: string) =>
    database.db.transaction(async (tx) => {
      await lockAccounts(tx, [payable('unread'), reserved('unread')]);
      const [row] = await tx.query<{ free: bigint }[]>(
        `select -balance as free from ledger.account where code = 'seller:unread:payable'`,
      );
      if (row?.free !== 1_000n) return 0n;
      await postLedger(tx, [move(id, payable('unread'), reserved('unread'), 1_000n)]);
      return 1_000n;
    });
  expect(await takeAll('unread-before')).toBe(0n);
  await sellerHas(database.db, 'unread', 1_000n);
  const taken = await Promise.all(Array.from({ length: 20 }, (_, i) => takeAll(`unread-${i}`)));
  expect(taken.filter((free) => free > 0n)).toEqual([1_000n]);
});

test.each([1, 2])('%d postings at once: entries get their numbers under the locks of their accounts', async (size) => {
  const seller = `numbered-${size}`;
  await sellerHas(database.db, seller, 1_000n);
  const lastNumber = async () => {
    const [row] = await database.db.query<{ n: bigint }[]>(
      `select pg_sequence_last_value(pg_get_serial_sequence('ledger.entry', 'id')) as n`,
    );
    return row?.n;
  };
  const waiting = () =>
    database.db.query<unknown[]>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  const before = await lastNumber();
  let posting: Promise<string[]> = Promise.resolve([]);
  await database.db.transaction(async (tx) => {
    await lockAccounts(tx, [payable(seller), reserved(seller)]);
    posting = post(
      ...Array.from({ length: size }, (_, i) => move(`${seller}-${i}`, payable(seller), reserved(seller), 1n)),
    );
    await eventually(async () => expect(await waiting()).toHaveLength(1));
    // The holder of the lock sees every entry number below the next one: statements rely on this.
    expect(await lastNumber()).toBe(before);
  });
  expect(await posting).toHaveLength(size);
});

test('400 opposite postings on the same two accounts at once never deadlock', async () => {
  await sellerHas(database.db, 'busy', 100_000n);
  await post(move('busy', payable('busy'), reserved('busy'), 50_000n));
  const [a, b] = [payable('busy'), reserved('busy')];
  // Plain transactions: the platform's own transaction() would retry after a deadlock, and hide it.
  await Promise.all(
    Array.from({ length: 400 }, (_, i) => post(i % 2 ? move(`busy-${i}`, a, b, 1n) : move(`busy-${i}`, b, a, 1n))),
  );
  expect(await balances(database.db)).toMatchObject({
    'seller:busy:payable': -50_000n,
    'seller:busy:reserved': -50_000n,
  });
});

test('batches over the same sellers in different orders never deadlock', async () => {
  const sellers = Array.from({ length: 40 }, (_, i) => `batch-${i}`);
  await Promise.all(sellers.map((seller) => sellerHas(database.db, seller, 1_000n)));
  const batch = (n: number, order: string[]) =>
    post(...order.map((seller) => move(`${seller}/${n}`, payable(seller), reserved(seller), 1n)));
  await Promise.all(Array.from({ length: 20 }, (_, n) => batch(n, n % 2 ? sellers : [...sellers].reverse())));
  expect(await balances(database.db)).toMatchObject({ 'seller:batch-7:reserved': -20n });
});

test('a thousand postings are one call, and repeating them is one too', async () => {
  await sellerHas(database.db, 'bulk', 1_000n);
  const postings = Array.from({ length: 1_000 }, (_, i) => move(`bulk-${i}`, payable('bulk'), reserved('bulk'), 1n));
  expect(await post(...postings)).toHaveLength(1_000);
  expect(await post(...postings)).toEqual([]);
  expect(await balances(database.db)).toMatchObject({ 'seller:bulk:payable': 0n, 'seller:bulk:reserved': -1_000n });
});

test('a balance can be read as of any instant of business time, whenever it was posted', async () => {
  const day = (n: number) => new Date(Date.UTC(2026, 9, n));
  await sellerHas(database.db, 'then', 500n, day(1));
  await post(move('then-20', payable('then'), reserved('then'), 200n, day(20)));
  await post(move('then-10', payable('then'), reserved('then'), 100n, day(10)));
  const at = async (when: Date) => {
    const [row] = await database.db.query<{ b: bigint }[]>(
      `select ledger.balance_at('seller:then:payable', 'KRW', $1) as b`,
      [when],
    );
    return row?.b;
  };
  expect([await at(day(0)), await at(day(1)), await at(day(15)), await at(day(20))]).toEqual([0n, -500n, -400n, -200n]);
});

test('services that start together migrate once and all find the schema complete', async () => {
  const empty = await emptyDatabase();
  const services = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      connectDatabase({ url: empty.url, poolSize: 2, applicationName: `service-${i}` }),
    ),
  );
  await Promise.all(services.map(migrate));
  expect(await Promise.all(services.map(missingMigrations))).toEqual(services.map(() => []));
  const applied = await empty.db.query<{ name: string }[]>('select name from schema_migration');
  expect(applied).toHaveLength(empty.db.migrations.length);
  await Promise.all(services.map((service) => service.destroy()));
  await empty.drop();
});
