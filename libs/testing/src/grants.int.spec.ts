import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseServices, grants, roleOf, type DatabaseService } from '@jeongsan/database';
import { testDatabase, type TestDatabase } from './index.js';

jest.setTimeout(60_000);

const root = join(__dirname, '../../..');
/** Library code with SQL that every service runs. */
const MACHINERY = ['libs/queues', 'libs/database'];

/** The SQL of production code, without specs, their worlds, and migrations. */
const sqlOf = (folder: string): string =>
  readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(spec|main)\.ts$|(^|\/)(testing|migrations|roles)\//.test(path))
    .map((path) => readFileSync(join(root, folder, 'src', path), 'utf8'))
    .join('\n');

type Use = Readonly<{ table: string; privilege: string }>;

const TABLE = String.raw`(?:only\s+)?((?:audit|gateway|ledger|messaging|onboarding|payouts|reconciliation|webhooks)\.[a-z_]+)\b(?!\()`;
// prettier-ignore
const verbs = [
  ['insert', String.raw`insert\s+into\s+`],
  ['update', String.raw`update\s+`],
  ['delete', String.raw`delete\s+from\s+`],
  ['select', String.raw`(?<!delete\s+)(?:from|join)\s+`],
] as const;

const usesIn = (text: string): Use[] =>
  verbs.flatMap(([privilege, verb]) =>
    [...text.matchAll(new RegExp(verb + TABLE, 'gi'))].map(([, table = '']) => ({ privilege, table })),
  );

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Libraries whose SQL only one service runs. */
const ownLibraries: Partial<Record<DatabaseService, readonly string[]>> = {
  'settlement-reconciler': ['libs/audit', 'libs/books'],
};

const used = (service: DatabaseService): Use[] =>
  [`apps/${service}`, ...(ownLibraries[service] ?? []), ...MACHINERY].flatMap((folder) => usesIn(sqlOf(folder)));

/** SQL of libs/database that only the services with the right grants run. */
const ofSome = /^(ledger|webhooks)\./;

test.each(databaseServices)('%s may do with tables what its code does', async (service) => {
  const wanted = [
    ...usesIn(sqlOf(`apps/${service}`)),
    ...MACHINERY.flatMap((folder) => usesIn(sqlOf(folder))).filter(({ table }) => !ofSome.test(table)),
  ].filter(({ table, privilege }) => !(table === 'messaging.clock' && privilege === 'insert'));
  const denied = await database.db.query<Use[]>(
    `select distinct u.table, u.privilege from jsonb_to_recordset($2) as u("table" text, privilege text)
      where not case u.privilege when 'delete' then has_table_privilege($1, u.table, 'delete')
                                 else has_any_column_privilege($1, u.table, u.privilege) end`,
    [roleOf('jeongsan_test', service), JSON.stringify(wanted)],
  );
  expect(denied).toEqual([]);
});

test.each(databaseServices)('%s may read no table of another service that its code does not name', (service) => {
  const named = new Set(used(service).map(({ table }) => table));
  const granted = Object.entries<unknown>(grants[service].tables).filter(([, access]) => access !== 'none');
  // Lines of the service's own schema only take rights away: functions of the schema may read such a table.
  const own = granted.filter(([table, access]) => table.endsWith('.*') && access === 'change').map(([table]) => table);
  const isOwn = (table: string): boolean => own.includes(table.replace(/\.\w+$/, '.*'));
  const unused = granted
    .map(([table]) => table)
    .filter((table) => !table.endsWith('.*') && !isOwn(table) && !named.has(table));
  expect(unused.filter((table) => !table.startsWith('public.'))).toEqual([]);
});

test('every schema belongs to a service, or is shared by all of them', async () => {
  const schemas = await database.db.query<{ name: string }[]>(
    `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public') order by 1`,
  );
  const covered = new Set(
    Object.values(grants).flatMap(({ tables }) => Object.keys(tables).filter((name) => name.endsWith('.*'))),
  );
  expect(schemas.map(({ name }) => name).filter((name) => !covered.has(`${name}.*`))).toEqual([]);
});
