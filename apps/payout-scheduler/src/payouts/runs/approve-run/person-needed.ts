import type { Executor } from '@jeongsan/database';
import type { PayoutPolicy } from '@jeongsan/payouts';
import type { PersonReason } from '@jeongsan/platform-contract';
import { readOutliers } from '../preview-run/read-outliers.js';

type DraftedRun = Readonly<{ id: string; businessDate: string; cutoff: Date; total: bigint }>;

/** The usual rule for a payout that stands out; a setting of the process replaces it. */
const USUAL_OUTLIERS = { factor: 3, payouts: 10 };

/**
 * Why a person must approve the run; nothing: it may approve itself. It never does so before the setting names an amount, above that
 * amount, or with a payout that an approver should look at twice: those are only looked for where the amount leaves the question open.
 */
export async function personNeeded(db: Executor, run: DraftedRun, policy: PayoutPolicy): Promise<PersonReason[]> {
  if (policy.selfApproveUpTo === null) return ['SELF_APPROVAL_OFF'];
  if (run.total > policy.selfApproveUpTo) return ['ABOVE_AMOUNT'];
  const { counts } = await readOutliers(db, run, policy.outliers ?? USUAL_OUTLIERS);
  return counts.map(({ reason }) => reason);
}
