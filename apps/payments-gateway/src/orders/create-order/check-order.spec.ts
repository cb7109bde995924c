import { Refusal } from '@jeongsan/http-contract';
import { OrderLineIn } from '@jeongsan/platform-contract';
import { checkOrder, orderFactsHash, type OrderFacts } from './check-order.js';

type Line = OrderFacts['lines'][number];
const line: Line = {
  lineId: 'L1',
  sellerId: 'acme',
  category: 'books',
  productId: 'book-1',
  amount: 10_000n,
  taxFreeAmount: 0n,
  discountAmount: 0n,
  discountBySeller: 0n,
};
const order = (lines: Line[], totalAmount: bigint): OrderFacts => ({
  orderId: 'order-1',
  orderName: 'two books',
  orderedAt: new Date('2026-05-04T01:00:00Z'),
  totalAmount,
  lines,
});
const verdict = (facts: OrderFacts): string => {
  try {
    checkOrder(facts);
    return 'fits';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code;
  }
};

// prettier-ignore
test.each`
  amount     | taxFreeAmount | discountAmount | discountBySeller | total      | expected
  ${10_000n} | ${0n}         | ${0n}          | ${0n}            | ${10_000n} | ${'fits'}
  ${10_000n} | ${9_000n}     | ${1_000n}      | ${1_000n}        | ${9_000n}  | ${'fits'}
  ${10_000n} | ${0n}         | ${9_999n}      | ${0n}            | ${1n}      | ${'fits'}
  ${10_000n} | ${0n}         | ${0n}          | ${0n}            | ${9_999n}  | ${'ORDER_SUM_MISMATCH'}
  ${10_000n} | ${0n}         | ${1_000n}      | ${0n}            | ${10_000n} | ${'ORDER_SUM_MISMATCH'}
  ${0n}      | ${0n}         | ${0n}          | ${0n}            | ${0n}      | ${'LINE_AMOUNT_INVALID'}
  ${10_000n} | ${0n}         | ${10_000n}     | ${0n}            | ${0n}      | ${'LINE_AMOUNT_INVALID'}
  ${10_000n} | ${0n}         | ${20_000n}     | ${0n}            | ${0n}      | ${'LINE_AMOUNT_INVALID'}
  ${10_000n} | ${0n}         | ${1_000n}      | ${1_001n}        | ${9_000n}  | ${'LINE_AMOUNT_INVALID'}
  ${10_000n} | ${9_001n}     | ${1_000n}      | ${0n}            | ${9_000n}  | ${'LINE_AMOUNT_INVALID'}
`('$amount less $discountAmount ($discountBySeller) with $taxFreeAmount free of tax, as $total: $expected',
  ({ total, expected, ...amounts }: Record<string, unknown>) => {
    expect(verdict(order([{ ...line, ...(amounts as Partial<Line>) }], total as bigint))).toBe(expected);
  });

test('a line id that occurs twice is refused by name', () => {
  expect(() => checkOrder(order([line, { ...line, sellerId: 'other' }], 20_000n))).toThrow('Line L1 occurs twice');
});

test('a text that Postgres cannot hold is refused before it gets there', () => {
  expect(verdict({ ...order([line], 10_000n), orderName: 'a\0b' })).toBe('INVALID_REQUEST');
});

const without = (from: Line, field: 'productId' | 'discountBySeller'): Line => {
  const { [field]: _gone, ...rest } = from;
  return rest;
};

test('every field, and the order of the lines, is part of what an order is', () => {
  const [a, b] = [line, { ...line, lineId: 'L2' }];
  const facts = order([a, b], 20_000n);
  const others: OrderFacts[] = [
    { ...facts, orderId: 'order-2' },
    { ...facts, orderName: 'books' },
    { ...facts, orderedAt: new Date('2026-05-04T01:00:01Z') },
    { ...facts, totalAmount: 1n },
    { ...facts, lines: [b, a] },
    { ...facts, lines: [without(a, 'productId'), b] },
    { ...facts, lines: [without(a, 'discountBySeller'), b] },
    ...Object.keys(line).map((field) => ({
      ...facts,
      lines: [{ ...a, [field]: typeof a[field as keyof Line] === 'bigint' ? 77n : 'x' }, b],
    })),
  ];
  const hashes = [facts, ...others].map(orderFactsHash);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(orderFactsHash(structuredClone(facts))).toBe(hashes[0]);
});

