import * as fc from 'fast-check';
import {
  chargeDocument,
  dimensionsText,
  possibleDimensions,
  readChargeDocument,
  ruleFor,
  type CommissionRule,
} from './commission-rule.js';
import { plainTerms } from './plain-terms.js';

const charge = plainTerms().commission;
const rule = (id: string, about: Partial<CommissionRule>, day = 1): CommissionRule => ({
  ...{ id, category: null, productId: null, sellerId: null, charge, createdAt: new Date(Date.UTC(2026, 0, day)) },
  ...about,
});
const rules = [
  rule('books', { category: 'books' }, 1),
  rule('books-later', { category: 'books' }, 2),
  rule('acme', { sellerId: 'acme' }, 3),
  rule('books-of-acme', { category: 'books', sellerId: 'acme' }, 9),
  rule('book-1', { productId: 'book-1' }, 8),
  rule('book-1-as-toy', { productId: 'book-1', category: 'toys', sellerId: 'acme' }, 1),
];

// prettier-ignore
test.each`
  category   | productId    | sellerId  | wins                | because
  ${'food'}  | ${undefined} | ${'bolt'} | ${undefined}        | ${'no rule matches: the terms apply'}
  ${'books'} | ${undefined} | ${'bolt'} | ${'books'}          | ${'the older of two that say equally much'}
  ${'food'}  | ${undefined} | ${'acme'} | ${'acme'}           | ${'one dimension is enough'}
  ${'books'} | ${undefined} | ${'acme'} | ${'books-of-acme'}  | ${'two dimensions win over one, however young'}
  ${'books'} | ${'book-1'}  | ${'bolt'} | ${'books'}          | ${'a product says no more than a category: the older'}
  ${'toys'}  | ${'book-1'}  | ${'acme'} | ${'book-1-as-toy'}  | ${'all three'}
  ${'toys'}  | ${'book-1'}  | ${'bolt'} | ${'book-1'}         | ${'a rule of which one dimension differs is no match'}
`('$category $productId of $sellerId: $wins, because $because', ({ wins, ...line }: Record<string, string>) => {
  expect(ruleFor(line as never, rules)?.id).toBe(wins);
});

const some = (...list: string[]) => fc.constantFrom(...list);
const nullable = (...list: string[]) => fc.option(some(...list), { nil: null });
const anyRule = fc
  .record({
    id: fc.uuid(),
    category: nullable('a', 'b'),
    productId: nullable('a', 'b'),
    sellerId: nullable('a', 'b'),
    createdAt: fc.constantFrom(new Date(0), new Date(1), new Date(2)),
  })
  .filter((drawn) => drawn.category !== null || drawn.productId !== null || drawn.sellerId !== null)
  .map((drawn) => ({ ...drawn, charge }));
const anyLine = fc.record({
  category: some('a', 'b'),
  productId: fc.option(some('a', 'b'), { nil: undefined }),
  sellerId: some('a', 'b'),
});

test('which rule wins does not depend on the order in which rules are read', () => {
  const unique = fc.uniqueArray(anyRule, { selector: ({ id }) => id, maxLength: 12 });
  fc.assert(
    fc.property(unique, anyLine, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (list, line, draws) => {
      const shuffled = list.map((one, index) => ({ one, by: draws[index] ?? 0 })).sort((a, b) => a.by - b.by);
      const winner = ruleFor(line, list);
      expect(
        ruleFor(
          line,
          shuffled.map(({ one }) => one),
        ),
      ).toBe(winner);
      // No matching rule has more dimensions, and none with as many is older.
      const told = (of: CommissionRule) => [of.category, of.productId, of.sellerId].filter((d) => d !== null).length;
      for (const other of list.filter((one) => ruleFor(line, [one]))) {
        expect(told(other)).toBeLessThanOrEqual(told(winner as CommissionRule));
        if (told(other) === told(winner as CommissionRule))
          expect(other.createdAt.getTime()).toBeGreaterThanOrEqual((winner as CommissionRule).createdAt.getTime());
      }
    }),
  );
});

test('a rule matches a line exactly when its dimensions are among those looked up for the line', () => {
  fc.assert(
    fc.property(anyRule, anyLine, (one, line) => {
      const lookedUp = possibleDimensions(line).map(dimensionsText);
      expect(lookedUp.includes(dimensionsText(one))).toBe(ruleFor(line, [one]) !== undefined);
      expect(new Set(lookedUp).size).toBe(line.productId === undefined ? 3 : 7);
    }),
  );
});

test('dimensions are written as Postgres writes them: a letter and the value, a line each, empty for any', () => {
  expect(dimensionsText({ category: 'books', productId: null, sellerId: 'acme' })).toBe('cbooks\n\nsacme');
  expect(dimensionsText({ category: null, productId: 'book-1', sellerId: null })).toBe('\npbook-1\n');
});

test('of two rules set at one moment the one with the smaller id applies, in whatever order they are read', () => {
  const [first, second] = [rule('a', { category: 'books' }), rule('b', { category: 'books' })];
  const line = { category: 'books', sellerId: 'acme' };
  expect([ruleFor(line, [first, second])?.id, ruleFor(line, [second, first])?.id]).toEqual(['a', 'a']);
});

test('the charge of a rule reads as it was written, amounts as numbers of won', () => {
  const fixed = { ...charge, charge: { kind: 'FIXED' as const, amount: 500n } };
  expect(chargeDocument(fixed)).toBe(
    '{"charge":{"kind":"FIXED","amount":500},"rounding":"floor","vatRounding":"floor"}',
  );
  expect(readChargeDocument(JSON.parse(chargeDocument(fixed)))).toEqual(fixed);
  expect(() => readChargeDocument({})).toThrow('charge');
});
