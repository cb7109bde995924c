import { parseCycle } from '@jeongsan/calendar';
import { plainTerms, type TermsBody } from '@jeongsan/settlement';
import { beyondAlone, NO_ALONE_LIMITS } from './alone-limits.js';

const limits = { rate: 1_000, sellers: null };
const before: TermsBody = {
  ...plainTerms({
    commissionRate: 10_000,
    cycle: 'WEEKLY:MON',
    startEvent: 'DELIVERED',
    tranches: [{ share: 100_000, days: 3, unit: 'BUSINESS' }],
  }),
  reserve: { kind: 'ROLLING', rate: 5_000, days: 30 },
};
const { commission } = before;
const rate = (value: number) => ({ commission: { ...commission, charge: { kind: 'RATE', rate: value } as const } });
const fee = { ...commission, code: 'PAYMENT', name: { ko: '결제', en: 'Payment' } };
const days = (count: number, unit: 'BUSINESS' | 'CALENDAR' = 'BUSINESS') => ({
  tranches: [{ share: 100_000, days: count, unit }],
});

// prettier-ignore
test.each<[string, Partial<TermsBody>, string[]]>([
  ['nothing',                         {},                                                       []],
  ['one point less commission',       rate(9_000),                                              []],
  ['one point more',                  rate(11_000),                                             []],
  ['a little more than a point',      rate(8_999),                                              ['RATE']],
  ['a formula',                       { commission: { ...commission, charge: { kind: 'FIXED', amount: 1n } } }, ['RATE']],
  ['a new fee',                       { fees: [fee] },                                          ['FEES']],
  ['a day later',                     days(4),                                                  []],
  ['a day earlier',                   days(2),                                                  ['PAYS_EARLIER']],
  ['days of another kind',            days(5, 'CALENDAR'),                                      ['PAYS_EARLIER']],
  ['from the payment on',             { startEvent: 'PAID' },                                   ['PAYS_EARLIER']],
  ['once a month',                    { cycle: parseCycle('MONTHLY:10') },                                  []],
  ['every day',                       { cycle: parseCycle('DAILY') },                                       ['PAYS_EARLIER']],
  ['another weekday',                 { cycle: parseCycle('WEEKLY:TUE') },                                  ['PAYS_EARLIER']],
  ['more reserve',                    { reserve: { kind: 'ROLLING', rate: 6_000, days: 30 } },  []],
  ['less reserve',                    { reserve: { kind: 'ROLLING', rate: 5_000, days: 29 } },  ['RESERVE_LESS']],
  ['no reserve, and a rate',          { ...rate(1), reserve: null },                            ['RATE', 'RESERVE_LESS']],
])('%s', (_, change, reasons) => {
  expect(beyondAlone(before, { ...before, ...change }, limits)).toEqual(reasons);
  expect(beyondAlone(before, { ...before, ...change }, NO_ALONE_LIMITS)).toEqual([]);
});
