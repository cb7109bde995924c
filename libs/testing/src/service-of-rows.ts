import { type DatabaseService, setClock } from '@jeongsan/database';
import { type Endpoint, isPaged } from '@jeongsan/http-contract';
import { createApp, type KitOptions } from '@jeongsan/nest-kit';
import type { DataSource } from 'typeorm';
import { apiKeysOf } from './api-keys.js';
import { dropChecks, fillTable } from './filled-table.js';
import { testDatabase } from './test-database.js';
import { testRedis } from './test-redis.js';
import { TEST_DATA_KEYS } from './test-seal.js';

const KEY = 'reads-everything-0123456789abcdef';

type Json = Record<string, unknown> & { items: Record<string, unknown>[]; nextCursor: string | null };

/** A service over tables that a test fills with rows, read by a key that may do everything. */
export type ServiceOfRows = Readonly<{
  db: DataSource;
  read: (url: string) => Promise<{ status: number; json: Json }>;
  /** Fills tables with 48 rows each; `given` is SQL by column over the number `n` of the row. Checks and unique indexes of the tables are dropped. */
  fill: (rows: Readonly<Record<string, Readonly<Record<string, string>>>>) => Promise<void>;
  close: () => Promise<void>;
}>;

export const ROWS = 48;

/**
 * SQL: an instant in row `n`, on four days of Asia/Seoul from 1 May 2026 on: at midnight, 00:30, 08:59 and the last millisecond. Two
 * rows or more have the same instant.
 */
export const daysAtEdges = `(timestamp '2026-05-01' + (n % 4) * interval '1 day'
  + (array['0 minutes', '30 minutes', '8 hours 59 minutes', '23:59:59.999'])[1 + (n / 4) % 4]::interval) at time zone 'Asia/Seoul'`;

