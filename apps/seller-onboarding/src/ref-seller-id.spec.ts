import fc from 'fast-check';
import { refSellerIdOf } from './ref-seller-id.js';

// prettier-ignore
test.each([
  ['seller-1',               'seller-1'],
  ['a234567',                'a234567'],
  ['a2345678901234567890',   'a2345678901234567890'],
  ['shop',                   's-8d9001d32c6a703d95'],
  ['s-0123456789abcdef01',   's-(?!0123456789abcdef01)'],
])('%s is known to the provider as %s', (sellerId, reference) => {
  expect(refSellerIdOf(sellerId)).toMatch(new RegExp(`^${reference}`));
});

test('every seller has a reference of 7 to 20 characters, and no two share one', () => {
  const sellerId = fc.stringMatching(/^(s-[0-9a-f]{18}|[A-Za-z0-9_-]{1,40})$/);
  fc.assert(
    fc.property(fc.uniqueArray(sellerId, { minLength: 2, maxLength: 50 }), (ids) => {
      // The hash of each id is added, because a seller may apply with such a text as its id.
      const all = [...new Set([...ids, ...ids.map(refSellerIdOf)])];
      const references = all.map(refSellerIdOf);
      expect(references.every((r) => r.length >= 7 && r.length <= 20)).toBe(true);
      expect(new Set(references).size).toBe(all.length);
    }),
  );
});
