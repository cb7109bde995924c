import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isGoldenUpdate } from './env.js';
import { schemaText, testDatabase, type TestDatabase } from './index.js';

jest.setTimeout(60_000);
const GOLDEN = resolve(import.meta.dirname, '../../database/schema.golden.sql');

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('migrating from zero builds exactly the schema that was reviewed (UPDATE_GOLDEN=1 rewrites the file)', async () => {
  const built = await schemaText(database.db);
  if (isGoldenUpdate()) await writeFile(GOLDEN, built);
  expect(built).toBe(await readFile(GOLDEN, 'utf8'));
});

test('no key and no counter is an int4: one of them ends at 2,147,483,647', async () => {
  const narrow = await database.db.query<unknown[]>(
    `select s.schemaname, s.sequencename from pg_sequences s where s.data_type <> 'bigint'::regtype and s.schemaname <> 'public'`,
  );
  expect(narrow).toEqual([]);
});

test('every amount is a bigint', async () => {
  const amounts = await database.db.query<{ column: string; data_type: string }[]>(
    `select table_schema || '.' || table_name || '.' || column_name as column, data_type from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema')
        and column_name ~ '(^|_)(amount|balance|fee|vat|paid|gross|net|commission|minor)$' and data_type <> 'bigint'`,
  );
  expect(amounts).toEqual([]);
});
