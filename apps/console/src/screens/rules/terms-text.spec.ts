import { CHARGE_TEXT, chargeText, chargeTyped } from './charge-text.js';
import {
  FEES_TEXT,
  feesText,
  feesTyped,
  RESERVE_TEXT,
  reserveText,
  reserveTyped,
  TRANCHES_TEXT,
  tranchesText,
  tranchesTyped,
} from './terms-text.js';

describe('Terms as a person writes them', () => {
  it.each([
    ['3.85%', { kind: 'RATE', rate: 3_850 }],
    ['0.007%', { kind: 'RATE', rate: 7 }],
    ['300', { kind: 'FIXED', amount: 300 }],
    ['=ORDER_AMOUNT * FIXED_RATE', { kind: 'FORMULA', formula: 'ORDER_AMOUNT * FIXED_RATE' }],
    ['=A + B; 1.5%; 300', { kind: 'FORMULA', formula: 'A + B', rate: 1_500, amount: 300 }],
    ['=A + B; 300', { kind: 'FORMULA', formula: 'A + B', amount: 300 }],
  ] as const)('%s is a charge, and its charge is written so', (text, charge) => {
    expect(text).toMatch(CHARGE_TEXT);
    expect(chargeTyped(text)).toEqual(charge);
    expect(chargeText(charge)).toBe(text);
  });

  it.each(['', '3.85', '3.8512%', '-1%', '1,000', '=', 'A + B'])('%p is no charge', (text) => {
    expect(text).not.toMatch(CHARGE_TEXT);
  });

  it.each([
    ['100% D+1', [{ share: 100_000, unit: 'CALENDAR', days: 1 }]],
    [
      '70% D+0, 30% B+5',
      [
        { share: 70_000, unit: 'CALENDAR', days: 0 },
        { share: 30_000, unit: 'BUSINESS', days: 5 },
      ],
    ],
  ] as const)('%s are tranches, and they are written so', (text, tranches) => {
    expect(text).toMatch(TRANCHES_TEXT);
    expect(tranchesTyped(text)).toEqual(tranches);
    expect(tranchesText(tranches)).toBe(text);
  });

  it.each([
    ['10% / 30', { kind: 'ROLLING', rate: 10_000, days: 30 }],
    ['100000', { kind: 'FIXED', amount: 100_000 }],
  ] as const)('%s is a reserve, and it is written so', (text, reserve) => {
    expect(text).toMatch(RESERVE_TEXT);
    expect(reserveTyped(text)).toEqual(reserve);
    expect(reserveText(reserve)).toBe(text);
  });

  it('takes an empty text for no reserve', () => {
    expect([reserveTyped(' '), reserveText(null)]).toEqual([null, '']);
  });

  it('keeps what the text does not say of a fee', () => {
    const fees = [
      {
        code: 'AD_FEE',
        name: { ko: '광고비', en: 'Advertising' },
        charge: { kind: 'RATE', rate: 1_500 },
        rounding: 'ceil',
        vatBearer: 'PLATFORM',
      },
    ] as const;
    const text = 'AD_FEE; 광고비; Advertising; 1.5%';

    expect(feesText(fees)).toBe(text);
    expect(text).toMatch(FEES_TEXT);
    expect(feesTyped(`${text}\nPACKING; 포장비; Packing; 300\n`, fees)).toEqual([
      ...fees,
      { code: 'PACKING', name: { ko: '포장비', en: 'Packing' }, charge: { kind: 'FIXED', amount: 300 } },
    ]);
  });
});
