import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import type { LockedBreak } from './change-break.js';

/** SQL: true for an adjusting entry of decision `d` that is in the books and was not taken back. */
export const isStanding = `d.way = 'adjust' and d.state = 'approved'
   and not exists (select from ledger.posting r where r.key = ('break.adjustment-reversed/' || d.id) collate "C")`;

const STANDING = statement(`
  select coalesce(sum(d.gain), 0)::bigint as gain from reconciliation.break_decision d
   where d.break_id = :breakId and ${isStanding}`);

/**
 * What the adjusting entries of a break have booked and stands, in minor units. A balance is compared with the books, entries
 * included, so nothing of its difference is booked yet; all other breaks are differences between records, which stay as they are.
 */
export async function bookedOf(tx: EntityManager, { id, class: kind }: LockedBreak): Promise<bigint> {
  if (kind.startsWith('BALANCE')) return 0n;
  const [row] = await STANDING.rows<{ gain: bigint }>(tx, { breakId: id });
  return row?.gain ?? 0n;
}
