import { refusesPayouts } from '../bank-accounts/mock-accounts.js';
import type { World } from '../world.js';
import { advanceLegacyPayouts, type LegacyPayoutStep } from './advance-legacy-payouts.js';
import { LEGACY_PAYOUT_COLUMNS, type LegacyPayoutRow } from './legacy-payout.js';

const BATCH_MAX = 500;

/** The banks' steps: starts due transfers and completes those under way. Returns how many. */
export async function progressLegacyPayouts(world: World, until: Date): Promise<number> {
  return world.database.transaction(async (sql) => {
    const due = await sql.rows<LegacyPayoutRow>(
      `select ${LEGACY_PAYOUT_COLUMNS} from sub_mall_payout
       where next_step_at <= $1 order by next_step_at, seq limit ${BATCH_MAX} for update skip locked`,
      [until],
    );
    const steps = due.map((payout) => stepOfBank(world, payout, until));
    if (steps.length > 0) await advanceLegacyPayouts(world, sql, steps);
    return due.length;
  });
}

function stepOfBank(world: World, payout: LegacyPayoutRow, until: Date): LegacyPayoutStep {
  const at = payout.nextStepAt ?? until;
  const seconds = world.merchant.settings.payoutCompletionSeconds;
  if (payout.status === 'REQUESTED') {
    const nextStepAt = seconds === null ? null : new Date(at.getTime() + seconds * 1_000);
    return { payout, at, trigger: 'start', nextStepAt };
  }
  // ASSUMED: the code of a bank's refusal is not published.
  const failure = { code: 'ACCOUNT_TRANSFER_REJECTED', message: '입금 계좌의 은행에서 이체를 거절했습니다.' };
  if (refusesPayouts(payout.bankCode, payout.accountNumber)) {
    return { payout, at, trigger: 'fail', nextStepAt: null, failure };
  }
  return { payout, at, trigger: 'complete', nextStepAt: null };
}
