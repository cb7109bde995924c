import { enqueue } from '@jeongsan/database';
import { type DataSeal, isDataSealed } from '@jeongsan/jwe';
import type { JobName } from '@jeongsan/messaging';
import type { Schedule } from '@jeongsan/queues';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';

const ROWS_PER_BATCH = 500;
const DAY_MS = 86_400_000;
const FIRST_AFTER_MS = 3_600_000;

/** A column of texts that people wrote or that tell of people, and what each of its rows is sealed for. An empty text was erased. */
export type SealedColumn = Readonly<{
  table: string;
  /** The column that names a row. */
  key: string;
  keyType: 'text' | 'uuid';
  column: string;
  of: (key: string) => string;
  /** The text of what an earlier release stored; the stored text itself where that lay in clear. */
  earlier?: (seal: DataSeal, key: string, stored: string) => Promise<string>;
}>;

/** What is erased when its time is over: `erase` takes the instant before which it is over, and how many rows at most. */
export type Retention = Readonly<{ kind: string; days: number; erase: string }>;

export type KeptData = Readonly<{ columns: readonly SealedColumn[]; retentions: readonly Retention[] }>;
export type Resealed = Readonly<{ resealed: number; unreadable: number }>;

const logger = new Logger('KeepData');

/** Seals again what lies in clear or under an older key, and erases what is past its time, batch by batch. */
export async function keepData(db: DataSource, seal: DataSeal, kept: KeptData, now: Date): Promise<void> {
  for (const column of kept.columns) {
    const { resealed, unreadable } = await reseal(db, seal, column);
    const where = `${column.table}.${column.column}`;
    if (resealed > 0) logger.log(`${where}: ${resealed} rows are sealed with the newest key now`);
    if (unreadable > 0) logger.error(`${where}: no key opens ${unreadable} rows`);
  }
  for (const retention of kept.retentions) {
    const erased = await eraseExpired(db, retention, now);
    if (erased > 0) logger.log(`${retention.kind}: ${erased} rows were past ${retention.days} days and are erased`);
  }
}

type Row = Readonly<{ key: string; text: string }>;

/** Walks once through a column. A row that changes meanwhile is left to whoever changed it: it is sealed with a newer key, or found tomorrow. */
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

/** Undefined when no key opens it: it is left as it is, for whoever finds the key. */
async function sealedAnew(seal: DataSeal, it: SealedColumn, row: Row): Promise<Change | undefined> {
  const plain = await textOf(seal, it, row).catch(() => undefined);
  return plain === undefined ? undefined : { ...row, sealed: seal.seal(it.of(row.key), plain) };
}

async function textOf(seal: DataSeal, { of, earlier }: SealedColumn, { key, text }: Row): Promise<string> {
  if (isDataSealed(text)) return seal.open(of(key), text);
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

/** Erases in batches, each a transaction of its own, until nothing is past its time; tells how many rows. */
export async function eraseExpired(db: DataSource, { days, erase }: Retention, now: Date): Promise<number> {
  const before = new Date(now.getTime() - days * DAY_MS);
  for (let erased = 0; ;) {
    const [, count] = await db.query<[unknown[], number]>(erase, [before, ROWS_PER_BATCH]);
    erased += count;
    if (count < ROWS_PER_BATCH) return erased;
  }
}

type DailyJob = Extract<JobName, `${string}-data.keep`>;

/** Once a day. A pause is not made up for: one walk sees everything. */
export const keepDaily = (job: DailyJob): Schedule => ({
  name: job,
  firstRunAt: (now) => new Date(now.getTime() + FIRST_AFTER_MS),
  following: (_dueAt, now) => new Date(now.getTime() + DAY_MS),
  run: (tx, dueAt, now) => enqueue(tx, job, { date: dueAt.toISOString().slice(0, 10) }, now),
});
