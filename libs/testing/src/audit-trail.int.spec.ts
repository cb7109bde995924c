import {
  type Decision,
  recordDecision,
  recordDecisions,
  TRAIL_START,
  verifyDecisions,
  verifyNewDecisions,
  verifyWholeTrail,
} from '@jeongsan/audit';
import { connectDatabase } from '@jeongsan/database';
import { testDatabase, type TestDatabase } from './index.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-03-02T00:00:00.123Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => tamper('truncate audit.decision, audit.checkpoint'));
afterAll(() => database.drop());

const placed = (seller: string, reason: string | null = 'a dispute about the goods'): Decision => ({
  ...{ kind: 'hold.placed', subject: `hold-${seller}`, actor: 'person:kim', credential: 'https://id.example#7' },
  ...{ reason, before: null, after: { sellerId: seller, amount: 5_000n, state: '한글 "quoted" \\ \n' } },
});
const record = (...decisions: readonly Decision[]): Promise<void> =>
  database.db.transaction((tx) => recordDecisions(tx, decisions, NOW));
/** A change with the owner's rights, which switches the triggers off first. */
const tamper = (sql: string): Promise<void> =>
  database.db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(sql);
  });

test('decisions are chained in the order of their commits, and the chain is verified in Node', async () => {
  await record(placed('s1'), placed('s2', null));
  await Promise.all(Array.from({ length: 20 }, (_, index) => record(placed(`s${index}`), placed(`t${index}`))));
  const verdict = await verifyDecisions(database.db);
  expect(verdict).toMatchObject({ verified: 42, firstBad: null, head: { number: 42n } });
  await record(placed('later'));
  expect(await verifyDecisions(database.db, verdict.head)).toMatchObject({ verified: 2, firstBad: null });
});

test('a decision that is rolled back leaves neither a row nor a gap', async () => {
  await record(placed('s1'));
  const failing = database.db.transaction(async (tx) => {
    await recordDecision(tx, placed('s2'), NOW);
    throw new Error('the decision was refused');
  });
  await expect(failing).rejects.toThrow('refused');
  await record(placed('s3'));
  expect(await verifyDecisions(database.db)).toMatchObject({ verified: 2, firstBad: null });
});

// prettier-ignore
test.each([
  ['a reason is changed',        `update audit.decision set reason = 'another' where number = 2`,       'CHANGED',   2n],
  ['what stood after',           `update audit.decision set after = '{"amount":"6000"}' where number = 2`, 'CHANGED', 2n],
  ['the person is changed',      `update audit.decision set actor = 'person:lee' where number = 3`,     'CHANGED',   3n],
  ['a decision is deleted',      `delete from audit.decision where number = 2`,                         'MISSING',   2n],
  ['a decision is replaced, with a hash of its own', `update audit.decision d set reason = 'x', hash = audit.hash_of(jsonb_populate_record(d, '{"reason":"x"}'), d.prev_hash, d.number) where number = 2`, 'UNCHAINED', 3n],
  ['a row beside the chain',     `insert into audit.decision (at, kind, subject, service, actor, credential) values (now(), 'hold.placed', 'h', 's', 'key:a', 'key:a')`, 'UNCHAINED', 5n],
])('%s: the first bad row is named', async (_, sql, fault, number) => {
  await record(placed('s1'), placed('s2'), placed('s3'), placed('s4'));
  await tamper(sql);
  expect((await verifyDecisions(database.db)).firstBad).toMatchObject({ fault, number });
});

test('a trail that lost its end, or was computed anew, contradicts a point that was verified before', async () => {
  await record(placed('s1'), placed('s2'), placed('s3'));
  const { head } = await verifyDecisions(database.db);
  await tamper('delete from audit.decision where number = 3');
  expect(await verifyDecisions(database.db, TRAIL_START)).toMatchObject({ verified: 2, firstBad: null });
  expect((await verifyDecisions(database.db, head)).firstBad).toEqual({ fault: 'MISSING', number: 3n, id: null });
  await record(placed('s4'));
  expect((await verifyDecisions(database.db, head)).firstBad).toMatchObject({ fault: 'UNCHAINED', number: 3n });
});

