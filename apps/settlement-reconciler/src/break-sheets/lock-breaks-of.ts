import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { isPair } from '../resolve-break/forced-match.js';
import type { AskedRow } from './parse-sheet.js';

const LOCK = statement(`
  select from reconciliation.break
   where id = any(:ids::uuid[]) or (subject = any(:keys::text[]) and resolved_at is null)
      or id in (select o.id from reconciliation.break b join reconciliation.break o on ${isPair} where b.id = any(:ids::uuid[]))
   order by id for update`);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Locks the breaks of some rows, and the other breaks of their forced matches, in the order of their ids: two sheets with the same breaks
 * in another order wait for each other and never deadlock.
 */
export async function lockBreaksOf(tx: EntityManager, rows: readonly AskedRow[]): Promise<void> {
  const ids = rows.map(({ cells }) => cells.id).filter((id) => UUID.test(id));
  const keys = rows.map(({ cells }) => cells.key).filter((key) => key !== '');
  await LOCK.rows(tx, { ids, keys });
}
