import fc from 'fast-check';
import {
  add,
  compare,
  CurrencyMismatch,
  type Currency,
  isNegative,
  isZero,
  minorDigits,
  type Money,
  money,
  negate,
  subtract,
  sum,
  won,
} from './index.js';

const currencies = Object.keys(minorDigits) as Currency[];
const anyWon = fc.bigInt().map(won);

describe('money', () => {
  test('what is added can be taken away again to the won', () => {
    fc.assert(
      fc.property(anyWon, anyWon, (a, b) => {
        expect(subtract(add(a, b), b)).toEqual(a);
        expect(add(a, negate(b))).toEqual(subtract(a, b));
        expect(isZero(add(a, negate(a)))).toBe(true);
      }),
    );
  });

  test('a sum does not depend on the order and equals adding one by one', () => {
    fc.assert(
      fc.property(fc.array(anyWon), (list) => {
        const total = sum(list, 'KRW');
        expect(sum(list.toReversed(), 'KRW')).toEqual(total);
        expect(list.reduce(add, won(0n))).toEqual(total);
      }),
    );
  });

  test('the sum of nothing is zero of the named currency', () => {
    expect(sum([], 'USD')).toEqual(money(0n, 'USD'));
  });

  test('won are whole won in KRW, and a debt is negative while nothing is not', () => {
    expect(won(5n)).toEqual({ minor: 5n, currency: 'KRW' });
    expect([-1n, 0n, 1n].map((minor) => isNegative(won(minor)))).toEqual([true, false, false]);
  });

  test('comparing orders amounts as their minor units are ordered', () => {
    expect([won(5n), won(-7n), won(0n), won(5n)].toSorted(compare)).toEqual([won(-7n), won(0n), won(5n), won(5n)]);
    expect(compare(won(5n), won(5n))).toBe(0);
    fc.assert(
      fc.property(anyWon, anyWon, (a, b) => {
        const difference = subtract(a, b);
        expect(compare(a, b)).toBe(isZero(difference) ? 0 : isNegative(difference) ? -1 : 1);
        expect(compare(a, b) + compare(b, a)).toBe(0);
      }),
    );
  });

  test('every pair of different currencies is refused by every operation', () => {
    const operations: ((a: Money, b: Money) => unknown)[] = [add, subtract, compare, (a, b) => sum([a, b], a.currency)];
    for (const left of currencies) {
      for (const right of currencies.filter((currency) => currency !== left)) {
        for (const operation of operations) {
          const mixed = () => operation(money(1n, left), money(1n, right));
          expect(mixed).toThrow(CurrencyMismatch);
          expect(mixed).toThrow(`Cannot combine ${left} with ${right}`);
        }
      }
    }
    expect(String(new CurrencyMismatch('KRW', 'USD'))).toBe('CurrencyMismatch: Cannot combine KRW with USD');
  });
});
