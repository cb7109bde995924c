import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { copyFromFile, copyToFile } from './copy.js';
import { orderDuck } from './duck-order.js';
import {
  assertMonth,
  hashOfFile,
  type MonthDifference,
  monthFiles,
  MonthManifest,
  MonthRefused,
} from './month-files.js';
import { refusing } from './refusals.js';
import { withClient } from './with-client.js';

const tableOf = (month: string): string => `ledger.entry_${month.replace('-', '_')}`;

const balancesOf = (month: string): string =>
  `select account_code, currency, moved, entries from ledger.month_balance where month = '${month}-01' order by 1, 2`;
const blocksOf = (month: string): string =>
  `select block, postings, entries, postings_hash, entries_hash from ledger.month_block where month = '${month}-01' order by 1`;

type Sealed = Pick<MonthManifest, 'postings' | 'entries' | 'hash'>;

async function sealedAs(client: PoolClient, month: string): Promise<Sealed> {
  const { rows } = await client.query<Sealed>(
    'select postings::text, entries::text, hash from ledger.month where month = $1',
    [`${month}-01`],
  );
  if (!rows[0]) throw new MonthRefused(`the month ${month} is not sealed`);
  return rows[0];
}

async function hasTable(client: PoolClient, month: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    tableOf(month),
  ]);
  return rows[0]?.found === true;
}

/**
 * Writes a sealed month to `folder`/YYYY-MM and compares the written files with the seal. Earlier files are replaced only by files that
 * agree, and only a month whose files agree counts as exported. Returns the differences.
 */
