import { testDatabase, type TestDatabase } from '@jeongsan/testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.drop());

/** The fee in numbers of any size; the function of the database takes whole ones of 64 bits where no product can pass them. */
const EXACT = `div(amount::numeric * rate + case rounding when 'down' then 0 else 50000 end, 100000)`;

test('a contracted fee is exact for every amount, rate and rounding', async () => {
  const wrong = await database.db.query<object[]>(`
    select amount::text, rate, rounding, computed::text
      from unnest(array[0, 1, 49, 50, 15151, 15152, 4294967296, 89999999999999, 90000000000000, 90000000000001, 9000000000000000]::bigint[]) amount,
           unnest(array[0, 1, 330, 3300, 50000, 99999, 100000]) rate, unnest(array['down', 'half-up']) rounding
     cross join lateral (select reconciliation.fee_before_vat(amount, rate, null, rounding) as computed) f
     where computed <> ${EXACT}`);
  expect(wrong).toEqual([]);
});
