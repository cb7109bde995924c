import type { Executor } from '@jeongsan/database';

/**
 * Settings of the transaction that compares. The joins return few of the rows that they read, so passing rows from a worker to the leader
 * costs nothing; the planner expects all of them and would not use workers. All rows of a cursor are fetched: a plan that is quick to its
 * first rows, as cursors get, looks up each difference for itself.
 */
const SETTINGS = [
  `set local statement_timeout = '15min'`,
  `set local parallel_tuple_cost = 0`,
  `set local cursor_tuple_fraction = 1`,
];

export async function prepareComparing(tx: Executor): Promise<void> {
  for (const setting of SETTINGS) await tx.query(setting);
}

/**
 * Settings of the joins that find the keys: several processes. A join keeps at most 32 MB in each (`work_mem` times
 * `hash_mem_multiplier`), so 96 MB with two workers, and continues in files beyond that.
 */
export async function compareTogether(tx: Executor): Promise<void> {
  await tx.query(`set local work_mem = '16MB'`);
  await tx.query(`set local max_parallel_workers_per_gather to default`);
}

/** Settings of a statement that is given the keys: one process with as much memory, since each worker would read the whole list first. */
export async function compareAlone(tx: Executor): Promise<void> {
  await tx.query(`set local work_mem = '48MB'`);
  await tx.query(`set local max_parallel_workers_per_gather = 0`);
}
