import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import { differencesOf, matchedClasses, planted } from '../testing/data-sets/compare-set.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.drop());

test('a clean week has no difference', async () => {
  expect(await differencesOf(database.db, planted('clean', []).set)).toEqual([]);
});

test('each class is found once and under its own name, and nothing else', async () => {
  const wrong: object[] = [];
  for (const code of matchedClasses) {
    const { set, expected } = planted('quick', [code]);
    const found = await differencesOf(database.db, set);
    if (String(found) !== String(expected)) wrong.push({ expected, found });
  }
  expect(wrong).toEqual([]);
}, 60_000);
