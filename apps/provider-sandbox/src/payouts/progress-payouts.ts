import { refusesPayouts } from '../bank-accounts/mock-accounts.js';
import type { World } from '../world.js';
import { advancePayouts, type PayoutStep } from './advance-payouts.js';
import { completionTime } from './payout-schedule.js';
import { PAYOUT_COLUMNS, type PayoutRow } from './payout.js';

const BATCH_MAX = 500;
type DuePayout = PayoutRow & { bankCode: string; accountNumber: string };

/** The banks' steps: starts due transfers and completes those under way. Returns how many. */
export async function progressPayouts(world: World, until: Date): Promise<number> {
  return world.database.transaction(async (sql) => {
    const due = await sql.rows<DuePayout>(
      `select ${PAYOUT_COLUMNS}, seller.bank_code as "bankCode", seller.account_number as "accountNumber"
       from payout join seller on seller.id = payout.destination
       where payout.next_step_at <= $1 order by payout.next_step_at, payout.seq limit ${BATCH_MAX} for update of payout skip locked`,
      [until],
    );
    if (due.length > 0)
      await advancePayouts(
        world,
        sql,
        due.map((payout) => stepOfBank(world, payout, until)),
      );
    return due.length;
  });
}

function stepOfBank(world: World, { bankCode, accountNumber, ...payout }: DuePayout, until: Date): PayoutStep {
  const at = payout.nextStepAt ?? until;
  if (payout.status === 'REQUESTED') return { payout, at, trigger: 'start', nextStepAt: completionTime(world, at) };
  // ASSUMED: the account is checked at the time of the transfer; the error code of a bank's refusal is not published.
  const error = { code: 'ACCOUNT_TRANSFER_REJECTED', message: '입금 계좌의 은행에서 이체를 거절했습니다.' };
  if (refusesPayouts(bankCode, accountNumber)) return { payout, at, trigger: 'fail', nextStepAt: null, error };
  return { payout, at, trigger: 'complete', nextStepAt: null };
}
