import { groupedWon } from './format-won.js';
import { minorDigitsOf } from './money.js';

/** Minor units of any currency with its code: '120.00 USD', '1,234 JPY'. */
export function formatAmount(minor: bigint, currency: string): string {
  const digits = minorDigitsOf(currency);
  const [sign, text] = minor < 0n ? ['-', (-minor).toString()] : ['', minor.toString()];
  const padded = text.padStart(digits + 1, '0');
  const whole = groupedWon(BigInt(padded.slice(0, padded.length - digits)));
  return `${sign}${whole}${digits === 0 ? '' : `.${padded.slice(-digits)}`} ${currency}`;
}
