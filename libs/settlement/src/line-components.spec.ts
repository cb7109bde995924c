import { splitByLargestRemainder } from '@jeongsan/money';
import * as fc from 'fast-check';
import { ZodError } from 'zod';
import { chargeNames, lineKeys as keys, NO_AMOUNTS, netOf } from './line-amounts.js';
import { lineComponents, priceLine } from './line-components.js';
import { pricingDocument, readPricingDocument } from './line-pricing.js';
import { reversalOf, reversedSoFar } from './line-reversal.js';
import { plainTerms } from './plain-terms.js';
import { CHARGE_RATE_MAX, WHOLE } from './terms.js';

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
  expect(lineComponents(line, plainTerms({ commissionRate: Number(rate) }))).toEqual({
    ...NO_AMOUNTS,
    paid: row['paid'],
    promotion: row['promotion'],
    commission: row['commission'],
    commissionVat: row['vat'],
    net: row['net'],
  });
});

const rounding = fc.constantFrom('floor' as const, 'ceil' as const, 'half-up' as const);
const charge = fc.oneof(
  fc.record({ kind: fc.constant('RATE' as const), rate: fc.integer({ min: 0, max: CHARGE_RATE_MAX }) }),
  fc.record({ kind: fc.constant('FIXED' as const), amount: fc.bigInt(0n, 5_000n) }),
  fc.record({
    kind: fc.constant('FORMULA' as const),
    // The last formula would be refused when set; a line must still add up under it.
    formula: fc.constantFrom(
      'PAYMENT_AMOUNT * FIXED_RATE + FIXED_AMOUNT',
      'DISCOUNT_AMOUNT * 2',
      'FIXED_AMOUNT - ORDER_AMOUNT',
    ),
    rate: fc.integer({ min: 0, max: CHARGE_RATE_MAX }),
    amount: fc.bigInt(0n, 5_000n),
  }),
);
const rounded = fc.record({ charge, rounding, vatRounding: rounding });
const name = { ko: '수수료', en: 'Fee' };
const bearer = fc.constantFrom('SELLER' as const, 'PLATFORM' as const);
const pricingTerms = fc
  .record({
    commission: rounded,
    vatBearer: bearer,
    fees: fc.array(
      fc
        .tuple(rounded, fc.option(bearer))
        .map(([fee, by]) => ({ ...fee, code: 'FEE', name, ...(by && { vatBearer: by }) })),
      { maxLength: 4 },
    ),
    discountShare: fc.integer({ min: 0, max: WHOLE }),
  })
  .map((drawn) => ({ ...plainTerms(), ...drawn }));
/** Large lines, and tiny ones, where rounding matters most; the discount share is from the order or from the terms. */
const pricedLine = fc
  .record({
    amount: fc.oneof(fc.bigInt(1n, 999_999_999n), fc.bigInt(1n, 300n)),
    discount: fc.bigInt(0n, 1_000_000n),
    share: fc.option(fc.bigInt(0n, 1_000_000n), { nil: undefined }),
    taxFree: fc.bigInt(0n, 1_000_000n),
  })
  .map(({ amount, discount, share, taxFree }) => {
    const discountAmount = discount % amount;
    const discountBySeller = share === undefined ? undefined : share % (discountAmount + 1n);
    return { amount, discountAmount, discountBySeller, taxFreeAmount: taxFree % (amount - discountAmount + 1n) };
  });

test('every won of a line goes somewhere, none is invented, and no charge is below nothing or above what is left', () => {
  fc.assert(
    fc.property(pricedLine, pricingTerms, (line, terms) => {
      const c = lineComponents(line, terms);
      expect(c.net).toBe(netOf(c));
      for (const key of keys) expect(c[key]).toBeGreaterThanOrEqual(0n);
    }),
    { numRuns: 300 },
  );
});

test('what a line keeps about its pricing adds up to its charges, and reads as it was written', () => {
  fc.assert(
    fc.property(pricedLine, pricingTerms, (line, terms) => {
      const { steps, ...c } = priceLine(line, terms);
      expect([steps.commission.amount, steps.commission.vat]).toEqual([c.commission, c.commissionVat]);
      expect(steps.fees.reduce((sum, fee) => sum + fee.amount, 0n)).toBe(c.fees);
      expect(steps.fees.reduce((sum, fee) => sum + fee.vat, 0n)).toBe(c.feeVat);
      for (const step of [steps.commission, ...steps.fees]) {
        const by = 'vatBearer' in step ? step.vatBearer : terms.vatBearer;
        const charged = step.amount + (by === 'PLATFORM' ? step.vat : 0n);
        if (step.cap === null) expect(charged).toBe(step.computed);
      }
      const pricing = { termsFrom: '2026-05-01', ruleId: null, ...steps };
      expect(readPricingDocument(JSON.parse(pricingDocument(pricing)))).toEqual(pricing);
    }),
  );
});

