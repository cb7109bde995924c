import {
  CANCELED_TEXT,
  canceledTyped,
  orderedTyped,
  ORDERED_TEXT,
  SPLIT_TEXT,
  splitTyped,
  takenTyped,
} from './line-texts.js';

describe('Lines as a person writes them', () => {
  it('cancels all of a line, units of it, or won of it', () => {
    const text = 'L1\nL2 x2\n\nL3 5000\n';

    expect(text.replace('\n\n', '\n')).toMatch(CANCELED_TEXT);
    expect(canceledTyped(text)).toEqual([
      { lineId: 'L1' },
      { lineId: 'L2', quantity: 2 },
      { lineId: 'L3', amount: 5_000 },
    ]);
  });

  it.each(['L1 2 units', 'L1 x', 'L1; 5000', 'L1 -5'])('%s cancels nothing', (text) => {
    expect(text).not.toMatch(CANCELED_TEXT);
  });

  it('names what a cancel takes from lines', () => {
    expect(takenTyped('L1; 5000\nL2;1')).toEqual([
      { lineId: 'L1', amount: 5_000 },
      { lineId: 'L2', amount: 1 },
    ]);
  });

  it('makes the lines of an order', () => {
    expect('L1; seller-1; 신발; 5000').toMatch(ORDERED_TEXT);
    expect(orderedTyped('L1; seller-1; 신발; 5000')).toEqual([
      { lineId: 'L1', sellerId: 'seller-1', category: '신발', amount: 5_000, taxFreeAmount: 0, discountAmount: 0 },
    ]);
  });

  it('splits by shares or by won', () => {
    const text = 'A; seller-1; 신발; 60.5%\nB; seller-2; 신발; 300';

    expect(text).toMatch(SPLIT_TEXT);
    expect(splitTyped(text)).toEqual([
      { lineId: 'A', sellerId: 'seller-1', category: '신발', share: 60_500 },
      { lineId: 'B', sellerId: 'seller-2', category: '신발', amount: 300 },
    ]);
  });
});
