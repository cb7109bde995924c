import { recordDecisions } from '@jeongsan/audit';
import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import { breaksOf } from '../testing/night.js';
import { checkTrail } from './check-trail.js';

jest.setTimeout(60_000);
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const now = new Date('2026-11-18T18:00:00Z');
const check = (businessDate: string) => checkTrail(database.db, { businessDate, now });
const released = (holdId: string) => ({
  ...({ kind: 'hold.released', subject: holdId, actor: 'person:kim', credential: 'https://id.example#7' } as const),
  ...{ reason: null, before: { state: 'placed' }, after: { state: 'released' } },
});

test('a night checks the decisions since the last one, and names a row that was changed', async () => {
  const { db } = database;
  await db.transaction((tx) => recordDecisions(tx, [released('h1'), released('h2')], now));
  await check('2026-11-19');
  expect(await breaksOf(db, 'all')).toEqual([]);
  expect(await db.query('select number from audit.checkpoint')).toEqual([{ number: 2n }]);

  await db.transaction((tx) => recordDecisions(tx, [released('h3'), released('h4')], now));
  await db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(`update audit.decision set actor = 'person:lee' where number = 3`);
  });
  await check('2026-11-20');
  expect(await breaksOf(db, 'all')).toMatchObject([{ class: 'AUDIT_TRAIL', subject: 'decision/3', found: 'CHANGED' }]);
  expect(await db.query('select number from audit.checkpoint')).toEqual([{ number: 2n }]);
});
