import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import type { AskedRow } from './parse-sheet.js';

const LOCK = statement(`
  select from reconciliation.break
   where id = any(:ids::uuid[]) or (subject = any(:keys::text[]) and resolved_at is null) order by id for update`);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Locks the breaks of some rows, and those that their forced matches settle too, in the order of their ids: two sheets with the same breaks
 * in another order wait for each other and never deadlock.
 */
export async function lockBreaksOf(tx: EntityManager, rows: readonly AskedRow[]): Promise<void> {
  const ids = rows.map(({ cells }) => cells.id).filter((id) => UUID.test(id));
  const keys = rows.map(({ cells }) => cells.key).filter((key) => key !== '');
  await LOCK.rows(tx, { ids, keys });
}
