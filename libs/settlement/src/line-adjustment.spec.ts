import * as fc from 'fast-check';
import {
  addDifferences,
  followUpDifference,
  isNoDifference,
  repricedLine,
  termsDifference,
} from './line-adjustment.js';
import { differenceKeys, type LineDifference, netOf, NO_DIFFERENCE } from './line-amounts.js';
import { type PricedLine, type PricingTerms, priceLine } from './line-components.js';
import { plainTerms } from './plain-terms.js';

const rate = fc.integer({ min: 0, max: 90_000 });
const terms: fc.Arbitrary<PricingTerms> = fc
  .record({
    commissionRate: rate,
    feeRate: rate,
    vatBearer: fc.constantFrom('SELLER' as const, 'PLATFORM' as const),
    discountShare: fc.integer({ min: 0, max: 100_000 }),
  })
  .map(({ commissionRate, feeRate, vatBearer, discountShare }) => ({
    ...plainTerms({ commissionRate }),
    vatBearer,
    discountShare,
    fees: [
      {
        ...{ code: 'HANDLING', name: { ko: '처리', en: 'Handling' } },
        ...{
          charge: { kind: 'RATE' as const, rate: feeRate },
          rounding: 'half-up' as const,
          vatRounding: 'floor' as const,
        },
      },
    ],
  }));
const line = fc
  .record({
    amount: fc.bigInt({ min: 1n, max: 3_000_000n }),
    discount: fc.integer({ min: 0, max: 99 }),
    told: fc.boolean(),
    ruled: fc.boolean(),
    cancels: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 4 }),
  })
  .map(({ amount, discount, told, ruled, cancels }) => {
    const discountAmount = (amount * BigInt(discount)) / 100n;
    const paid = amount - discountAmount;
    return {
      stated: { amount, discountAmount, ...(told && { discountBySeller: discountAmount / 3n }) },
      ruleId: ruled ? 'ec1e3a4e-5b0f-4df2-8f4e-0d9f5d1f7a10' : null,
      paid,
      canceledAt: cancels.map((share) => (paid * BigInt(share)) / 100n).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    };
  });
type Drawn = Readonly<{ stated: PricedLine; ruleId: string | null; paid: bigint; canceledAt: readonly bigint[] }>;

function frozenUnder({ stated, ruleId }: Drawn, under: PricingTerms) {
  const { steps, discountBySeller: _bySeller, ...frozen } = priceLine(stated, under);
  return { frozen, pricing: { termsFrom: '2026-01-01', ruleId, ...steps } };
}
const conserved = (d: LineDifference): boolean => d.net === netOf({ ...d, paid: 0n });

test('order 10,000 from 10 % to 8 %: 220 more, half of it when half was canceled', () => {
  const { frozen, pricing } = frozenUnder(
    { stated: { amount: 10_000n, discountAmount: 0n }, ruleId: null, paid: 10_000n, canceledAt: [] },
    plainTerms({ commissionRate: 10_000 }),
  );
  const repriced = repricedLine(pricing, plainTerms({ commissionRate: 8_000 }));
  expect(termsDifference(frozen, repriced, 0n)).toEqual({
    ...NO_DIFFERENCE,
    ...{ commission: -200n, commissionVat: -20n, net: 220n },
  });
  expect(termsDifference(frozen, repriced, 5_000n)).toEqual({
    ...NO_DIFFERENCE,
    ...{ commission: -100n, commissionVat: -10n, net: 110n },
  });
});

test('the same terms make no difference, a line canceled whole makes none, and no won is lost between', () => {
  fc.assert(
    fc.property(line, terms, terms, (drawn, old, changed) => {
      const { frozen, pricing } = frozenUnder(drawn, old);
      const repriced = repricedLine(pricing, changed);
      const canceled = drawn.canceledAt.at(-1) ?? 0n;
      expect(repricedLine(pricing, old)).toEqual(frozen);
      expect(isNoDifference(termsDifference(frozen, frozen, canceled))).toBe(true);
      expect(isNoDifference(termsDifference(frozen, repriced, drawn.paid))).toBe(true);
      expect(repriced.paid).toBe(frozen.paid);
      expect(conserved(termsDifference(frozen, repriced, canceled))).toBe(true);
    }),
  );
});

