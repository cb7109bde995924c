import { addDays, instantAt } from '@jeongsan/calendar';
import { connectDatabase, declareSchedule, transaction } from '@jeongsan/database';
import { startDue } from '@jeongsan/queues';
import { plainTerms } from '@jeongsan/settlement';
import { booksAreSound, sellerHas, testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { runContent } from '../../payout-store/run-content.js';
import { runSchedules } from '../runs.schedules.js';
import { addTerms } from '../../../terms/set-terms/set-terms.js';
import { draftRun } from './draft-run.js';
import { policy } from '../../../testing/usual-policy.js';

jest.setTimeout(400_000);

const REPLICAS = 8;
const TRIES = 200;
const FIRST_DATE = '2026-03-02';

let database: TestDatabase;
let replicas: DataSource[];
beforeEach(async () => {
  database = await testDatabase();
  const connect = (_: unknown, i: number) =>
    connectDatabase({ url: database.url, poolSize: 2, applicationName: `replica-${i}` });
  replicas = await Promise.all(Array.from({ length: REPLICAS }, connect));
  for (const id of ['a', 'b', 'c']) await seller(id);
});
afterEach(async () => {
  await Promise.all(replicas.map((db) => db.destroy()));
  await booksAreSound(database.db);
  await database.drop();
});

async function seller(sellerId: string): Promise<void> {
  await database.db.query(
    `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
       account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
     values ($1, $2, 'CORPORATE', '', '088', '', '', 'print', '', 'approved', $1, now(), now(), now())`,
    [sellerId, `${sellerId}-reference`],
  );
  await addTerms(database.db, { sellerId, effectiveFrom: '2026-01-01', ...plainTerms() }, 'key:market', new Date());
}

type Job = { id: bigint; data: { businessDate: string } };
const openDrafts = () =>
  database.db.query<Job[]>(
    `select id, data from messaging.outbox where job = 'payout-run.draft' and done_at is null order by id`,
  );

/** Checks a date: one run, each seller once, payouts equal to the statements and to the sealed hash. */
async function assertOneRun(businessDate: string, sellers: number): Promise<void> {
  const runs = await database.db.query<{ id: string; content_hash: string; total: bigint; payout_count: number }[]>(
    `select id, content_hash, total, payout_count from payouts.run where business_date = $1`,
    [businessDate],
  );
  expect({ businessDate, runs: runs.length }).toEqual({ businessDate, runs: 1 });
  const [statements] = await database.db.query<object[]>(
    `select count(*)::int as statements, count(distinct seller_id)::int as sellers, sum(payout_amount)::bigint as total
       from payouts.statement where business_date = $1`,
    [businessDate],
  );
  expect({ businessDate, ...statements }).toEqual({
    businessDate,
    statements: sellers,
    sellers,
    total: runs[0]?.total,
  });
  const content = await runContent(database.db, runs[0]?.id ?? '');
  expect({ hash: content.hash, total: content.total, count: content.count }).toEqual({
    hash: runs[0]?.content_hash,
    total: runs[0]?.total,
    count: runs[0]?.payout_count,
  });
  const drafted = await database.db.query<object[]>(
    `select from payouts.run_decision where run_id = $1 and action = 'drafted'`,
    [runs[0]?.id],
  );
  expect(drafted).toHaveLength(1);
}

test('eight replicas and a stopped clock start exactly one run per period, two hundred times', async () => {
  const [schedule] = runSchedules.filter(({ name }) => name === 'payout-run.draft');
  if (!schedule) throw new Error('The schedule of payout runs has another name');
  const start = instantAt(FIRST_DATE, '04:00:00');
  await transaction(database.db, (tx) => declareSchedule(tx, schedule.name, start));
  for (let i = 0; i < TRIES; i += 1) {
    const businessDate = addDays(FIRST_DATE, i);
    const now = instantAt(businessDate, '04:00:00');
    const sellers = ['a', 'b', 'c'].slice(0, 1 + (i % 3));
    for (const id of sellers) await sellerHas(database.db, id, 1_000n + BigInt(i), new Date(now.getTime() - 1));

    const started = await Promise.all(replicas.map((db) => transaction(db, (tx) => startDue(tx, schedule, now))));
    expect(started.reduce((sum, n) => sum + n, 0)).toBe(1);
    const jobs = await openDrafts();
    expect(jobs.map(({ data }) => data)).toEqual([{ businessDate }]);
    // A queue may give the same job to several workers; here all of them get it at once.
    await Promise.all(replicas.map((db) => draftRun(db, businessDate, policy, () => now)));
    await database.db.query(`update messaging.outbox set done_at = now() where id = $1`, [jobs[0]?.id.toString()]);
    await assertOneRun(businessDate, sellers.length);
  }
  const [runs] = await database.db.query<object[]>(`select count(*)::int as count from payouts.run`);
  expect(runs).toEqual({ count: TRIES });
});

test('a date waits for the ones before it, and one that was overtaken is given up', async () => {
  const draft = (date: string) => draftRun(database.db, date, policy, () => instantAt(date, '04:00:00'));
  await sellerHas(database.db, 'a', 10_000n);
  await database.db.query(
    `insert into messaging.outbox (job, data, run_at) values ('payout-run.draft', '{"businessDate":"2026-05-07"}', now())`,
  );
  // Two workers with the same job: the job waits and is enqueued once for a later time, however often it waited before.
  await Promise.all([draft('2026-05-08'), draft('2026-05-08')]);
  const dates = (await openDrafts()).map(({ data }) => data);
  expect(dates).toEqual([{ businessDate: '2026-05-07' }, { businessDate: '2026-05-08' }]);
  await database.db.query(`update messaging.outbox set done_at = now()`);
  await draft('2026-05-08');
  await assertOneRun('2026-05-08', 1);
  await expect(draft('2026-05-07')).rejects.toThrow('comes too late');
});

test('money that becomes payable while a run is sealed goes to the next one, never into the sealed one', async () => {
  await sellerHas(database.db, 'a', 10_000n);
  const date = '2026-05-08';
  const now = () => instantAt(date, '04:00:00');
  await draftRun(database.db, date, policy, now);
  await sellerHas(database.db, 'b', 10_000n);
  await Promise.all(replicas.map((db) => draftRun(db, date, policy, now)));
  await assertOneRun(date, 1);
  const late = database.db.query(
    `insert into payouts.statement (id, run_id, seller_id, business_date, opening, movements, payout_amount, carried, created_at)
     select gen_random_uuid(), id, 'b', business_date, 0, 0, 0, 0, now() from payouts.run`,
  );
  await expect(late).rejects.toThrow('a sealed run takes nothing more');
});
