import type { ProviderErrorCode } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import type { Settings } from '../merchant/merchant.js';
import type { TestCard } from './test-cards.js';

/** The fewest months of an installment plan (document 1 section 8). */
const MONTHS_MIN = 2;
const MONTHS_MAX = 12;
// ASSUMED: a payment of exactly 50,000 won can be paid in installments; the provider's texts say both "from" and
// "above".
const INSTALLMENT_AMOUNT_MIN = 50_000n;

/** The error codes that an operation uses for refused installment plans: not every operation lists every code. */
export type InstallmentCodes = Readonly<{ belowAmount: ProviderErrorCode; tooMany: ProviderErrorCode }>;
// prettier-ignore
export const windowInstallmentCodes: InstallmentCodes = {
  belowAmount: 'NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN_BELOW_AMOUNT', tooMany: 'EXCEED_MAX_CARD_INSTALLMENT_PLAN',
};
/** The error codes of payments by card number and of billing charges. */
// prettier-ignore
export const chargeInstallmentCodes: InstallmentCodes = {
  belowAmount: 'INVALID_CARD_INSTALLMENT_PLAN', tooMany: 'INVALID_CARD_INSTALLMENT_PLAN',
};

type Installment = Readonly<{
  /** The months of the plan; 0: paid at once. */
  months: number;
  amount: bigint;
  card?: Pick<TestCard, 'cardType' | 'isLumpSumOnly'>;
}>;

/** Throws Refused for months that the documents, the amount, the card or the merchant's contract do not allow. */
export function assertInstallment(
  { months, amount, card }: Installment,
  { installmentMonthsMax }: Pick<Settings, 'installmentMonthsMax'>,
  codes: InstallmentCodes,
): void {
  if (months === 0) return;
  if (months > MONTHS_MAX) throw new Refused(codes.tooMany);
  if (months < MONTHS_MIN) throw new Refused('INVALID_CARD_INSTALLMENT_PLAN');
  const isCredit = card === undefined || card.cardType === '신용' || card.cardType === '미확인';
  if (installmentMonthsMax === 0 || !isCredit) throw new Refused('NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT');
  if (card?.isLumpSumOnly) throw new Refused('NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN');
  if (months > installmentMonthsMax) throw new Refused(codes.tooMany);
  if (amount < INSTALLMENT_AMOUNT_MIN) throw new Refused(codes.belowAmount);
}
