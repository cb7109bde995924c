import { enqueue } from '@jeongsan/database';
import { type DataSeal, isDataSealed } from '@jeongsan/jwe';
import type { JobName } from '@jeongsan/messaging';
import type { Schedule } from '@jeongsan/queues';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';

const ROWS_PER_BATCH = 500;
const DAY_MS = 86_400_000;
const FIRST_AFTER_MS = 3_600_000;

/** A column with personal data, and the context that each of its rows is encrypted for. An empty text was erased. */
export type SealedColumn = Readonly<{
  table: string;
  /** The column that identifies a row. */
  key: string;
  keyType: 'text' | 'uuid';
  column: string;
  of: (key: string) => string;
  /** Reads the text that an earlier release stored; default: the stored text, which was not encrypted. */
  earlier?: (seal: DataSeal, key: string, stored: string) => Promise<string>;
}>;

/**
 * Data that is erased after its retention time. `erase` takes the instant before which data is erased, and a maximum number of
 * rows; `drop` takes the instant, and answers how many `months` it dropped.
 */
export type Retention = Readonly<{ kind: string; days: number }> & Readonly<{ erase: string } | { drop: string }>;

export type KeptData = Readonly<{ columns: readonly SealedColumn[]; retentions: readonly Retention[] }>;
export type Resealed = Readonly<{ resealed: number; unreadable: number }>;

const logger = new Logger('KeepData');

/** Encrypts anew what is unencrypted or encrypted with an older key, and erases data past its retention time, in batches. */
export async function keepData(db: DataSource, seal: DataSeal, kept: KeptData, now: Date): Promise<void> {
  for (const column of kept.columns) {
    const { resealed, unreadable } = await reseal(db, seal, column);
    const where = `${column.table}.${column.column}`;
    if (resealed > 0) logger.log(`${where}: ${resealed} rows are sealed with the newest key now`);
    if (unreadable > 0) logger.error(`${where}: no key opens ${unreadable} rows`);
  }
  for (const retention of kept.retentions) {
    const erased = await eraseExpired(db, retention, now);
    const what = 'drop' in retention ? 'months' : 'rows';
    if (erased > 0) logger.log(`${retention.kind}: ${erased} ${what} were past ${retention.days} days and are erased`);
  }
}

type Row = Readonly<{ key: string; text: string }>;

/**
 * Walks through a column once. A row that changes meanwhile is skipped: its writer used the newest key, or the next day's walk
 * finds the row.
 */
export async function reseal(db: DataSource, seal: DataSeal, it: SealedColumn): Promise<Resealed> {
  const { table, key, keyType, column } = it;
  const found = { resealed: 0, unreadable: 0 };
  let after: string | null = null;
  do {
    const rows: Row[] = await db.query<Row[]>(
      `select ${key} as key, ${column} as text from ${table}
        where ($1::${keyType} is null or ${key} > $1::${keyType}) and ${column} <> '' and not starts_with(${column}, $2)
        order by ${key} limit $3`,
      [after, seal.mark, ROWS_PER_BATCH],
    );
    const opened = await Promise.all(rows.map((row) => sealedAnew(seal, it, row)));
    const changes = opened.filter((change) => change !== undefined);
    found.unreadable += rows.length - changes.length;
    if (changes.length > 0) found.resealed += await replace(db, it, changes);
    after = rows.length < ROWS_PER_BATCH ? null : (rows.at(-1)?.key ?? null);
  } while (after !== null);
  return found;
}

type Change = Row & Readonly<{ sealed: string }>;

/** The decrypted text; undefined when no key fits. The row is then left as is, in case the key is found. */
async function sealedAnew(seal: DataSeal, it: SealedColumn, row: Row): Promise<Change | undefined> {
  const plain = await textOf(seal, it, row).catch(() => undefined);
  return plain === undefined ? undefined : { ...row, sealed: seal.seal(it.of(row.key), plain) };
}

async function textOf(seal: DataSeal, { of, earlier }: SealedColumn, { key, text }: Row): Promise<string | Uint8Array> {
  // A sealed value may be bytes that are no text.
  if (isDataSealed(text)) return seal.openBytes(of(key), text);
  return earlier ? earlier(seal, key, text) : text;
}

async function replace(db: DataSource, it: SealedColumn, changes: readonly Change[]): Promise<number> {
  const { table, key, keyType, column } = it;
  const [, count] = await db.query<[unknown[], number]>(
    `update ${table} t set ${column} = n.sealed from unnest($1::${keyType}[], $2::text[], $3::text[]) as n(key, text, sealed)
      where t.${key} = n.key and t.${column} = n.text`,
    [changes.map((it) => it.key), changes.map((it) => it.text), changes.map((it) => it.sealed)],
  );
  return count;
}

/**
 * Erases in batches, one transaction each, until no data is past its retention time; returns the number of rows. Of a table in
 * months, drops the months past their retention time, and returns their number.
 */
export async function eraseExpired(db: DataSource, retention: Retention, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retention.days * DAY_MS);
  if ('drop' in retention) return dropMonths(db, retention.drop, before);
  for (let erased = 0; ;) {
    const [, count] = await db.query<[unknown[], number]>(retention.erase, [before, ROWS_PER_BATCH]);
    erased += count;
    if (count < ROWS_PER_BATCH) return erased;
  }
}

/** In a transaction of its own: the time limits that the function sets are those of its transaction. */
const dropMonths = (db: DataSource, drop: string, before: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const [row] = await tx.query<{ months: number }[]>(drop, [before]);
    return row?.months ?? 0;
  });

type DailyJob = Extract<JobName, `${string}-data.keep`>;

/** Runs once a day. Missed days are not made up for: one walk covers all rows. */
export const keepDaily = (job: DailyJob): Schedule => ({
  name: job,
  firstRunAt: (now) => new Date(now.getTime() + FIRST_AFTER_MS),
  following: (_dueAt, now) => new Date(now.getTime() + DAY_MS),
  run: (tx, dueAt, now) => enqueue(tx, job, { date: dueAt.toISOString().slice(0, 10) }, now),
});
