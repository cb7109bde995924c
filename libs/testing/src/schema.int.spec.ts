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

/** Postgres before 18 has no uuidv7(): the migration makes one, and nothing else may differ. */
const asOn18 = (schema: string): string =>
  schema
    .replace('default messaging.uuidv7()', 'default uuidv7()')
    .replace(/^CREATE OR REPLACE FUNCTION messaging\.uuidv7\(\)[^]*?^ *\$function\$\n/m, '');

test('migrating from zero builds exactly the schema that was reviewed (UPDATE_GOLDEN=1 rewrites the file)', async () => {
  const built = asOn18(await schemaText(database.db));
  if (isGoldenUpdate()) await writeFile(GOLDEN, built);
  expect(built).toBe(await readFile(GOLDEN, 'utf8'));
});

test('events get ids of version 7, in the order of time', async () => {
  const tellEvent = `insert into messaging.event (type, entity_id, sequence, data, created_at) values ('payout.changed', 'order-of-ids', $1, '{}', now()) returning id`;
  const ids: string[] = [];
  const begun = Date.now();
  for (let sequence = 1; sequence <= 5; sequence += 1) {
    const [event] = await database.db.query<{ id: string }[]>(tellEvent, [sequence]);
    ids.push(event?.id ?? '');
  }
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
  expect([...ids].sort()).toEqual(ids);
  const [first = ''] = ids;
  const madeAt = Number.parseInt(first.replace('-', '').slice(0, 12), 16);
  expect(Math.abs(madeAt - begun)).toBeLessThan(60_000);
});

test('no key and no counter is an int4: one of them ends at 2,147,483,647', async () => {
  const narrow = await database.db.query<unknown[]>(
    `select s.schemaname, s.sequencename from pg_sequences s where s.data_type <> 'bigint'::regtype and s.schemaname <> 'public'`,
  );
  expect(narrow).toEqual([]);
});

test('every column that names who did something takes an actor and nothing else', async () => {
  const open = await database.db.query<{ column: string }[]>(
    `select a.attrelid::regclass || '.' || a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind = 'r' and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
        and a.attname ~ '_by$' and a.attname <> 'sealed_by' and a.atttypid = 'text'::regtype
        and not exists (select from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
                           and pg_get_constraintdef(k.oid) like '%^(key|person|system|earlier):.%')`,
  );
  expect(open).toEqual([]);
});

test('every amount is a bigint', async () => {
  const amounts = await database.db.query<{ column: string; data_type: string }[]>(
    `select table_schema || '.' || table_name || '.' || column_name as column, data_type from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema')
        and column_name ~ '(^|_)(amount|balance|fee|vat|paid|gross|net|commission|minor)$' and data_type <> 'bigint'`,
  );
  expect(amounts).toEqual([]);
});
