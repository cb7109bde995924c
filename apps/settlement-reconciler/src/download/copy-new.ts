import { copyRows } from '@jeongsan/database';
import type { Columns } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import type { Listed } from './listed-rows.js';

type Keyed = Readonly<{ transactionKey: string }>;
type Table = 'reconciliation.transaction' | 'reconciliation.settlement';
const NONE: ReadonlySet<string> = new Set();
const UNIQUE_VIOLATION = '23505';

/** Thrown when a row was stored before, where none was expected: the transaction has failed, and is to be tried again. */
export class KnownRow extends Error {
  override name = 'KnownRow';
}

/**
 * Copies the rows whose keys the table lacks, and returns the keys that it has. The table is asked for known keys only when some are
 * expected: of the rows of a new day, none is known, and asking would cost a third of storing them.
 */
export async function copyNew<Row extends Keyed>(
  tx: EntityManager,
  table: Table,
  columns: Columns<Row>,
  rows: readonly Row[],
  { expectsKnown }: Pick<Listed, 'expectsKnown'>,
): Promise<ReadonlySet<string>> {
  const known = expectsKnown ? await knownOf(tx, table, rows) : NONE;
  const fresh = known.size === 0 ? rows : rows.filter((row) => !known.has(row.transactionKey));
  try {
    await copyRows(tx, table, columns, fresh);
  } catch (error) {
    if (expectsKnown || (error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    throw new KnownRow(`A row of ${table} is known`, { cause: error });
  }
  return known;
}

async function knownOf(tx: EntityManager, table: Table, rows: readonly Keyed[]): Promise<ReadonlySet<string>> {
  const found = await tx.query<{ key: string }[]>(
    `select transaction_key as key from ${table} where transaction_key = any($1)`,
    [rows.map(({ transactionKey }) => transactionKey)],
  );
  return new Set(found.map(({ key }) => key));
}
