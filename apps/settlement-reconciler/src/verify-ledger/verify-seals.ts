import type { Executor } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import { afterOf, LEDGER_START, sealedContent, untilOf } from './ledger-range.js';

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

const CONTENT = statement(sealedContent);

/** Recomputes one seal from the ledger and the previous seal. */
async function isIntact(tx: Executor, link: Link): Promise<boolean> {
  const after =
    link.prior_txid === null || link.prior_posting === null
      ? LEDGER_START
      : { txid: link.prior_txid, posting: link.prior_posting };
  const [content] = await CONTENT.rows<{ postings: bigint; hash: string }>(tx, {
    ...afterOf(after),
    ...untilOf({ txid: link.last_txid, posting: link.last_posting }),
    priorHash: link.prior_hash ?? '',
  });
  return content?.postings === link.postings && content.hash === link.hash;
}

/**
 * The ids of the selected seals whose recomputed hash differs from the stored one. `which` selects seals; its
 * parameters begin at $1.
 */
export async function brokenSeals(tx: Executor, which: string, parameters: readonly unknown[]): Promise<bigint[]> {
  const links = await tx.query<Link[]>(
    `select * from (
       select id, postings, hash, last_txid::text, last_posting, lag(hash) over chain as prior_hash,
              lag(last_txid::text) over chain as prior_txid, lag(last_posting) over chain as prior_posting,
              row_number() over chain as number, count(*) over () as seals
         from ledger.seal window chain as (order by id)
     ) s where ${which} order by id`,
    [...parameters],
  );
  const broken: bigint[] = [];
  for (const link of links) if (!(await isIntact(tx, link))) broken.push(link.id);
  return broken;
}
