import { inList } from './in-list.js';

test('words of ours become a list, anything else is refused', () => {
  expect(inList(['in_transit', 'paid'])).toBe(`('in_transit', 'paid')`);
  expect(() => inList(["paid') or (true"])).toThrow(TypeError);
});
