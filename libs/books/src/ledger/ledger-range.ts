import type { Executor } from '@jeongsan/sql';

/** A place in the order in which postings are sealed: transaction id, then posting id. */
export type LedgerPlace = Readonly<{ txid: string; posting: bigint }>;
export const LEDGER_START: LedgerPlace = { txid: '0', posting: 0n };

/** A place as the parameters of `afterPlace`, and as the end of a range. */
export const afterOf = ({ txid, posting }: LedgerPlace) => ({ afterTxid: txid, afterPosting: posting.toString() });
export const untilOf = ({ txid, posting }: LedgerPlace) => ({ untilTxid: txid, untilPosting: posting.toString() });

/**
 * Postings `p` after one place, up to another. Posting ids alone are no order of commits: a transaction
 * that took its ids early may commit late. Transaction ids are one, once all older transactions have ended.
 */
export const afterPlace = `(p.txid, p.id) > (:afterTxid::xid8, :afterPosting::bigint)`;
export const inRange = `${afterPlace} and (p.txid, p.id) <= (:untilTxid::xid8, :untilPosting::bigint)`;

/**
 * The entries `e` of postings `p`, looked up posting by posting; the time leads to the month that holds them. A range is a small, new part of a long ledger, and
 * Postgres has no statistics for it: this form leaves the index as the only plan.
 */
export const withEntries = `
  ledger.posting p cross join lateral (select * from ledger.entry e where e.posting_id = p.id and e.effective_at = p.effective_at offset 0) e`;

/**
 * SQL: one row (postings, hash) for the range; `:priorHash` is the hash of the previous seal. The hash covers every column that holds money or its
 * place.
 */
export const sealedContent = `
select count(*) as postings,
       encode(sha256(convert_to(:priorHash, 'UTF8') || coalesce(string_agg(
         record_send(row(p.id, p.key, p.facts_hash, p.effective_at)) || e.content, ''::bytea order by p.txid, p.id), ''::bytea)), 'hex') as hash
  from ledger.posting p
 cross join lateral (
   select coalesce(string_agg(
            record_send(row(e.id, e.account_code, e.currency, e.amount, e.effective_at)), ''::bytea order by e.id), ''::bytea) as content
     from ledger.entry e where e.posting_id = p.id and e.effective_at = p.effective_at
 ) e
 where ${inRange}`;

/**
 * SQL: postings (id, sum) that do not balance or have no entries, among those that the condition `which` on `p`
 * selects.
 */
export const unbalancedPostings = (which: string): string => `
select p.id, coalesce(s.sum, 0)::bigint as sum
  from ledger.posting p
  left join lateral (
    select sum(e.amount) as sum from ledger.entry e where e.posting_id = p.id and e.effective_at = p.effective_at group by e.currency
  ) s on true
 where s.sum is distinct from 0 and ${which}`;

/**
 * The place where the newest seal ends, and its hash. Entries after this place must be read in the same snapshot,
 * because seals and checkpoints change together.
 */
export async function lastSeal(tx: Executor): Promise<{ place: LedgerPlace; hash: string }> {
  const [seal] = await tx.query<{ last_txid: string; last_posting: bigint; hash: string }[]>(
    `select last_txid::text, last_posting, hash from ledger.seal order by id desc limit 1`,
  );
  return seal
    ? { place: { txid: seal.last_txid, posting: seal.last_posting }, hash: seal.hash }
    : { place: LEDGER_START, hash: '' };
}
