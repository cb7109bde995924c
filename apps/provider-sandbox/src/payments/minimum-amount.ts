import type { PaymentMethodName } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import type { PaymentRow } from './payment-row.js';

// ASSUMED: the minimum of cards and accounts is published; all other methods are taken to follow the card.
const minimum = {
  카드: 100n,
  간편결제: 100n,
  휴대폰: 100n,
  계좌이체: 200n,
  가상계좌: 200n,
  문화상품권: 100n,
  도서문화상품권: 100n,
  게임문화상품권: 100n,
} as const satisfies Record<PaymentMethodName, bigint>;

// ASSUMED: abroad, the minimum is one unit of the currency.
const minimumIn = { KRW: undefined, USD: 1n, JPY: 1n } as const satisfies Record<PaymentRow['currency'], unknown>;

/** Throws Refused for less than the method's minimum. */
export function assertMinimum(
  method: PaymentMethodName,
  amount: bigint,
  currency: PaymentRow['currency'] = 'KRW',
): void {
  if (amount < (minimumIn[currency] ?? minimum[method])) throw new Refused('BELOW_MINIMUM_AMOUNT');
}
