import type { overseasEasyPayProviders, PaymentMethodName } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import type { PaymentRow } from './payment-row.js';

type Currency = PaymentRow['currency'];
type OverseasProvider = (typeof overseasEasyPayProviders)[keyof typeof overseasEasyPayProviders];

// ASSUMED: in Korea only cards pay in other currencies.
/** Throws Refused for a currency that the method, or its provider abroad, does not take (document 1 section 4). */
export function assertCurrency(
  method: PaymentMethodName,
  currency: Currency,
  overseas: OverseasProvider | undefined,
): void {
  const taken: readonly Currency[] = overseas?.currencies ?? (method === '카드' ? ['KRW', 'USD', 'JPY'] : ['KRW']);
  if (taken.includes(currency)) return;
  throw new Refused(currency === 'USD' ? 'NOT_SUPPORTED_USD' : 'INVALID_CURRENCY');
}
