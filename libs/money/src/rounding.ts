/**
 * How to round. Symmetric at zero, so that the reversal of an amount reverses its fee exactly: `floor` rounds towards zero,
 * `ceil` away from zero, `half-up` to the nearest with halves away from zero.
 */
export type Rounding = 'floor' | 'ceil' | 'half-up';

/** `numerator / denominator`, rounded to a whole number. Throws RangeError for a zero denominator. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const isNegative = numerator < 0n !== denominator < 0n;
  const size = divideSizes(sizeOf(numerator), sizeOf(denominator), rounding);
  return isNegative ? -size : size;
}

/** The share of an amount at a rate in 1/100,000 (3.3 % is 3300). Finer than basis points, because card fees are. */
export function ratePerHundredThousand(amount: bigint, rate: bigint, rounding: Rounding): bigint {
  return divide(amount * rate, 100_000n, rounding);
}

/**
 * The proportion `part / whole` of a component, rounded down: the odd won stays until the whole is taken. Throws RangeError
 * unless 0 <= part <= whole; for whole 0, the result is 0.
 */
export function proportionOf(component: bigint, part: bigint, whole: bigint): bigint {
  if (part < 0n || part > whole) throw new RangeError(`The part ${part} is not within the whole ${whole}`);
  return whole === 0n ? 0n : divide(component * part, whole, 'floor');
}

function divideSizes(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const quotient = numerator / denominator;
  const remainder = numerator % denominator;
  const roundsUp = {
    floor: false,
    ceil: remainder > 0n,
    'half-up': remainder * 2n >= denominator,
  } satisfies Record<Rounding, boolean>;
  return roundsUp[rounding] ? quotient + 1n : quotient;
}

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);
