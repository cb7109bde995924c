import type { DataSource } from 'typeorm';

/** SQL for the value of a column in row `n`, by its type: texts and ids differ in every row. */
const valueByType: Readonly<Record<string, string>> = {
  text: `'filled-' || lpad(n::text, 8, '0')`,
  uuid: `(lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`,
  bigint: '900000000000000 + n',
  integer: '1',
  smallint: '1',
  boolean: 'false',
  date: `date '2026-05-01' + (n % 1000)::int`,
  'timestamp with time zone': `timestamptz '2026-05-01T00:00:00Z' + n * interval '1 second'`,
  'character(3)': `'KRW'`,
  jsonb: `'{}'::jsonb`,
  json: `'{}'::json`,
  'text[]': `'{}'::text[]`,
};

type Column = Readonly<{ name: string; type: string }>;

/**
 * Fills a table with rows `from` to `to` for tests that only read: no foreign key, no trigger and no check is asked, so no row needs
 * others. `given` is SQL by column; every other column without a default is filled by its type.
 */
export async function fillTable(
  db: DataSource,
  table: string,
  { from, to, given = {} }: Readonly<{ from: number; to: number; given?: Readonly<Record<string, string>> }>,
): Promise<void> {
  const columns = await db.query<Column[]>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''`,
    [table],
  );
  const all = new Map([
    ...columns.map(({ name, type }) => [name, valueByType[type] ?? 'null'] as const),
    ...Object.entries(given),
  ]);
  await db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into ${table} (${[...all.keys()].join(', ')}) overriding system value
       select ${[...all.values()].join(', ')} from generate_series($1::bigint, $2::bigint) n`,
      [from, to],
    );
  });
}

/** Takes the checks of a table away, so that filled rows need no sense. */
export async function dropChecks(db: DataSource, table: string): Promise<void> {
  const checks = await db.query<{ name: string }[]>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c' and conislocal`,
    [table],
  );
  for (const { name } of checks) await db.query(`alter table ${table} drop constraint "${name}" cascade`);
}
