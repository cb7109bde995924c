import type { Call } from '../world.js';
import { ofType, type PayType, runningPromotions } from './promotion.js';

/** Whether a card's company pays the interest of an installment plan. */
export async function isInterestFree(
  { sql, now }: Call,
  plan: Readonly<{ payType: PayType; issuerCode: string; amount: bigint; months: number }>,
): Promise<boolean> {
  if (plan.months === 0) return false;
  const running = ofType(await runningPromotions(sql, now, plan.payType), 'CARD_INTEREST_FREE');
  return running.some(
    ({ institution, minimumAmount, months }) =>
      institution === plan.issuerCode && minimumAmount <= plan.amount && months.includes(plan.months),
  );
}
