import { makeMonths, transaction } from '@jeongsan/database';
import type { Executor } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import { assertMonth } from '../months/month-files.js';
import { refusing } from '../months/refusals.js';

export type PartitionRow = Readonly<{
  /** `schema.table` */
  table: string;
  /** YYYY-MM; null: the rows of months without a table. */
  month: string | null;
  state: 'ATTACHED' | 'DETACHED';
  /** Estimated by Postgres. */
  rows: bigint;
  bytes: bigint;
}>;

/** The tables of single months of messages and pages, attached or not, by table and month. */
export const listPartitions = (db: Executor): Promise<PartitionRow[]> =>
  db.query<PartitionRow[]>(
    `select m.parent as table, case when c.relname ~ '_[0-9]{4}_[0-9]{2}$' then replace(right(c.relname, 7), '_', '-') end as month,
            case when c.relispartition then 'ATTACHED' else 'DETACHED' end as state,
            greatest(c.reltuples, 0)::bigint as rows, pg_total_relation_size(c.oid) as bytes
       from messaging.monthly m
       join pg_class c on c.relkind = 'r' and c.oid::regclass::text ~ ('^' || m.parent || '_([0-9]{4}_[0-9]{2}|rest)$')
      order by 1, 2 nulls last`,
  );

/** Runs `select messaging.{name}(…)`; throws MonthRefused with the reason that the database gives. */
async function change(db: DataSource, name: string, parameters: readonly unknown[]): Promise<number> {
  const places = parameters.map((_, index) => `$${index + 1}`).join(', ');
  return refusing(() =>
    transaction(db, async (tx) => {
      await tx.query(`set local statement_timeout = 0`);
      // A lock is waited for briefly: services wait behind it.
      await tx.query(`set local lock_timeout = '5s'`);
      const [row] = await tx.query<{ result: number }[]>(`select messaging.${name}(${places}) as result`, [
        ...parameters,
      ]);
      return row?.result ?? 0;
    }),
  );
}

function firstOf(month: string): string {
  assertMonth(month);
  return `${month}-01`;
}

/** A month of a table: `webhooks.inbox`, `2026-11`. */
export type Partition = Readonly<{ table: string; month: string }>;

/** Takes a month that is over out of its table; refused while work is left in it. Its own table stays until it is dropped. */
export async function detachPartition(db: DataSource, { table, month }: Partition, now: Date): Promise<void> {
  await change(db, 'detach_month', [table, firstOf(month), now]);
}
export async function attachPartition(db: DataSource, { table, month }: Partition): Promise<void> {
  await change(db, 'attach_month', [table, firstOf(month)]);
}
/** Only a detached month can be dropped. */
export async function dropPartition(db: DataSource, { table, month }: Partition): Promise<void> {
  await change(db, 'drop_month', [table, firstOf(month)]);
}
/** Drops the months that ended before an instant and have no work left; returns their number. */
export const retainPartitions = (db: DataSource, table: string, before: Date): Promise<number> =>
  change(db, 'drop_months', [table, before]);
/** Makes the tables of the months to come. */
export const makePartitions = (db: DataSource, now: Date): Promise<void> => makeMonths(db, now);