export async function exportMonth(
  db: DataSource,
  month: string,
  folder: string,
  now: Date,
): Promise<MonthDifference[]> {
  assertMonth(month);
  const target = resolve(folder, month);
  // Beside the target: a rename does not cross file systems.
  const scratch = `${target}.${randomUUID()}`;
  await mkdir(scratch, { recursive: true });
  try {
    await writeMonth(db, month, scratch);
    const differences = await reproveMonth(scratch, { db, month });
    if (differences.length === 0) await replaceFolder(target, scratch);
    await db.query('select ledger.mark_exported($1, $2)', [`${month}-01`, differences.length === 0 ? now : null]);
    return differences;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function writeMonth(db: DataSource, month: string, target: string): Promise<void> {
  const [entriesCsv, postingsCsv] = [join(target, 'entries.csv'), join(target, 'postings.csv')];
  const sealed = await withClient(db, async (client) => {
    const row = await sealedAs(client, month);
    if (!(await hasTable(client, month)))
      throw new MonthRefused(`the table of the month ${month} was dropped: restore it from its files`);
    await copyToFile(client, entryRows(month), entriesCsv);
    await copyToFile(client, postingRows(month), postingsCsv);
    await copyToFile(client, balancesOf(month), join(target, monthFiles.balances));
    await copyToFile(client, blocksOf(month), join(target, monthFiles.blocks));
    return row;
  });
  await orderDuck({ do: 'write', folder: target, entriesCsv, postingsCsv });
  await rm(entriesCsv);
  await rm(postingsCsv);
  const files = {
    entries: await hashOfFile(target, monthFiles.entries),
    postings: await hashOfFile(target, monthFiles.postings),
  };
  await writeFile(join(target, monthFiles.manifest), `${JSON.stringify({ month, ...sealed, files }, null, 2)}\n`);
}

/** A folder with files cannot be renamed over: the earlier one steps aside, and is there until the new one is. */
async function replaceFolder(target: string, made: string): Promise<void> {
  const aside = `${made}.earlier`;
  await rename(target, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(made, target);
  await rm(aside, { recursive: true, force: true });
}

const entryRows = (month: string): string =>
  `select posting_id, id, account_code, currency, amount, ledger.micros(effective_at) from ${tableOf(month)} order by posting_id, id`;
const postingRows = (month: string): string =>
  `select id, key, template, facts_hash, ledger.micros(effective_at), ledger.micros(created_at), txid,
          coalesce(ledger.micros(corrects)::text, '\\N') from ledger.posting
    where id in (select posting_id from ${tableOf(month)}) order by id`;

/**
 * Recomputes every total and hash of an exported month from its files alone. They are compared with the seal in the database, or,
 * without `db`, with the seal that was exported beside them. Returns the differences, the first ones first.
 */
export async function reproveMonth(
  target: string,
  { db, month }: Readonly<{ db?: DataSource; month: string }>,
): Promise<MonthDifference[]> {
  assertMonth(month);
  const folder = resolve(target);
  const read = MonthManifest.safeParse(await manifestOf(folder));
  if (!read.success)
    return [{ subject: join(folder, monthFiles.manifest), expected: 'a manifest', found: 'no manifest' }];
  const manifest = read.data;
  if (db === undefined) {
    const { postings, entries, hash } = manifest;
    const sealed = { month, postings, entries, hash };
    const csvs = { balancesCsv: join(folder, monthFiles.balances), blocksCsv: join(folder, monthFiles.blocks) };
    return [
      ...(await orderDuck({ do: 'compare', folder, ...csvs, ...sealed })),
      ...(await changedFiles(folder, manifest, sealed)),
    ];
  }
  // Not beside the files: an archive can be read-only, and keeps nothing of a command that was killed.
  const scratch = await mkdtemp(join(tmpdir(), 'jeongsan-reprove-'));
  const copies = { balancesCsv: join(scratch, monthFiles.balances), blocksCsv: join(scratch, monthFiles.blocks) };
  try {
    const sealed = await withClient(db, async (client) => {
      await copyToFile(client, balancesOf(month), copies.balancesCsv);
      await copyToFile(client, blocksOf(month), copies.blocksCsv);
      return { month, ...(await sealedAs(client, month)) };
    });
    return [
      ...(await orderDuck({ do: 'compare', folder, ...copies, ...sealed })),
      ...(await changedFiles(folder, manifest, sealed)),
    ];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function manifestOf(folder: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, monthFiles.manifest), 'utf8'));
  } catch {
    return null;
  }
}

/** What the manifest says of the seal and of the Parquet files, held against both. */
async function changedFiles(
  folder: string,
  manifest: MonthManifest,
  sealed: Sealed & Readonly<{ month: string }>,
): Promise<MonthDifference[]> {
  const differences: MonthDifference[] = [];
  for (const name of ['month', 'postings', 'entries', 'hash'] as const)
    if (manifest[name] !== sealed[name])
      differences.push({
        subject: `${monthFiles.manifest}/${name}`,
        expected: sealed[name],
        found: manifest[name],
      });
  for (const name of ['entries', 'postings'] as const) {
    const found = await hashOfFile(folder, monthFiles[name]).catch((error: Error) => error.message);
    if (found !== manifest.files[name])
      differences.push({ subject: monthFiles[name], expected: manifest.files[name], found });
  }
  return differences;
}

/** Puts the rows of an exported month back into a detached month whose table was dropped, and attaches the month. */
export async function restoreMonth(db: DataSource, month: string, folder: string): Promise<MonthDifference[]> {
  assertMonth(month);
  const target = resolve(folder, month);
  const differences = await reproveMonth(target, { db, month });
  if (differences.length > 0) return differences;
  const entriesCsv = join(target, `${randomUUID()}.csv`);
  try {
    await orderDuck({ do: 'unpack', folder: target, entriesCsv });
    await refusing(() => withClient(db, (client) => restoreFrom(client, month, entriesCsv)));
  } finally {
    await rm(entriesCsv, { force: true });
  }
  return [];
}

async function restoreFrom(client: PoolClient, month: string, entriesCsv: string): Promise<void> {
  // Services wait behind the lock of the ledger, so the lock itself is waited for briefly.
  await client.query(`set local lock_timeout = '5s'`);
  const { rows } = await client.query('select from ledger.month where month = $1 and detached_at is not null', [
    `${month}-01`,
  ]);
  if (rows.length > 0 && (await hasTable(client, month)))
    throw new MonthRefused(`the month ${month} was not dropped: attach it, its table is there`);
  await client.query('select ledger.restore_month($1)', [`${month}-01`]);
  await copyFromFile(client, tableOf(month), entriesCsv);
  await client.query('select ledger.attach_month($1)', [`${month}-01`]);
}
