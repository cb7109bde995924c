import type { Executor } from '@jeongsan/database';
import { contentOf, type PromisedPayout, type RunContent } from '@jeongsan/payouts';

const LINES_PER_PAGE = 5_000;

/** Reads and hashes what a run will send, page by page. */
export const runContent = (tx: Executor, runId: string): Promise<RunContent> =>
  contentOf((after) =>
    tx.query<PromisedPayout[]>(
      `select ref_payout_id, seller_id, provider_seller_id, account_fingerprint, amount from payouts.payout
        where run_id = $1 and ref_payout_id > $2 order by ref_payout_id limit $3`,
      [runId, after, LINES_PER_PAGE],
    ),
  );
