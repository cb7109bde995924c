import { splitByLargestRemainder } from '@jeongsan/money';
import { lineComponents, plainTerms } from '@jeongsan/settlement';
import * as fc from 'fast-check';
import { remainingOf, reverseLine, type RefundableLine } from './refundable-lines.js';
import { refundable } from '../testing/refundable-line.js';

const COMPONENTS = ['paid', 'promotion', 'commission', 'commissionVat', 'fees', 'feeVat', 'net', 'taxFree'] as const;

const handling = (rate: number) => ({
  code: 'PAYMENT',
  name: { ko: '결제 수수료', en: 'Payment handling' },
  charge: { kind: 'RATE' as const, rate },
});
const lines = fc
  .record({
    amount: fc.bigInt(1n, 100_000n),
    discount: fc.bigInt(0n, 100_000n),
    share: fc.bigInt(0n, 100_000n),
    taxFree: fc.bigInt(0n, 100_000n),
    commissionRate: fc.integer({ min: 0, max: 90_000 }),
    feeRate: fc.integer({ min: 0, max: 90_000 }),
  })
  .map(({ amount, discount, share, taxFree, commissionRate, feeRate }): RefundableLine => {
    const discountAmount = discount % amount;
    const priced = { amount, discountAmount, discountBySeller: share % (discountAmount + 1n) };
    const components = lineComponents(priced, plainTerms({ commissionRate, fees: [handling(feeRate)] }));
    return { ...refundable('L1', amount), ...components, taxFree: taxFree % (components.paid + 1n) };
  });
const weights = fc.array(fc.bigInt(1n, 100n), { minLength: 1, maxLength: 8 });

/** The components of a line after each of several cancels. */
function leftAfter(line: RefundableLine, parts: readonly bigint[]): Record<(typeof COMPONENTS)[number], bigint>[] {
  const left = { ...line };
  let canceled = 0n;
  return parts.map((part) => {
    const reversed = reverseLine({ ...line, canceled }, part);
    canceled += part;
    for (const name of COMPONENTS) left[name] -= reversed[name];
    return { ...left };
  });
}

test('any sequence of partial cancels that gives everything back leaves nothing of any component', () => {
  fc.assert(
    fc.property(lines, weights, (line, shares) => {
      const left = leftAfter(line, splitByLargestRemainder(line.paid, shares)).at(-1);
      expect(COMPONENTS.map((name) => left?.[name])).toEqual(COMPONENTS.map(() => 0n));
    }),
  );
});

test('whatever was canceled, what is left adds up and the seller never gave back more than the line earned it', () => {
  fc.assert(
    fc.property(lines, weights, (line, shares) => {
      for (const left of leftAfter(line, splitByLargestRemainder(line.paid, shares))) {
        expect(left.paid + left.promotion).toBe(
          left.net + left.commission + left.commissionVat + left.fees + left.feeVat,
        );
        for (const name of COMPONENTS) expect(left[name]).toBeGreaterThanOrEqual(0n);
        expect(left.taxFree).toBeLessThanOrEqual(left.paid);
      }
    }),
  );
});

// prettier-ignore
test.each`
  canceled   | amount    | net       | commission | vat     | taxFree   | because
  ${0n}      | ${5_000n} | ${4_450n} | ${500n}    | ${50n}  | ${1_500n} | ${'half of everything'}
  ${0n}      | ${3_333n} | ${2_967n} | ${333n}    | ${33n}  | ${999n}   | ${'shares are rounded down'}
  ${3_333n}  | ${6_667n} | ${5_933n} | ${667n}    | ${67n}  | ${2_001n} | ${'the rest takes the odd won'}
  ${0n}      | ${9_999n} | ${8_900n} | ${1_000n}  | ${99n}  | ${2_999n} | ${'rounded, the seller would give back 8,901 of 8,900'}
  ${9_999n}  | ${1n}     | ${0n}     | ${0n}      | ${1n}   | ${1n}     | ${'the last won'}
`('$amount after $canceled of 10,000 takes $net from the seller: $because', (row: Record<string, bigint>) => {
  const { canceled = 0n, amount = 0n } = row;
  const line = refundable('L1', 10_000n, { canceled, taxFree: 3_000n });
  expect(remainingOf(line)).toBe(10_000n - canceled);
  expect(reverseLine(line, amount)).toMatchObject({
    paid: amount,
    net: row['net'],
    commission: row['commission'],
    commissionVat: row['vat'],
    taxFree: row['taxFree'],
  });
});
