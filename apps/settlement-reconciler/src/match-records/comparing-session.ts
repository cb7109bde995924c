import type { Executor } from '@jeongsan/database';

/**
 * Settings of the transaction that compares. A join keeps at most 32 MB in each process (`work_mem` times `hash_mem_multiplier`), so 96 MB
 * with two workers, and continues in files beyond that. The joins return few of the rows that they read, so passing rows from a worker
 * to the leader costs nothing; the planner expects all of them and would not use workers. All rows of a cursor are fetched: a plan that
 * is quick to its first rows, as cursors get, looks up each difference for itself.
 */
const SETTINGS = [
  `set local statement_timeout = '15min'`,
  `set local work_mem = '16MB'`,
  `set local parallel_tuple_cost = 0`,
  `set local cursor_tuple_fraction = 1`,
];

export async function prepareComparing(tx: Executor): Promise<void> {
  for (const setting of SETTINGS) await tx.query(setting);
}