test('each fee says who bears its VAT, or the terms do', () => {
  const fee = (amount: bigint, more: object = {}) => ({
    ...{ code: 'FEE', name, charge: { kind: 'FIXED' as const, amount }, rounding: 'floor' as const },
    ...{ vatRounding: 'floor' as const, ...more },
  });
  const fees = [fee(1_100n), fee(1_100n, { vatBearer: 'PLATFORM' }), fee(1_100n, { vatBearer: 'SELLER' })];
  const vatOf = (vatBearer: 'SELLER' | 'PLATFORM') =>
    priceLine({ amount: 100_000n }, { ...plainTerms(), vatBearer, fees }).steps.fees.map(({ amount, vat }) => [
      amount,
      vat,
    ]);
  const [onTop, within] = [
    [1_100n, 110n],
    [1_000n, 100n],
  ];
  expect(vatOf('SELLER')).toEqual([onTop, within, onTop]);
  expect(vatOf('PLATFORM')).toEqual([within, within, onTop]);
});

test('any sequence of partial cancels that gives everything back reverses every component to zero', () => {
  const weights = fc.array(fc.bigInt(1n, 100n), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(pricedLine, pricingTerms, weights, fc.nat(), (line, terms, shares, turn) => {
      const c = lineComponents(line, terms);
      const parts = splitByLargestRemainder(c.paid, shares);
      const from = turn % parts.length;
      let canceled = 0n;
      const left = { ...c };
      for (const part of [...parts.slice(from), ...parts.slice(0, from)].reverse()) {
        const r = reversalOf(c, canceled, part);
        canceled += part;
        for (const key of keys) left[key] -= r[key];
        expect(left.net).toBe(netOf(left));
        for (const key of keys) expect(left[key]).toBeGreaterThanOrEqual(0n);
      }
      for (const key of keys) expect(left[key]).toBe(0n);
      expect(reversedSoFar(c, c.paid)).toEqual(c);
    }),
    { numRuns: 300 },
  );
});

test('no part of a line is ever reversed beyond what it was, and more given back never reverses less of a charge', () => {
  const shares = fc.tuple(fc.bigInt(0n, 1_000n), fc.bigInt(0n, 1_000n));
  fc.assert(
    fc.property(pricedLine, pricingTerms, shares, fc.boolean(), (line, terms, [a, b], nearTheEnd) => {
      const c = lineComponents(line, terms);
      const at = (share: bigint) =>
        nearTheEnd ? (share % 4n < c.paid ? c.paid - (share % 4n) : 0n) : (c.paid * share) / 1_000n;
      const [less, more] = at(a) < at(b) ? [at(a), at(b)] : [at(b), at(a)];
      const [before, after] = [reversedSoFar(c, less), reversedSoFar(c, more)];
      for (const key of keys) expect(after[key]).toBeLessThanOrEqual(c[key]);
      for (const key of keys) expect(after[key]).toBeGreaterThanOrEqual(0n);
      for (const key of ['paid', 'promotion'] as const) expect(after[key]).toBeGreaterThanOrEqual(before[key]);
      // Each charge is rounded separately: a cancel of few won can reverse up to as many won too few as there are charges.
      expect(after.net).toBeGreaterThanOrEqual(before.net - BigInt(chargeNames.length));
      expect(after.net).toBe(netOf(after));
    }),
    { numRuns: 300 },
  );
});

test('all but one won of 10,000 takes what the line earned, and not a won more', () => {
  const c = lineComponents(
    { amount: 10_000n, discountAmount: 0n, discountBySeller: 0n },
    plainTerms({ commissionRate: 10_000 }),
  );
  expect(reversedSoFar(c, 9_999n)).toEqual({
    ...NO_AMOUNTS,
    paid: 9_999n,
    commission: 1_000n,
    commissionVat: 99n,
    net: 8_900n,
  });
});

const pricing = {
  termsFrom: '2026-05-01',
  ruleId: null,
  ...priceLine({ amount: 10_000n, discountAmount: 0n }, plainTerms({ commissionRate: 10_000 })).steps,
};
const written = (): Record<string, unknown> => JSON.parse(pricingDocument(pricing)) as Record<string, unknown>;
const computedAs = (computed: string) => ({ commission: { ...pricing.commission, amount: 0, vat: 0, computed } });

test('a pricing is written with won as numbers, and what a formula came to as text: it can exceed any number', () => {
  expect(written()).toMatchObject({
    inputs: { ORDER_AMOUNT: 10_000 },
    commission: { computed: '1000', amount: 1_000, vat: 100, cap: null },
    fees: [],
  });
  const huge = { ...pricing, commission: { ...pricing.commission, computed: -(10n ** 999n) } };
  expect(readPricingDocument(JSON.parse(pricingDocument(huge))).commission.computed).toBe(-(10n ** 999n));
});