// prettier-ignore
test.each`
  discounts                                                                                | total     | expected
  ${[{ discountId: 'A', amount: 600n }, { discountId: 'B', amount: 400n, bySeller: 400n }]} | ${9_000n} | ${'fits'}
  ${[{ discountId: 'A', amount: 9_998n }, { discountId: 'B', amount: 1n }]}                 | ${1n}     | ${'fits'}
  ${[{ discountId: 'A', amount: 600n }, { discountId: 'B', amount: 400n }]}                 | ${9_400n} | ${'ORDER_SUM_MISMATCH'}
  ${[{ discountId: 'A', amount: 9_999n }, { discountId: 'B', amount: 1n }]}                 | ${0n}     | ${'LINE_AMOUNT_INVALID'}
  ${[{ discountId: 'A', amount: 400n, bySeller: 401n }]}                                    | ${9_600n} | ${'LINE_AMOUNT_INVALID'}
  ${[{ discountId: 'A', amount: 0n }]}                                                      | ${10_000n} | ${'LINE_AMOUNT_INVALID'}
  ${[{ discountId: 'A', amount: 1n }, { discountId: 'A', amount: 1n }]}                     | ${9_998n} | ${'LINE_AMOUNT_INVALID'}
`('$discounts to a total of $total: $expected', ({ discounts, total, expected }: Record<string, unknown>) => {
  const { discountAmount: _one, discountBySeller: _part, ...rest } = line;
  expect(verdict(order([{ ...rest, discounts: discounts as never }], total as bigint))).toBe(expected);
});

test('one unit is the same order as no quantity; units and each part of a discount are part of what an order is', () => {
  const { discountAmount: _one, discountBySeller: _part, ...rest } = line;
  const listed = (change: object): Line => ({ ...rest, discounts: [{ discountId: 'A', amount: 500n, ...change }] });
  const hashOf = (only: Line) => orderFactsHash(order([only], 9_500n));
  expect(hashOf({ ...line, quantity: 1 })).toBe(hashOf(line));
  const others = [
    line,
    { ...line, quantity: 2 },
    { ...line, discountAmount: 500n, discountBySeller: 0n },
    listed({}),
    listed({ bySeller: 0n }),
    listed({ name: 'May' }),
    listed({ discountId: 'B' }),
    { ...listed({}), quantity: 2 },
  ];
  expect(new Set(others.map(hashOf)).size).toBe(others.length);
});

test.each([
  ['both forms', { discountAmount: 0n, discounts: [{ discountId: 'A', amount: 1n }] }],
  ["a list and the seller's part of a sum", { discountBySeller: 0n, discounts: [{ discountId: 'A', amount: 1n }] }],
  ['neither form', {}],
  ['an empty list', { discounts: [] }],
  ['no unit', { discountAmount: 0n, quantity: 0 }],
  ['half a unit', { discountAmount: 0n, quantity: 1.5 }],
])('a line with %s is refused', (_, change) => {
  const { discountAmount: _one, discountBySeller: _part, ...rest } = line;
  expect(OrderLineIn.safeEncode({ ...rest, ...change }).success).toBe(false);
  expect(OrderLineIn.safeEncode({ ...rest, discountAmount: 0n }).success).toBe(true);
});

test('an order of before lines named products is still the same order', () => {
  const facts = order([without(line, 'productId')], 10_000n);
  expect(orderFactsHash(facts)).toBe('762148653c85a2d4fd1bc8b79161bfe3bffddebb8044f991affcc3ac22d474f8');
});

test('numbers are part of what an order is, in any order; none of them is the same as no member', () => {
  const withNumbers = (numbers?: Record<string, bigint>) =>
    orderFactsHash(order([{ ...line, ...(numbers && { numbers }) }], 10_000n));
  const hash = withNumbers({ PACKAGES: 3n, WEIGHT_G: 100n });
  expect(withNumbers({ WEIGHT_G: 100n, PACKAGES: 3n })).toBe(hash);
  expect(new Set([hash, withNumbers(), withNumbers({ PACKAGES: 3n }), withNumbers({ PACKAGES: 4n })]).size).toBe(4);
  expect(withNumbers({})).toBe(withNumbers());
});
