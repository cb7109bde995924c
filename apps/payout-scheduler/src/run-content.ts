import { createHash } from 'node:crypto';
import type { Executor } from '@jeongsan/database';

/** What a run will send, and its fingerprint: what is approved is hashed and is what is sent. */
export type RunContent = Readonly<{
  count: number;
  total: bigint;
  hash: string;
  /** Each payout's line of the content, by its reference. */
  lines: ReadonlyMap<string, string>;
}>;

type Promised = {
  ref_payout_id: string;
  seller_id: string;
  provider_seller_id: string;
  account_fingerprint: string;
  amount: bigint;
};

/** Everything about a payout that must not differ between approval and sending: whom, to which account, how much. */
export const contentLine = (p: Promised): string =>
  `${p.ref_payout_id}|${p.seller_id}|${p.provider_seller_id}|${p.account_fingerprint}|${p.amount}`;

const LINES_PER_PAGE = 5_000;

/** Reads the payouts page by page, in the order of their references. */
export async function runContent(tx: Executor, runId: string): Promise<RunContent> {
  const hash = createHash('sha256');
  const lines = new Map<string, string>();
  let total = 0n;
  for (let after = ''; ;) {
    const payouts = await pageAfter(tx, runId, after);
    const last = payouts.at(-1);
    if (last === undefined) return { count: lines.size, total, hash: hash.digest('hex'), lines };
    for (const payout of payouts) {
      const line = contentLine(payout);
      lines.set(payout.ref_payout_id, line);
      hash.update(`${line}\n`);
      total += payout.amount;
    }
    after = last.ref_payout_id;
  }
}

const pageAfter = (tx: Executor, runId: string, after: string): Promise<Promised[]> =>
  tx.query<Promised[]>(
    `select ref_payout_id, seller_id, provider_seller_id, account_fingerprint, amount from payouts.payout
      where run_id = $1 and ref_payout_id > $2 order by ref_payout_id limit $3`,
    [runId, after, LINES_PER_PAGE],
  );
