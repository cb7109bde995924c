import type { PaymentDetails } from '../payments/payment-row.js';
import type { Call } from '../world.js';
import { isInterestFree } from './interest-free.js';
import type { PayType } from './promotion.js';

type Plan = Readonly<{
  payType: PayType;
  issuerCode: string;
  amount: bigint;
  months: number;
  /** The currency of the amount, by default KRW: promotions are for won. */
  currency?: string;
}>;
export type InstallmentTerms = Pick<
  NonNullable<PaymentDetails['card']>,
  'installmentPlanMonths' | 'isInterestFree' | 'interestPayer'
>;

/**
 * The members of a card that describe its installment plan (document 1 section 2.3): the interest of a plan is the
 * buyer's, or the card company's while one of its promotions covers the plan.
 */
export async function installmentTerms(call: Call, plan: Plan): Promise<InstallmentTerms> {
  const isFree = (plan.currency ?? 'KRW') === 'KRW' && (await isInterestFree(call, plan));
  return { installmentPlanMonths: plan.months, isInterestFree: isFree, interestPayer: payerOf(plan.months, isFree) };
}

function payerOf(months: number, isFree: boolean): InstallmentTerms['interestPayer'] {
  if (months === 0) return null;
  return isFree ? 'CARD_COMPANY' : 'BUYER';
}
