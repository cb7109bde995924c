import type { SplitTerms } from '../split-record.js';
import { linesOfItem } from './lines-of-item.js';

const of = (...lines: object[]): SplitTerms => ({
  lines: lines.map((line, index) => ({ lineId: `L${index + 1}`, sellerId: 'acme', category: 'books', ...line })),
});
const delivered = { ...of({ share: 100_000 }), delivery: { sellerId: 'bolt', category: 'delivery' } };
const halves = of({ share: 50_000, taxFreeShare: 33_333 }, { share: 50_000 });

// prettier-ignore
test.each([
  // split                                              unit  units delivery   amounts and tax-free parts of the lines
  [of({ amount: 70n, taxFreeAmount: 7n }, { amount: 30n }), 100n, 1, 0n, '70/7 30/0'],
  [of({ amount: 70n, taxFreeAmount: 7n }, { amount: 30n }), 100n, 3, 0n, '210/21 90/0'],
  [of({ amount: 70n }, { amount: 30n }),                    101n, 1, 0n, null],
  [of({ amount: 70n }, { amount: 30n }),                    99n,  1, 0n, null],
  [halves,                                                  101n, 1, 0n, '51/16 50/0'], // the odd won to the first
  [halves,                                                  101n, 3, 0n, '153/48 150/0'],
  [halves,                                                  1n,   1, 0n, null], // a line would cost nothing
  [halves,                                                  0n,   1, 0n, null],
  [halves,                                                  100n, 1, 5n, null], // no seller gets the delivery fee
  [delivered,                                               100n, 2, 5n, '200/0 5/0'],
  [delivered,                                               100n, 2, 0n, '200/0'],
] as const)('%j of %s won, %s units and %s for delivery: %s', (split, unitPrice, quantity, delivery, expected) => {
  const lines = linesOfItem(split, { unitPrice, quantity, delivery }, '');
  expect(lines?.map(({ amount, taxFreeAmount }) => `${amount}/${taxFreeAmount}`).join(' ') ?? null).toBe(expected);
});

test('the lines of a further item have ids of their own', () => {
  const lines = linesOfItem(delivered, { unitPrice: 100n, quantity: 1, delivery: 5n }, '2-');
  expect(lines?.map(({ lineId }) => lineId)).toEqual(['2-L1', '2-delivery']);
});
