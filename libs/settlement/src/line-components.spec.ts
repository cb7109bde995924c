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

test('a cancel of the order is shared by what remains of its lines, to the won', () => {
  expect(splitCancel([100n, 200n, 300n], 100n)).toEqual([17n, 33n, 50n]);
  expect(splitCancel([1n, 1n, 1n], 2n)).toEqual([1n, 1n, 0n]);
  expect(splitCancel([0n, 5_000n], 5_000n)).toEqual([0n, 5_000n]);
});
