import type { Executor } from '@jeongsan/sql';

/** Gives the statements of a verification the time and the memory that a long ledger needs. */
export async function prepareVerifying(tx: Executor): Promise<void> {
  await tx.query(`set local statement_timeout = '15min'`);
  await tx.query(`set local work_mem = '64MB'`);
  // Compiling a statement takes longer than it saves: most of the time goes to hash tables.
  await tx.query(`set local jit = off`);
}
