import { formatAmount, formatWon, formatWonEn } from '@jeongsan/money';
import type { Language } from './language.js';

/** Won as it stands on the wire: a whole number, or its digits. */
export type WireWon = number | string;

/** Throws SyntaxError or RangeError for what is no whole number: a fraction of a won is a fault of ours. */
export const wonOf = (wire: WireWon): bigint => BigInt(wire);

export const sumOf = (parts: readonly WireWon[]): bigint => parts.reduce<bigint>((sum, part) => sum + wonOf(part), 0n);

const formats = { ko: formatWon, en: formatWonEn } as const satisfies Record<Language, (won: bigint) => string>;

export const wonIn = (language: Language, won: bigint): string => formats[language](won);

/** Minor units of a currency: won as everywhere, another currency with its code: 120.00 USD. */
export const amountIn = (language: Language, minor: bigint, currency: string): string =>
  currency === 'KRW' ? wonIn(language, minor) : formatAmount(minor, currency);
