export type Currency = 'KRW' | 'JPY' | 'USD';

/** Decimal digits of each currency's minor unit. The provider pays out in KRW only. */
export const minorDigits = { KRW: 0, JPY: 0, USD: 2 } as const satisfies Record<Currency, number>;

/** An exact amount: whole minor units of one currency. The only type for money. */
export type Money = Readonly<{ minor: bigint; currency: Currency }>;

export const money = (minor: bigint, currency: Currency): Money => ({ minor, currency });
export const won = (minor: bigint): Money => money(minor, 'KRW');

/** Whether amounts of a currency can be booked. */
export const isCurrency = (text: string): text is Currency => Object.hasOwn(minorDigits, text);

// prettier-ignore
/** Currencies of ISO 4217 whose minor unit has another number of decimals than two. */
const unusualDigits: ReadonlyMap<string, number> = new Map([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
]);
const DIGITS_USUAL = 2;

/** Decimal digits of the minor unit of a currency (ISO 4217), also of one that cannot be booked; two for an unknown code. */
export const minorDigitsOf = (currency: string): number => unusualDigits.get(currency) ?? DIGITS_USUAL;

/** Thrown when amounts of two currencies are added or compared: a bug in the caller. */
export class CurrencyMismatch extends Error {
  override readonly name = 'CurrencyMismatch';
  constructor(
    readonly left: Currency,
    readonly right: Currency,
  ) {
    super(`Cannot combine ${left} with ${right}`);
  }
}

export function add(a: Money, b: Money): Money {
  assertSameCurrency(a.currency, b.currency);
  return money(a.minor + b.minor, a.currency);
}

export function subtract(a: Money, b: Money): Money {
  assertSameCurrency(a.currency, b.currency);
  return money(a.minor - b.minor, a.currency);
}

export const negate = (amount: Money): Money => money(-amount.minor, amount.currency);

/** The sum of amounts. The currency is a parameter, since an empty list has none. */
export function sum(list: Iterable<Money>, currency: Currency): Money {
  let minor = 0n;
  for (const amount of list) {
    assertSameCurrency(currency, amount.currency);
    minor += amount.minor;
  }
  return money(minor, currency);
}

export const isZero = (amount: Money): boolean => amount.minor === 0n;
export const isNegative = (amount: Money): boolean => amount.minor < 0n;

/** Comparison for sorting: negative when `a` is smaller. */
export function compare(a: Money, b: Money): -1 | 0 | 1 {
  assertSameCurrency(a.currency, b.currency);
  if (a.minor < b.minor) return -1;
  return a.minor > b.minor ? 1 : 0;
}

function assertSameCurrency(left: Currency, right: Currency): void {
  if (left !== right) throw new CurrencyMismatch(left, right);
}
