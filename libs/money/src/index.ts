export {
  add,
  compare,
  CurrencyMismatch,
  type Currency,
  isNegative,
  isZero,
  minorDigits,
  minorDigitsOf,
  type Money,
  money,
  isCurrency,
  negate,
  subtract,
  sum,
  won,
} from './money.js';
export { divide, proportionOf, ratePerHundredThousand, type Rounding } from './rounding.js';
export { vatIncluded } from './vat.js';
export { splitByLargestRemainder } from './split.js';
export { SignedWonNumber, WonAmount, WonNumber } from './won.codec.js';
export { formatWon, formatWonEn, groupedWon } from './format-won.js';
export { formatAmount } from './format-amount.js';
