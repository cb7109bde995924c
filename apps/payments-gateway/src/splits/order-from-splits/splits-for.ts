import type { Executor } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import type { SoldItem } from '../sold-items.js';
import { readSplitDocument, type SplitTerms } from '../split-record.js';

// Of several ARS services that fit a reservation, the one with the most digits is meant.
const FITTING = `
  select document from gateway.split
   where kind = :kind and case kind when 'ars' then key = any(:prefixes::text[]) else key = :key end`;
const IN_FORCE = statement(`${FITTING} and named_at <= :at order by length(key) desc, version desc limit 1`);
const NEWEST = statement(`${FITTING} order by length(key) desc, version desc limit 1`);

/**
 * The splits that a sale may take: the one that was in force at the payment, then the newest one, for payments that came before
 * their split or whose split did not fit. None: no split was ever named.
 */
export async function splitsFor(db: Executor, { kind, key }: SoldItem, at: Date): Promise<SplitTerms[]> {
  const prefixes = Array.from(key, (_, index) => key.slice(0, index)).concat(key);
  const found = { kind, key, prefixes };
  const rows = [
    ...(await IN_FORCE.rows<{ document: unknown }>(db, { ...found, at })),
    ...(await NEWEST.rows<{ document: unknown }>(db, found)),
  ];
  return rows.map(({ document }) => readSplitDocument(document));
}
