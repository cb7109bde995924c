import { type Executor, statement } from '@jeongsan/sql';
import { isAway } from './away.js';
import { afterOf, LEDGER_START, type LedgerPlace, sealedContent, untilOf } from './ledger-range.js';

type Link = {
  id: bigint;
  postings: bigint;
  hash: string;
  last_txid: string;
  last_posting: bigint;
  prior_hash: string | null;
  prior_txid: string | null;
  prior_posting: bigint | null;
};

/** A seal whose recomputed content differs from the stored one, and the range of postings that it covers. */
export type BrokenSeal = Readonly<{
  id: bigint;
  after: LedgerPlace;
  until: LedgerPlace;
  expected: Readonly<{ postings: bigint; hash: string }>;
  found: Readonly<{ postings: bigint; hash: string }>;
}>;

const CONTENT = statement(sealedContent);

/** Recomputes one seal from the ledger and the previous seal. Null: it is intact. */
async function brokenSeal(tx: Executor, link: Link): Promise<BrokenSeal | null> {
  const after =
    link.prior_txid === null || link.prior_posting === null
      ? LEDGER_START
      : { txid: link.prior_txid, posting: link.prior_posting };
  const until = { txid: link.last_txid, posting: link.last_posting };
  const [found] = await CONTENT.rows<{ postings: bigint; hash: string }>(tx, {
    ...afterOf(after),
    ...untilOf(until),
    priorHash: link.prior_hash ?? '',
  });
  if (!found) throw new Error('Postgres hashed nothing');
  const { id, postings, hash } = link;
  if (found.postings === postings && found.hash === hash) return null;
  return { id, after, until, expected: { postings, hash }, found };
}

/**
 * The selected seals whose recomputed content differs from the stored one. A seal over entries of a detached month cannot be
 * recomputed here. `which` selects seals; its parameters begin at $1.
 */
export async function brokenSeals(tx: Executor, which: string, parameters: readonly unknown[]): Promise<BrokenSeal[]> {
  const links = await tx.query<Link[]>(
    `select * from (
       select id, postings, hash, last_txid::text, last_posting, lag(hash) over chain as prior_hash,
              lag(last_txid::text) over chain as prior_txid, lag(last_posting) over chain as prior_posting,
              row_number() over chain as number, count(*) over () as seals
         from ledger.seal window chain as (order by id)
     ) s
      where (${which})
        and not (exists (select from ledger.month where detached_at is not null) and exists (
              select from ledger.posting p where ${isAway('p')}
                 and (p.txid, p.id) > (coalesce(s.prior_txid::xid8, '0'), coalesce(s.prior_posting, 0))
                 and (p.txid, p.id) <= (s.last_txid::xid8, s.last_posting)))
      order by id`,
    [...parameters],
  );
  const broken: BrokenSeal[] = [];
  for (const link of links) {
    const found = await brokenSeal(tx, link);
    if (found) broken.push(found);
  }
  return broken;
}
