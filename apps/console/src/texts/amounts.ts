import { formatWon, formatWonEn } from '@jeongsan/money';
import type { Language } from './language.js';

/** Won as it stands on the wire: a whole number, or its digits. */
export type WireWon = number | string;

/** Throws SyntaxError or RangeError for what is no whole number: a fraction of a won is a fault of ours. */
export const wonOf = (wire: WireWon): bigint => BigInt(wire);

export const sumOf = (parts: readonly WireWon[]): bigint => parts.reduce<bigint>((sum, part) => sum + wonOf(part), 0n);

const formats = { ko: formatWon, en: formatWonEn } as const satisfies Record<Language, (won: bigint) => string>;

export const wonIn = (language: Language, won: bigint): string => formats[language](won);

/** Minor units of another currency than won, with its code: 120.00 USD. */
export function foreignAmount(minor: bigint, currency: string): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const [sign, text] = minor < 0n ? ['-', (-minor).toString()] : ['', minor.toString()];
  const padded = text.padStart(digits + 1, '0');
  const whole = padded.slice(0, padded.length - digits).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}${whole}${digits === 0 ? '' : `.${padded.slice(-digits)}`} ${currency}`;
}
