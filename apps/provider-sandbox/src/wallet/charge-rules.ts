import { Refused } from '../api/refused.js';
import { INSTALLMENT_MINIMUM, type MethodRow } from './method.js';

const MONTHS_MIN = 2;
const MONTHS_MAX = 12;

/** Document 2 section 8: 2 to 12 months, from 50,000 won on. 0 is a lump sum. Throws Refused. */
export function assertInstallments(method: MethodRow, amount: bigint, months: number): void {
  if (months === 0) return;
  if (months < MONTHS_MIN) throw new Refused('INVALID_CARD_INSTALLMENT_PLAN');
  if (months > MONTHS_MAX) throw new Refused('EXCEED_MAX_CARD_INSTALLMENT_PLAN');
  if (method.kind === 'ACCOUNT') throw new Refused('NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT');
  // ASSUMED: only credit cards pay in installments.
  if (method.cardType !== '신용') throw new Refused('NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN');
  if (amount < INSTALLMENT_MINIMUM) throw new Refused('NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN_BELOW_AMOUNT');
}

/** Card points need a card that has them and a contract of their own. Throws Refused. */
export function assertCardPoint(method: MethodRow, isContracted: boolean): void {
  // ASSUMED: a gift card has no points; accounts have none either.
  const hasPoints = method.kind === 'CARD' && method.cardType !== '기프트';
  if (!hasPoints || !isContracted) throw new Refused('NOT_ALLOWED_POINT_USE');
}