test('a commission that a rule decided, and a discount that the order shared, are not the contract to change', () => {
  const under = plainTerms({ commissionRate: 10_000 });
  const { frozen, pricing } = frozenUnder(
    {
      stated: { amount: 10_000n, discountAmount: 1_000n, discountBySeller: 400n },
      ...{ ruleId: 'ec1e3a4e-5b0f-4df2-8f4e-0d9f5d1f7a10', paid: 9_000n, canceledAt: [] },
    },
    under,
  );
  const repriced = repricedLine(pricing, { ...plainTerms({ commissionRate: 1_000 }), discountShare: 100_000 });
  expect(repriced).toEqual(frozen);
  expect(repriced).toMatchObject({ commission: 960n, promotion: 600n });
});

test('there and back is nothing; and cancels and changes in any order, once settled, end at the same place', () => {
  fc.assert(
    fc.property(
      line,
      terms,
      fc.array(terms, { minLength: 1, maxLength: 3 }),
      fc.array(fc.boolean()),
      (drawn, old, changes, turns) => {
        const { frozen, pricing } = frozenUnder(drawn, old);
        const [waiting, asked] = [[...drawn.canceledAt], [...changes]];
        let [current, canceled, posted] = [frozen, 0n, NO_DIFFERENCE];
        const settle = () => {
          posted = addDifferences(posted, followUpDifference(frozen, current, canceled, posted));
        };
        const change = (to: PricingTerms) => {
          settle();
          const repriced = repricedLine(pricing, to);
          posted = addDifferences(posted, termsDifference(current, repriced, canceled));
          current = repriced;
        };
        for (let turn = 0; waiting.length + asked.length > 0; turn += 1) {
          const next = turns[turn] || asked.length === 0 ? waiting.shift() : undefined;
          if (next !== undefined) canceled = next;
          else if (asked.length > 0) change(asked.shift() as PricingTerms);
        }
        settle();
        const last = repricedLine(pricing, changes.at(-1) as PricingTerms);
        expect(posted).toEqual(termsDifference(frozen, last, canceled));
        change(old);
        expect(posted).toEqual(NO_DIFFERENCE);
      },
    ),
  );
});

test('a discount that the terms share is shared as the changed terms say', () => {
  const stated = { amount: 10_000n, discountAmount: 1_000n };
  const { frozen, pricing } = frozenUnder({ stated, ruleId: null, paid: 9_000n, canceledAt: [] }, plainTerms());
  const repriced = repricedLine(pricing, plainTerms({ discountShare: 100_000 }));
  expect([frozen.promotion, frozen.net]).toEqual([1_000n, 10_000n]);
  expect([repriced.promotion, repriced.net]).toEqual([0n, 9_000n]);
});

test('of several discounts, those that the terms share follow the changed terms, and named parts stay', () => {
  const discounts = [
    { discountId: 'A', amount: 1_000n },
    { discountId: 'B', amount: 1_000n, bySeller: 300n },
  ];
  const drawn = { stated: { amount: 10_000n, discounts }, ruleId: null, paid: 8_000n, canceledAt: [] };
  const { frozen, pricing } = frozenUnder(drawn, plainTerms());
  const repriced = repricedLine(pricing, plainTerms({ discountShare: 100_000 }));
  expect([frozen.promotion, repriced.promotion]).toEqual([1_700n, 700n]);
});

test('a difference in any one component is a difference', () => {
  for (const key of differenceKeys) expect(isNoDifference({ ...NO_DIFFERENCE, [key]: 1n })).toBe(false);
  expect(isNoDifference(NO_DIFFERENCE)).toBe(true);
});
