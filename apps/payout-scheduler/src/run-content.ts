import { createHash } from 'node:crypto';
import type { Executor } from '@jeongsan/database';

/** What a run will send, and its fingerprint: what is approved is hashed and is what is sent. */
export type RunContent = Readonly<{ count: number; total: bigint; hash: string }>;

type Line = { ref_payout_id: string; provider_seller_id: string; account_fingerprint: string; amount: bigint };

const LINES_PER_PAGE = 5_000;

/** Reads the payouts page by page, in the order of their references: a run may be larger than the memory of a process. */
export async function runContent(tx: Executor, runId: string): Promise<RunContent> {
  const hash = createHash('sha256');
  let [count, total] = [0, 0n];
  for (let after = ''; ;) {
    const lines = await pageAfter(tx, runId, after);
    const last = lines.at(-1);
    if (last === undefined) return { count, total, hash: hash.digest('hex') };
    for (const line of lines) {
      hash.update(`${line.ref_payout_id}|${line.provider_seller_id}|${line.account_fingerprint}|${line.amount}\n`);
      total += line.amount;
    }
    count += lines.length;
    after = last.ref_payout_id;
  }
}

const pageAfter = (tx: Executor, runId: string, after: string): Promise<Line[]> =>
  tx.query<Line[]>(
    `select ref_payout_id, provider_seller_id, account_fingerprint, amount from payouts.payout
      where run_id = $1 and ref_payout_id > $2 order by ref_payout_id limit $3`,
    [runId, after, LINES_PER_PAGE],
  );
