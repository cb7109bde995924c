import { Refused } from '../api/refused.js';
import type { PayableMethod } from './payment-details.js';

// ASSUMED: the minimum of cards and accounts is published; easy pay and phones are taken to follow the card.
const minimum = { 카드: 100n, 간편결제: 100n, 휴대폰: 100n, 계좌이체: 200n } as const satisfies Record<
  PayableMethod,
  bigint
>;

/** Throws Refused for less than the method's minimum. */
export function assertMinimum(method: PayableMethod, amount: bigint): void {
  if (amount < minimum[method]) throw new Refused('BELOW_MINIMUM_AMOUNT');
}
