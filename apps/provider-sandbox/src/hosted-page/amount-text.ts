import { formatWon } from '@jeongsan/money';

/** An amount as a page shows it. */
export const amountText = (amount: bigint, currency: string): string =>
  currency === 'KRW' ? formatWon(amount) : `${amount} ${currency}`;
