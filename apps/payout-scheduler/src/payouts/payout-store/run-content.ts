import type { Executor } from '@jeongsan/database';
import { contentOf, fingerprintOf, type RunPayout, type RunContent, type RunFingerprint } from '@jeongsan/payouts';

const LINES_PER_PAGE = 1_000;

/** The fingerprint of a run's payouts, computed page by page without keeping them. */
export const runFingerprint = (tx: Executor, runId: string): Promise<RunFingerprint> =>
  fingerprintOf(pagesOf(tx, runId));

/** The content of a run: its fingerprint with every payout. */
export const runContent = (tx: Executor, runId: string): Promise<RunContent> => contentOf(pagesOf(tx, runId));

const pagesOf = (tx: Executor, runId: string) => (after: string) =>
  tx.query<RunPayout[]>(
    `select ref_payout_id, seller_id, provider_seller_id, account_fingerprint, amount from payouts.payout
      where run_id = $1 and ref_payout_id > $2 order by ref_payout_id limit $3`,
    [runId, after, LINES_PER_PAGE],
  );
