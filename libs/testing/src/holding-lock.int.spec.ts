import { holdingLock } from '@jeongsan/database';
import { testDatabase, type TestDatabase } from './index.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.drop());

test('work under one lock is done one after another; whoever waits longer than allowed is refused', async () => {
  const { db } = database;
  const done: string[] = [];
  let second: Promise<unknown> = Promise.resolve();
  await holdingLock(db, 'proving', 1_000, async () => {
    const hasty = holdingLock(db, 'proving', 50, () => Promise.resolve(done.push('hasty')));
    await expect(hasty).rejects.toMatchObject({ code: '55P03' });
    await holdingLock(db, 'verifying', 50, () => Promise.resolve(done.push('another lock')));
    second = holdingLock(db, 'proving', 60_000, () => Promise.resolve(done.push('second')));
    done.push('first');
  });
  await second;
  expect(done).toEqual(['another lock', 'first', 'second']);
});