/** Starts a service without workers. `options` makes it of the settings that every service has. */
export async function serviceOfRows(
  service: DatabaseService,
  now: Date,
  options: (settings: Record<string, string>) => KitOptions,
): Promise<ServiceOfRows> {
  const [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  await setClock(database.db, now, new Date());
  const app = await createApp(
    options({
      ...{ PORT: '0', LOG_LEVEL: 'silent', ROLE: 'http', CONTROLLED_CLOCK: 'true' },
      API_KEYS: apiKeysOf([{ id: 'reader', key: KEY, roles: ['admin'] }]),
      ...{ DATABASE_URL: database.urlOf(service), REDIS_URL: redis.url },
      DATABASE_READ_URL: thatCannotWrite(database.urlOf(service)),
      ...{ PROVIDER_BASE_URL: 'http://127.0.0.1:9', PROVIDER_SECRET_KEY: 'test_sk_nobody' },
      ...{ PROVIDER_SECURITY_KEYS: 'ab'.repeat(32), DATA_KEYS: TEST_DATA_KEYS },
      ...{ PROOF_SIGNING_KEY: TEST_DATA_KEYS, FINGERPRINT_KEY: 'cd'.repeat(32) },
      SELLER_SESSION_KEY: TEST_DATA_KEYS,
    }),
  );
  await app.init();
  return {
    db: database.db,
    read: async (url) => {
      const reply = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${KEY}` } });
      return { status: reply.statusCode, json: reply.json<Json>() };
    },
    fill: async (rows) => {
      for (const [table, given] of Object.entries(rows)) {
        await dropChecks(database.db, table);
        await dropUniqueness(database.db, table);
        await fillTable(database.db, table, { from: 1, to: ROWS, given });
      }
    },
    close: async () => {
      await app.close();
      await database.drop();
      await redis.close();
    },
  };
}

/** As a replica would: a list that writes is refused. */
const thatCannotWrite = (url: string): string =>
  `${url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;

/** Rows of a test may repeat what real rows may not, except the primary key. */
async function dropUniqueness(db: DataSource, table: string): Promise<void> {
  const constraints = await db.query<{ name: string }[]>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('u', 'x')`,
    [table],
  );
  for (const { name } of constraints) await db.query(`alter table ${table} drop constraint "${name}" cascade`);
  const indexes = await db.query<{ name: string }[]>(
    `select indexrelid::regclass::text as name from pg_index where indrelid = $1::regclass and indisunique and not indisprimary`,
    [table],
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);
}

/** Where the rows of a list are: a table, the column that an item's `id` member shows, and the list's order as SQL. */
export type ListedTable = Readonly<{ from: string; column: string; member: string; order: string }>;

type Cases = Readonly<{ cases: readonly (readonly [query: string, where: string])[] }>;

/** Lists by path, each with queries and the condition in SQL that selects the same rows. */
export type TestedLists = Readonly<Record<string, ListedTable & Cases>>;

/** Every query of every list, as rows of `test.each`. */
export const casesOf = (
  lists: Readonly<Record<string, Cases>>,
): (readonly [path: string, query: string, where: string])[] =>
  Object.entries(lists).flatMap(([path, { cases }]) => cases.map(([query, where]) => [path, query, where] as const));

const LIMIT = 3;
const PAGES_MAX = 200;

/** What a list shows of `member`, read page by page, and what the same filter finds in the table by SQL. */
export async function listedItems(
  { db, read }: ServiceOfRows,
  path: string,
  query: string,
  { from, column, member, order }: ListedTable,
  where: string,
): Promise<{ listed: string[]; inTable: string[] }> {
  const rows = await db.query<{ listed: string }[]>(
    `select ${column}::text as listed from ${from} where ${where} order by ${order}`,
  );
  const listed: string[] = [];
  let after: string | null = '';
  for (let page = 0; after !== null && page < PAGES_MAX; page += 1) {
    const cursor: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
    const { status, json } = await read(`${path}?limit=${LIMIT}${query === '' ? '' : `&${query}`}${cursor}`);
    if (status !== 200) throw new Error(`${path}?${query} answers ${status}: ${JSON.stringify(json)}`);
    if (json.items.length > LIMIT) throw new Error(`${path}?${query} has a page of ${json.items.length} items`);
    listed.push(...json.items.map((item) => String(item[member])));
    after = json.nextCursor;
  }
  if (after !== null) throw new Error(`The pages of ${path}?${query} do not end`);
  return { listed, inTable: rows.map((row) => row.listed) };
}

/** Queries by days of the instants that `daysAtEdges` makes, each with its condition in SQL. */
export const dayQueries = (time: string): (readonly [query: string, where: string])[] => {
  const day = `(${time} at time zone 'Asia/Seoul')::date`;
  return [
    ['from=2026-05-02', `${day} >= '2026-05-02'`],
    ['to=2026-05-02', `${day} <= '2026-05-02'`],
    ['from=2026-05-02&to=2026-05-03', `${day} between '2026-05-02' and '2026-05-03'`],
  ];
};

/** SQL: amounts in row `n` beyond what 32 bits hold; `amountQueries` are queries by them. */
export const bigAmounts = '3000000000 + n % 7';
export const amountQueries = (column: string): (readonly [query: string, where: string])[] => [
  ['minAmount=3000000003', `${column} >= 3000000003`],
  ['minAmount=3000000001&maxAmount=3000000002', `${column} between 3000000001 and 3000000002`],
];

/** SQL: one of the texts, by the number of the row. */
export const oneOf = (...texts: string[]): string =>
  `(array[${texts.map((text) => `'${text}'`).join(', ')}])[1 + n % ${texts.length}]`;

/** Filters of the lists in `contract` that no query of a test names, as `path?filter`. */
export function missingFilters(
  contract: Readonly<Record<string, Endpoint>>,
  tested: readonly (readonly [path: string, query: string, ...unknown[]])[],
): string[] {
  const named = new Set(
    tested.flatMap(([path, query]) => [...new URLSearchParams(query).keys()].map((filter) => `${path}?${filter}`)),
  );
  return Object.values(contract)
    .filter(isPaged)
    .filter(({ path }) => tested.some(([one]) => one === path))
    .flatMap(({ path, query }) => Object.keys(query?.shape ?? {}).map((filter) => `${path}?${filter}`))
    .filter((filter) => !/\?(after|limit)$/.test(filter) && !named.has(filter));
}
