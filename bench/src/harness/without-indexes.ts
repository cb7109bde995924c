import type pg from 'pg';

/**
 * Fills tables without their indexes, which are made at the end: row by row, random keys are inserted into each of them page by page, and
 * 5,000,000 of them took longer than half an hour. An index that is not ready is passed over by writers, and a REINDEX makes it ready again.
 */
export async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  await client.query(
    `update pg_index set indisready = false, indisvalid = false where indrelid = any(select unnest($1::text[])::regclass)`,
    [tables],
  );
  await fill();
  for (const table of tables) await client.query(`reindex table ${table}`);
}
