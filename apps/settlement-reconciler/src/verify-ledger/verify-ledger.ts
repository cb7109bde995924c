import type { Verification } from '@jeongsan/platform-contract';
import type { DataSource, EntityManager } from 'typeorm';
import type { z } from 'zod';
import { driftedAccounts } from './drifted-accounts.js';
import { brokenSeals } from './verify-seals.js';

/**
 * Recomputes the whole ledger in one snapshot: every posting balances, every running balance and every checkpoint is
 * the sum of its entries, and every seal's hash is right.
 */
export async function verifyLedger(db: DataSource): Promise<z.output<typeof Verification>> {
  return db.transaction('REPEATABLE READ', async (tx) => {
    await tx.query(`set local statement_timeout = '15min'`);
    await tx.query(`set local work_mem = '64MB'`);
    const { postings, unbalanced, entries } = await countPostings(tx);
    const drifted = await countDrifted(tx);
    const sealsBroken = (await brokenSeals(tx, 'true', [])).length;
    return { postings, entries, unbalanced, drifted, sealsBroken, sound: unbalanced + drifted + sealsBroken === 0 };
  });
}

type PostingCounts = { postings: number; entries: number; unbalanced: number };

async function countPostings(tx: EntityManager): Promise<PostingCounts> {
  const [counts] = await tx.query<Record<'postings' | 'filled' | 'entries' | 'unbalanced', bigint>[]>(
    `select (select count(*) from ledger.posting) as postings, count(*) as filled, coalesce(sum(entries), 0)::bigint as entries,
            count(*) filter (where not balanced) as unbalanced
       from (
         select posting_id, sum(entries) as entries, bool_and(sum = 0) as balanced
           from (select posting_id, currency, count(*) as entries, sum(amount) as sum from ledger.entry group by posting_id, currency) c
          group by posting_id
       ) p`,
  );
  if (!counts) throw new Error('Postgres counted nothing');
  // A posting without entries counts as unbalanced, because its entries must have been lost.
  const empty = counts.postings - counts.filled;
  return {
    postings: Number(counts.postings),
    entries: Number(counts.entries),
    unbalanced: Number(counts.unbalanced + empty),
  };
}

/**
 * Counts accounts whose running balance differs from the sum of all entries, or from the checkpoints plus later
 * entries.
 */
async function countDrifted(tx: EntityManager): Promise<number> {
  const byCheckpoint = (await driftedAccounts(tx)).map((a) => a.code);
  const [all] = await tx.query<{ drifted: bigint }[]>(
    `with summed as (
       select account_code, currency, sum(amount)::bigint as amount from ledger.entry group by account_code, currency
     )
     select count(*) as drifted
       from ledger.account a
       left join summed s on s.account_code = a.code and s.currency = a.currency
      where a.balance <> case when a.guarded then coalesce(s.amount, 0) else 0 end or a.code = any($1)`,
    [byCheckpoint],
  );
  return Number(all?.drifted ?? 0n);
}