// prettier-ignore
test.each<[string, object]>([
  ['nothing',                                      {}],
  ['what is no number',                            { ...written(), ...computedAs('a few') }],
  ['a number behind other text',                   { ...written(), ...computedAs('about 5') }],
  ['a number before other text',                   { ...written(), ...computedAs('5 or so') }],
  ['the text of no number',                        { ...written(), ...computedAs('') }],
  ['a number too long to be one of ours',          { ...written(), ...computedAs('9'.repeat(1_001)) }],
  ['a line without its inputs',                    { ...written(), inputs: {} }],
  ['a cap that there is not',                      { ...written(), commission: { ...pricing.commission, computed: '1', amount: 0, vat: 0, cap: '' } }],
  ['a rule without an id',                         { ...written(), ruleId: '' }],
])('a document of %s is not read as a pricing', (_, document) => {
  expect(() => readPricingDocument(document)).toThrow(ZodError);
});

const fixedFee = (amount: bigint) => ({
  ...{ code: 'FEE', name, charge: { kind: 'FIXED' as const, amount } },
  ...{ rounding: 'floor' as const, vatRounding: 'floor' as const },
});

test('a charge takes what is left and no more, VAT contained, and the pricing says so', () => {
  const line = { amount: 1_100n, discountAmount: 0n };
  const step = (amount: bigint) => priceLine(line, { ...plainTerms(), fees: [fixedFee(amount)] }).steps.fees[0];
  expect(step(1_000n)).toMatchObject({ computed: 1_000n, amount: 1_000n, vat: 100n, cap: null });
  expect(step(1_001n)).toMatchObject({ computed: 1_001n, amount: 1_000n, vat: 100n, cap: 'NOTHING_LEFT' });
  const none = priceLine(line, { ...plainTerms(), fees: [fixedFee(1_000n), fixedFee(1n)] }).steps.fees[1];
  expect(none).toMatchObject({ code: 'FEE', name, computed: 1n, amount: 0n, vat: 0n, cap: 'NOTHING_LEFT' });
});

test('a formula that comes out below nothing charges nothing, and the pricing says so', () => {
  const formula = { kind: 'FORMULA' as const, formula: '5 - ORDER_AMOUNT', rate: 0, amount: 0n };
  const terms = plainTerms();
  const { steps, net } = priceLine(
    { amount: 1_000n, discountAmount: 0n },
    { ...terms, commission: { ...terms.commission, charge: formula } },
  );
  expect(net).toBe(1_000n);
  expect(steps.commission).toMatchObject({ computed: -995n, amount: 0n, vat: 0n, cap: 'NOT_NEGATIVE' });
});

test('a charge of nothing is no charge that was cut', () => {
  const { steps } = priceLine({ amount: 1_000n, discountAmount: 0n }, plainTerms());
  expect(steps.commission).toMatchObject({ computed: 0n, amount: 0n, vat: 0n, cap: null });
});

test('the odd won of a shared discount is borne by the platform', () => {
  const { discountBySeller, promotion } = priceLine(
    { amount: 1_000n, discountAmount: 999n },
    plainTerms({ discountShare: 50_000 }),
  );
  expect([discountBySeller, promotion]).toEqual([499n, 500n]);
});

test('each of several discounts is shared by itself, and the platform bears the odd won of each', () => {
  const discounts = [
    { discountId: 'A', name: 'May', amount: 999n },
    { discountId: 'B', amount: 999n },
    { discountId: 'C', amount: 1_000n, bySeller: 1_000n },
  ];
  const { discountBySeller, promotion, paid, steps } = priceLine(
    { amount: 5_000_000_000n, discounts },
    plainTerms({ discountShare: 50_000 }),
  );
  expect({ discountBySeller, promotion, paid }).toEqual({
    discountBySeller: 1_998n,
    promotion: 1_000n,
    paid: 4_999_997_002n,
  });
  expect(steps).toMatchObject({
    discountShare: null,
    inputs: { DISCOUNT_AMOUNT: 2_998n, DISCOUNT_SHARE_AMOUNT: 1_998n },
    discounts: [
      { discountId: 'A', name: 'May', amount: 999n, bySeller: 499n, share: 50_000 },
      { discountId: 'B', name: null, amount: 999n, bySeller: 499n, share: 50_000 },
      { discountId: 'C', name: null, amount: 1_000n, bySeller: 1_000n, share: null },
    ],
  });
});

test('what rounding kept too much of returns from the first charge that has it, and only that much', () => {
  const line = { ...NO_AMOUNTS, paid: 100n, commission: 45n, commissionVat: 4n, fees: 30n, feeVat: 3n, net: 18n };
  expect(reversedSoFar(line, 95n)).toEqual({
    ...NO_AMOUNTS,
    ...{ paid: 95n, commission: 44n, commissionVat: 3n, fees: 28n, feeVat: 2n, net: 18n },
  });
});
