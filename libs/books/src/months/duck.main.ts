import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { DuckOrder } from './duck-order.js';
import { keptComparisons } from './kept-comparisons.js';
import { type MonthDifference, monthFiles } from './month-files.js';

const DUCK_MEMORY = '1GB';
const DIFFERENCES_MAX = 20;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

// prettier-ignore
const columns = {
  entries:  { posting_id: 'BIGINT', id: 'BIGINT', account_code: 'VARCHAR', currency: 'VARCHAR', amount: 'BIGINT', effective: 'BIGINT' },
  postings: { id: 'BIGINT', key: 'VARCHAR', template: 'VARCHAR', facts_hash: 'VARCHAR', effective: 'BIGINT', created: 'BIGINT', txid: 'BIGINT', corrects: 'BIGINT' },
  balances: { account_code: 'VARCHAR', currency: 'VARCHAR', moved: 'BIGINT', entries: 'BIGINT' },
  templates: { account_code: 'VARCHAR', currency: 'VARCHAR', template: 'VARCHAR', moved: 'BIGINT', postings: 'BIGINT' },
  kept:     { posting_id: 'BIGINT', id: 'BIGINT', account_code: 'VARCHAR', currency: 'VARCHAR', amount: 'BIGINT', effective: 'BIGINT' },
  stated:   { entry_id: 'BIGINT' },
  blocks:   { block: 'BIGINT', postings: 'BIGINT', entries: 'BIGINT', postings_hash: 'VARCHAR', entries_hash: 'VARCHAR' },
} as const;

/** A CSV file of Postgres with the columns named: nothing is guessed from the content. */
const csv = (path: string, name: keyof typeof columns): string =>
  `read_csv(${quoted(path)}, header = false, auto_detect = false, quote = '"', escape = '"', nullstr = '\\N', columns = {${Object.entries(
    columns[name],
  )
    .map(([column, type]) => `${column}: '${type}'`)
    .join(', ')}})`;

const parquet = (folder: string, name: 'entries' | 'postings'): string =>
  `read_parquet(${quoted(join(folder, monthFiles[name]))})`;

/** Times are microseconds in CSV and timestamps in UTC in Parquet. */
async function write(duck: DuckDBConnection, order: Extract<DuckOrder, { do: 'write' }>): Promise<void> {
  const to = (name: 'entries' | 'postings'): string =>
    `to ${quoted(join(order.folder, monthFiles[name]))} (format parquet, compression zstd)`;
  await duck.run(
    `copy (select posting_id, id, account_code, currency, amount, make_timestamp(effective) as effective_at
             from ${csv(order.entriesCsv, 'entries')}) ${to('entries')}`,
  );
  await duck.run(
    `copy (select id, key, template, facts_hash, make_timestamp(effective) as effective_at, make_timestamp(created) as created_at, txid,
                  make_timestamp(corrects) as corrects
             from ${csv(order.postingsCsv, 'postings')}) ${to('postings')}`,
  );
}

/** Rows of the files as Postgres takes them by COPY. */
async function unpack(duck: DuckDBConnection, { folder, entriesCsv }: Extract<DuckOrder, { do: 'unpack' }>) {
  await duck.run(
    `copy (select posting_id, id, account_code, currency, amount, strftime(effective_at, '%Y-%m-%d %H:%M:%S.%f') || '+00'
             from ${parquet(folder, 'entries')} order by posting_id, id) to ${quoted(entriesCsv)} (format csv, header false)`,
  );
}

/** The blocks of the files, with the lines and hashes that ledger.blocks_of computes in Postgres. */
const blocksOf = (folder: string): string => `
  with e as (
    select posting_id // 4096 as block, count(*) as entries,
           sha256(string_agg(concat_ws('|', posting_id, id, account_code, currency, amount, epoch_us(effective_at)), chr(10) order by posting_id, id)) as hash
      from ${parquet(folder, 'entries')} group by 1
  ), p as (
    select id // 4096 as block, count(*) as postings,
           sha256(string_agg(concat_ws('|', id, key, template, facts_hash, epoch_us(effective_at), epoch_us(created_at), txid), chr(10) order by id)) as hash
      from ${parquet(folder, 'postings')} group by 1
  )
  select coalesce(e.block, p.block) as block, coalesce(p.postings, 0) as postings, coalesce(e.entries, 0) as entries,
         coalesce(p.hash, '') as postings_hash, coalesce(e.hash, '') as entries_hash
    from e full join p on e.block = p.block`;

