import { lockUntilCommit, transaction } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import type { DataSource, EntityManager } from 'typeorm';
import {
  afterOf,
  afterPlace,
  inRange,
  lastSeal,
  type LedgerPlace,
  sealedContent,
  unbalancedPostings,
  untilOf,
  withEntries,
} from './ledger-range.js';

const POSTINGS_PER_SEAL = 10_000;

export type UnbalancedPosting = { id: bigint; sum: bigint };

/**
 * Seals every posting whose place in the order is final, and advances the checkpoints. Returns unbalanced postings;
 * they are sealed too, because a seal states the content and not its correctness.
 */
export async function sealLedger(db: DataSource): Promise<UnbalancedPosting[]> {
  const unbalanced: UnbalancedPosting[] = [];
  for (;;) {
    const sealed = await transaction(db, sealBatch);
    if (sealed === null) return unbalanced;
    unbalanced.push(...sealed);
  }
}

async function sealBatch(tx: EntityManager): Promise<UnbalancedPosting[] | null> {
  await lockUntilCommit(tx, 'sealing');
  await tx.query(`select set_config('work_mem', '64MB', true)`);
  const { place: after, hash } = await lastSeal(tx);
  const until = await endOfBatch(tx, after);
  if (until === null) return null;
  const range = { ...afterOf(after), ...untilOf(until) };
  await SEAL.rows(tx, { ...range, priorHash: hash });
  await ADVANCE.rows(tx, range);
  return UNBALANCED.rows<UnbalancedPosting>(tx, range);
}

const SEAL = statement(`
  insert into ledger.seal (last_txid, last_posting, postings, hash)
  select :untilTxid::xid8, :untilPosting::bigint, c.postings, c.hash from (${sealedContent}) c`);

const ADVANCE = statement(`
  insert into ledger.checkpoint as c (account_code, currency, balance, entries)
  select e.account_code, e.currency, sum(e.amount), count(*)
    from ${withEntries}
   where ${inRange}
   group by e.account_code, e.currency
   order by e.account_code, e.currency
  on conflict (account_code, currency) do update
     set balance = c.balance + excluded.balance, entries = c.entries + excluded.entries`);

const UNBALANCED = statement(unbalancedPostings(inRange));

/**
 * Only postings of transactions that are older than every running one: no posting can be committed before those any
 * more.
 */
async function endOfBatch(tx: EntityManager, after: LedgerPlace): Promise<LedgerPlace | null> {
  const [last] = await END_OF_BATCH.rows<LedgerPlace>(tx, { ...afterOf(after), most: POSTINGS_PER_SEAL });
  return last ?? null;
}

const END_OF_BATCH = statement(`
  select txid::text, id as posting from (
    select p.txid, p.id from ledger.posting p
     where ${afterPlace} and p.txid < pg_snapshot_xmin(pg_current_snapshot())
     order by p.txid, p.id limit :most
  ) batch order by batch.txid desc, batch.id desc limit 1`);