test('a checkpoint of an earlier night finds a trail whose hashes were all computed anew', async () => {
  await record(placed('s1'), placed('s2'));
  expect(await verifyNewDecisions(database.db, NOW)).toMatchObject({ verified: 2, firstBad: null });
  await record(placed('s3'));
  expect(await verifyNewDecisions(database.db, NOW)).toMatchObject({ verified: 2, firstBad: null });
  await tamper(`
    update audit.decision set reason = 'another' where number = 2;
    update audit.decision d set hash = audit.hash_of(d, d.prev_hash, d.number) where number = 2;
    update audit.decision d set prev_hash = p.hash from audit.decision p where d.number = 3 and p.number = 2;
    update audit.decision d set hash = audit.hash_of(d, d.prev_hash, d.number) where number = 3`);
  expect((await verifyDecisions(database.db)).firstBad).toBeNull();
  expect((await verifyWholeTrail(database.db)).firstBad).toMatchObject({ fault: 'REWRITTEN', number: 2n });
  expect((await verifyNewDecisions(database.db, NOW)).firstBad).toMatchObject({ number: 3n });
});

test('a service adds decisions, and changes, deletes and reads none; the reconciler reads them', async () => {
  const open = (service: 'payout-scheduler' | 'settlement-reconciler') =>
    connectDatabase({ url: database.urlOf(service), poolSize: 1, applicationName: 'audit-test' });
  const scheduler = await open('payout-scheduler');
  const reconciler = await open('settlement-reconciler');
  try {
    await scheduler.transaction((tx) => recordDecision(tx, placed('s1'), NOW));
    for (const sql of [
      'select * from audit.decision',
      `update audit.decision set reason = 'x'`,
      'delete from audit.decision',
      `insert into audit.decision (at, kind, subject, service, actor, credential) values (now(), 'a.b', 'h', 's', 'key:a', 'key:a')`,
    ])
      await expect(scheduler.query(sql)).rejects.toThrow('permission denied');
    expect(await verifyDecisions(reconciler)).toMatchObject({ verified: 1, firstBad: null });
    await expect(reconciler.query(`update audit.decision set reason = 'x'`)).rejects.toThrow('permission denied');
  } finally {
    await scheduler.destroy();
    await reconciler.destroy();
  }
  await expect(database.db.query(`update audit.decision set reason = 'x'`)).rejects.toThrow('never rewritten');
  await expect(database.db.query('delete from audit.decision')).rejects.toThrow('never rewritten');
  await expect(database.db.query('truncate audit.decision')).rejects.toThrow('never rewritten');
});

test('decisions from before the trail become its first rows, once, each as of its own time', async () => {
  const { db } = database;
  const seller = "gen_random_uuid(), 'acme'";
  await db.query(`
    insert into payouts.hold (id, seller_id, reason, scope, placed_at, placed_by, released_at, released_by)
    values (${seller}, 'DISPUTE', 'SELLER', '2026-01-01', 'person:kim', '2026-01-03', 'person:lee')`);
  await db.query(`
    insert into payouts.debt_repayment (id, seller_id, amount, received_at, reference, reason, recorded_by, recorded_at)
    values (${seller}, 5000, '2026-01-01', 'bank-1', 'by transfer', 'person:kim', '2026-01-02')`);
  const carried = db.migrations.find(({ name }) => name?.startsWith('EarlierDecisions'));
  const runner = db.createQueryRunner();
  for (let time = 0; time < 2; time += 1) {
    await runner.startTransaction();
    await carried?.up(runner);
    await runner.commitTransaction();
  }
  await runner.release();
  const rows = await db.query<object[]>(
    'select number, kind, actor, credential, reason from audit.decision order by number',
  );
  expect(rows).toEqual([
    { number: 1n, kind: 'hold.placed', actor: 'person:kim', credential: 'unknown', reason: null },
    { number: 2n, kind: 'repayment.recorded', actor: 'person:kim', credential: 'unknown', reason: 'by transfer' },
    { number: 3n, kind: 'hold.released', actor: 'person:lee', credential: 'unknown', reason: null },
  ]);
  expect(await verifyWholeTrail(db)).toMatchObject({ verified: 3, firstBad: null });
});

test('a fact that the kind does not list is refused: a row cannot be erased later', async () => {
  const decision = { ...placed('s1'), after: { accountNumber: '110-123-456789' } } as unknown as Decision;
  await expect(record(decision)).rejects.toThrow('accountNumber');
});