const rowsOf = ({ postings, entries }: Readonly<{ postings: string; entries: string }>): string =>
  `${postings} postings, ${entries} entries`;

/** The comparisons, each a query of differences (subject, expected, found) in their order. */
const comparisons = ({ folder, balancesCsv, ...sealed }: Extract<DuckOrder, { do: 'compare' }>): string[] => [
  `select 'account/' || account_code || ' ' || currency as subject,
          coalesce(s.moved::varchar || ' in ' || s.entries || ' entries', 'no entry') as expected,
          coalesce(f.moved::varchar || ' in ' || f.entries || ' entries', 'no entry') as found
     from (select account_code, currency, sum(amount) as moved, count(*) as entries from ${parquet(folder, 'entries')} group by 1, 2) f
     full join ${csv(balancesCsv, 'balances')} s using (account_code, currency)
    where f.moved is distinct from s.moved or f.entries is distinct from s.entries order by account_code, currency`,
  `select 'posting/' || posting_id as subject, '0 ' || currency as expected, sum(amount)::varchar || ' ' || currency as found
     from ${parquet(folder, 'entries')} group by posting_id, currency having sum(amount) <> 0 order by posting_id`,
  `select 'postings ' || block * 4096 || ' to ' || block * 4096 + 4095 as subject,
          coalesce(concat_ws(' ', s.postings, s.entries, s.postings_hash, s.entries_hash), 'none') as expected,
          coalesce(concat_ws(' ', f.postings, f.entries, f.postings_hash, f.entries_hash), 'none') as found
     from block f full join sealed_block s using (block)
    where (f.postings, f.entries, f.postings_hash, f.entries_hash) is distinct from (s.postings, s.entries, s.postings_hash, s.entries_hash)
    order by block`,
  `select 'rows of the month' as subject, ${quoted(rowsOf(sealed))} as expected, found from (
     select concat(coalesce(sum(postings), 0), ' postings, ', coalesce(sum(entries), 0), ' entries') as found from block)
    where found <> ${quoted(rowsOf(sealed))}`,
  `select 'hash of the month' as subject, ${quoted(sealed.hash)} as expected, found from (
     select sha256(coalesce(string_agg(concat_ws('|', block, postings, entries, postings_hash, entries_hash), chr(10) order by block), '')) as found from block)
    where found <> ${quoted(sealed.hash)}`,
];

async function compare(duck: DuckDBConnection, order: Extract<DuckOrder, { do: 'compare' }>) {
  await duck.run(`create temp table block as ${blocksOf(order.folder)}`);
  await duck.run(`create temp table sealed_block as select * from ${csv(order.blocksCsv, 'blocks')}`);
  return differencesOf(duck, comparisons(order));
}

/** Rows that are kept in the database for readers of the month, and the files. */
const compareKept = (duck: DuckDBConnection, { folder, ...csvs }: Extract<DuckOrder, { do: 'kept' }>) =>
  differencesOf(
    duck,
    keptComparisons({
      entries: `(select *, epoch_us(effective_at) as effective from ${parquet(folder, 'entries')})`,
      postings: parquet(folder, 'postings'),
      balances: csv(csvs.balancesCsv, 'balances'),
      templates: csv(csvs.templatesCsv, 'templates'),
      kept: csv(csvs.keptCsv, 'kept'),
      stated: csv(csvs.statedCsv, 'stated'),
    }),
  );

async function differencesOf(duck: DuckDBConnection, queries: readonly string[]): Promise<MonthDifference[]> {
  const differences: MonthDifference[] = [];
  for (const query of queries) {
    const rows = await duck.runAndReadAll(`${query} limit ${DIFFERENCES_MAX}`);
    differences.push(...(rows.getRowObjectsJson() as unknown as MonthDifference[]));
  }
  return differences;
}

/** Runs one order; a file that DuckDB cannot read is a difference, not a fault. */
async function follow(order: DuckOrder): Promise<MonthDifference[]> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: DUCK_MEMORY, threads: '2' });
  const duck = await instance.connect();
  if (order.do === 'write') await write(duck, order);
  if (order.do === 'unpack') await unpack(duck, order);
  if (order.do !== 'compare' && order.do !== 'kept') return [];
  const compared = order.do === 'kept' ? compareKept(duck, order) : compare(duck, order);
  return compared.catch((error: Error) => [
    { subject: order.folder, expected: 'files that can be read', found: error.message.split('\n')[0] ?? '' },
  ]);
}

process.stdout.write(JSON.stringify(await follow(JSON.parse(process.argv[2] ?? '') as DuckOrder)));
