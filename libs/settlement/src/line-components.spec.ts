import { splitByLargestRemainder } from '@jeongsan/money';
import * as fc from 'fast-check';
import { lineComponents } from './line-components.js';
import { reversalOf, reversedSoFar, splitCancel } from './line-reversal.js';

// prettier-ignore
test.each`
  amount     | discount | bySeller | rate       | paid       | promotion | commission | vat     | net
  ${10_000n} | ${0n}    | ${0n}    | ${10_000n} | ${10_000n} | ${0n}     | ${1_000n}  | ${100n} | ${8_900n}
  ${10_000n} | ${1_000n}| ${0n}    | ${10_000n} | ${9_000n}  | ${1_000n} | ${1_000n}  | ${100n} | ${8_900n}
  ${10_000n} | ${1_000n}| ${1_000n}| ${10_000n} | ${9_000n}  | ${0n}     | ${900n}    | ${90n}  | ${8_010n}
  ${10_000n} | ${1_000n}| ${333n}  | ${10_000n} | ${9_000n}  | ${667n}   | ${966n}    | ${96n}  | ${8_605n}
  ${9_990n}  | ${0n}    | ${0n}    | ${3_370n}  | ${9_990n}  | ${0n}     | ${336n}    | ${33n}  | ${9_621n}
  ${1n}      | ${0n}    | ${0n}    | ${10_000n} | ${1n}      | ${0n}     | ${0n}      | ${0n}   | ${1n}
  ${5_000n}  | ${0n}    | ${0n}    | ${0n}      | ${5_000n}  | ${0n}     | ${0n}      | ${0n}   | ${5_000n}
`('$amount less $discount ($bySeller by the seller) at $rate earns $net', (row: Record<string, bigint>) => {
  const { amount = 0n, discount = 0n, bySeller = 0n, rate = 0n } = row;
  const line = { amount, discountAmount: discount, discountBySeller: bySeller };
  expect(lineComponents(line, { commissionRate: rate })).toEqual({
    paid: row['paid'],
    promotion: row['promotion'],
    commission: row['commission'],
    commissionVat: row['vat'],
    net: row['net'],
  });
});

const pricedLine = fc
  .record({
    amount: fc.bigInt(1n, 999_999_999n),
    discount: fc.bigInt(0n, 1_000_000n),
    share: fc.bigInt(0n, 1_000_000n),
    rate: fc.bigInt(0n, 90_000n),
  })
  .map(({ amount, discount, share, rate }) => {
    const discountAmount = discount % amount;
    return {
      line: { amount, discountAmount, discountBySeller: discountAmount === 0n ? 0n : share % (discountAmount + 1n) },
      rate,
    };
  });

test('every won of a line goes somewhere, and none is invented', () => {
  fc.assert(
    fc.property(pricedLine, ({ line, rate }) => {
      const c = lineComponents(line, { commissionRate: rate });
      expect(c.paid + c.promotion).toBe(c.net + c.commission + c.commissionVat);
      expect(c.net).toBeGreaterThanOrEqual(0n);
    }),
  );
});

test('any sequence of partial cancels that gives everything back reverses every component to zero', () => {
  fc.assert(
    fc.property(
      pricedLine,
      fc.array(fc.bigInt(1n, 100n), { minLength: 1, maxLength: 8 }),
      ({ line, rate }, weights) => {
        const c = lineComponents(line, { commissionRate: rate });
        let canceled = 0n;
        const left = { ...c };
        for (const part of splitByLargestRemainder(c.paid, weights)) {
          const r = reversalOf(c, canceled, part);
          canceled += part;
          for (const key of ['paid', 'promotion', 'commission', 'commissionVat', 'net'] as const) left[key] -= r[key];
        }
        expect(left).toEqual({ paid: 0n, promotion: 0n, commission: 0n, commissionVat: 0n, net: 0n });
        expect(reversedSoFar(c, c.paid)).toEqual(c);
      },
    ),
  );
});

test('no part of a line is ever reversed beyond what it was, and more given back never reverses less', () => {
  const keys = ['paid', 'promotion', 'commission', 'commissionVat', 'net'] as const;
  const shares = fc.tuple(fc.bigInt(0n, 1_000n), fc.bigInt(0n, 1_000n));
  fc.assert(
    fc.property(pricedLine, shares, fc.boolean(), ({ line, rate }, [a, b], nearTheEnd) => {
      const c = lineComponents(line, { commissionRate: rate });
      const at = (share: bigint) =>
        nearTheEnd ? (share % 4n < c.paid ? c.paid - (share % 4n) : 0n) : (c.paid * share) / 1_000n;
      const [less, more] = at(a) < at(b) ? [at(a), at(b)] : [at(b), at(a)];
      const [before, after] = [reversedSoFar(c, less), reversedSoFar(c, more)];
      for (const key of keys) {
        expect(after[key]).toBeLessThanOrEqual(c[key]);
        expect(after[key]).toBeGreaterThanOrEqual(before[key]);
      }
      expect(after.paid + after.promotion).toBe(after.net + after.commission + after.commissionVat);
    }),
    { numRuns: 2_000 },
  );
});

test('all but one won of 10,000 takes what the line earned, and not a won more', () => {
  const c = lineComponents({ amount: 10_000n, discountAmount: 0n, discountBySeller: 0n }, { commissionRate: 10_000n });
  expect(reversedSoFar(c, 9_999n)).toEqual({
    paid: 9_999n,
    promotion: 0n,
    commission: 1_000n,
    commissionVat: 99n,
    net: 8_900n,
  });
});

test('a cancel of the order is shared by what remains of its lines, to the won', () => {
  expect(splitCancel([100n, 200n, 300n], 100n)).toEqual([17n, 33n, 50n]);
  expect(splitCancel([1n, 1n, 1n], 2n)).toEqual([1n, 1n, 0n]);
  expect(splitCancel([0n, 5_000n], 5_000n)).toEqual([0n, 5_000n]);
});
