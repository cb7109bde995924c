import fc from 'fast-check';
import { withholdingDue, withholdingOf } from './withholding.js';

// prettier-ignore
test.each([
  [1_000_000n, 33_000n, 'a round sum'],
  [    8_900n,    293n, '267 income tax, 26 local income tax: the parts of a won are left with the seller'],
  [       33n,      0n, 'less than a won of income tax'],
  [       34n,      1n, 'a won of income tax, none of local income tax'],
  [      334n,     11n, 'ten won and one'],
  [        0n,      0n, 'nothing'],
  [   -5_000n,      0n, 'more refunded than earned'],
])('of %p won %p are withheld: %s', (taxable, tax) => expect(withholdingOf(taxable)).toBe(tax));

/** The tax withheld by each statement in turn, and the total. */
function inTurn(amounts: readonly bigint[]) {
  let soFar = { taxable: 0n, withheld: 0n };
  const parts = amounts.map((amount) => {
    const due = withholdingDue(soFar, amount);
    soFar = { taxable: soFar.taxable + amount, withheld: soFar.withheld + due };
    return due;
  });
  return { parts, soFar };
}
const earned = fc.bigInt(0n, 10n ** 12n);
const moved = fc.bigInt(-(10n ** 9n), 10n ** 9n);

test('any division into statements ends at the tax of the whole', () => {
  fc.assert(
    fc.property(fc.array(moved), (amounts) => {
      const { parts, soFar } = inTurn(amounts);
      const whole = amounts.reduce((a, b) => a + b, 0n);
      expect(soFar.withheld).toBe(withholdingOf(whole));
      expect(parts.reduce((a, b) => a + b, 0n)).toBe(withholdingOf(whole));
    }),
  );
});

test('never more than 3.3 %, and less than three won short of it', () => {
  fc.assert(
    fc.property(earned, (taxable) => {
      const tax = withholdingOf(taxable);
      expect(tax * 1_000n).toBeLessThanOrEqual(taxable * 33n);
      expect((tax + 3n) * 1_000n).toBeGreaterThan(taxable * 33n);
    }),
  );
});

test('when everything is refunded, in whatever parts, everything withheld is given back', () => {
  fc.assert(
    fc.property(fc.array(earned), fc.array(earned), (earnings, refunds) => {
      const total = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n);
      const last = total(earnings) - total(refunds);
      expect(inTurn([...earnings, ...refunds.map((r) => -r), -last]).soFar).toEqual({ taxable: 0n, withheld: 0n });
    }),
  );
});

test('what could not be withheld yet is due with the next statement', () => {
  expect(withholdingDue({ taxable: 100_000n, withheld: 1_000n }, 0n)).toBe(2_300n);
});
