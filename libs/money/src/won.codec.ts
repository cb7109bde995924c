import { z } from 'zod';
import { type Money, won } from './money.js';

const SAFE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

// Accepts "5000" and 5000.0 as well as 5000, as clients of the provider send all three. The number of digits is limited before
// BigInt reads them; the bound of exact JSON numbers is checked on the bigint, in both directions.
const wholeText = z.string().regex(/^(0|[1-9]\d{0,15})(\.0{1,15})?$/);
const signedText = z.string().regex(/^-?(0|[1-9]\d{0,15})(\.0{1,15})?$/);

const wire = {
  decode: (value: number | string): bigint => BigInt(withoutZeroFraction(value)),
  encode: (minor: bigint): number => Number(minor),
};

/** Whole won on the wire, zero or more: JSON number (or numeric text) <-> bigint. Encodes to a number. */
export const WonNumber = z.codec(
  z.union([z.int().nonnegative(), wholeText]),
  z.bigint().nonnegative().max(SAFE_MAX),
  wire,
);

/** Whole won that may be negative, as in the settlement row of a cancel. */
export const SignedWonNumber = z.codec(z.union([z.int(), signedText]), z.bigint().min(-SAFE_MAX).max(SAFE_MAX), wire);

/** The provider's amount object `{"currency":"KRW","value":5000}` <-> Money (document 2 section 4). */
export const WonAmount = z.codec(
  z.object({ currency: z.literal('KRW'), value: WonNumber }),
  z.custom<Money>(isWon, 'is not an amount in KRW'),
  {
    decode: ({ value }) => won(value),
    encode: ({ minor }) => ({ currency: 'KRW' as const, value: minor }),
  },
);

const withoutZeroFraction = (value: number | string): number | string =>
  typeof value === 'string' ? value.replace(/\.0+/, '') : value;

function isWon(value: unknown): boolean {
  const { minor, currency } = (value ?? {}) as Partial<Money>;
  return typeof minor === 'bigint' && currency === 'KRW';
}
