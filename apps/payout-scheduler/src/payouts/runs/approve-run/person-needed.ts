import type { Executor } from '@jeongsan/database';
import type { PayoutPolicy } from '@jeongsan/payouts';
import type { PersonReason } from '@jeongsan/platform-contract';
import { readOutliers } from '../preview-run/read-outliers.js';

type DraftedRun = Readonly<{ id: string; businessDate: string; cutoff: Date; total: bigint }>;

/**
 * The reasons why a person must approve a run; empty: it is approved automatically. A run needs a person if
 * SELF_APPROVE_UP_TO is unset, if its total is above that amount, or if it has an outlier. Outliers are looked for only
 * if the amount alone does not decide.
 */
export async function personNeeded(db: Executor, run: DraftedRun, policy: PayoutPolicy): Promise<PersonReason[]> {
  if (policy.selfApproveUpTo === null) return ['SELF_APPROVAL_OFF'];
  if (run.total > policy.selfApproveUpTo) return ['ABOVE_AMOUNT'];
  const { counts } = await readOutliers(db, run, policy.outliers);
  return counts.map(({ reason }) => reason);
}
