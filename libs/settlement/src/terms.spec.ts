import { plainTerms } from './plain-terms.js';
import { termsProblem } from './terms-problem.js';
import { AdditionalFee, readTermsDocument, Reserve, termsDocument, TermsBody, type TermsInput } from './terms.js';

const written: TermsInput = {
  commission: { charge: { kind: 'RATE', rate: 10_000 } },
  tranches: [{ share: 100_000, days: 2, unit: 'BUSINESS' }],
  cycle: 'WEEKLY:MON',
  datePolicy: 'HOLIDAY_AFTER',
};
const fee = (code: string, more: Partial<AdditionalFee> = {}): AdditionalFee => ({
  ...{ code, name: { ko: '광고', en: 'Advertising' }, charge: { kind: 'FIXED', amount: 500n } },
  ...{ rounding: 'floor', vatRounding: 'floor' },
  ...more,
});
const feeText = (code: string) => ({
  ...{ code, name: { ko: '광고', en: 'Advertising' } },
  charge: { kind: 'FIXED' as const, amount: 500 },
});
const tranche = (share: number) => ({ share, days: 1, unit: 'CALENDAR' as const });
const manyFees = (count: number) => Array.from({ length: count }, (_, i) => feeText(`FEE_${i}`));

test('what a contract does not say is usual', () => {
  expect(readTermsDocument(written)).toEqual({
    commission: { charge: { kind: 'RATE', rate: 10_000 }, rounding: 'floor', vatRounding: 'floor' },
    commissionBase: 'AFTER_SELLER_DISCOUNT',
    vatBearer: 'SELLER',
    fees: [],
    discountShare: 0,
    taxType: 'GENERAL',
    startEvent: 'PAID',
    autoConfirmDays: 7,
    tranches: [{ share: 100_000, days: 2, unit: 'BUSINESS' }],
    cycle: { kind: 'WEEKLY', days: ['MON'] },
    datePolicy: 'HOLIDAY_AFTER',
    cutoff: '00:00',
    minimumPayout: null,
    reserve: null,
    debt: { netShare: 100_000 },
  });
});

test('a formula that names neither a rate nor an amount has none of either', () => {
  const { commission } = readTermsDocument({ ...written, commission: { charge: { kind: 'FORMULA', formula: '100' } } });
  expect(commission.charge).toEqual({ kind: 'FORMULA', formula: '100', rate: 0, amount: 0n });
});

test('plain terms keep no commission, wait for nothing and are settled on every day', () => {
  expect(plainTerms()).toMatchObject({
    commission: { charge: { kind: 'RATE', rate: 0 } },
    tranches: [{ share: 100_000, days: 0, unit: 'CALENDAR' }],
    cycle: { kind: 'DAILY' },
    datePolicy: 'CALENDAR_DAY',
  });
  expect(plainTerms({ lagDays: 3, lagUnit: 'BUSINESS' }).tranches).toEqual([
    { share: 100_000, days: 3, unit: 'BUSINESS' },
  ]);
});

test('terms read as they were written, amounts as numbers of won', () => {
  const terms = readTermsDocument({ ...written, minimumPayout: 10_000, fees: [feeText('AD')] });
  expect(terms).toMatchObject({ minimumPayout: 10_000n, fees: [fee('AD')] });
  expect(JSON.parse(termsDocument(terms))).toMatchObject({ minimumPayout: 10_000, fees: [feeText('AD')] });
  expect(readTermsDocument(JSON.parse(termsDocument(terms)))).toEqual(terms);
});

test('terms with the default commission base are stored as terms were before there was another', () => {
  const terms = readTermsDocument(written);
  expect(termsDocument(terms)).not.toContain('commissionBase');
  const byOrder = { ...terms, commissionBase: 'ORDER' as const };
  expect(readTermsDocument(JSON.parse(termsDocument(byOrder)))).toEqual(byOrder);
});

// prettier-ignore
test.each<[string, object, boolean]>([
  ['a seller may bear no discount',                    { discountShare: 0 },                                  true],
  ['a seller may bear all of a discount',              { discountShare: 100_000 },                            true],
  ['but not more than all of it',                      { discountShare: 100_001 },                            false],
  ['nor less than none',                               { discountShare: -1 },                                 false],
  ['a delivery may confirm at once',                   { autoConfirmDays: 0 },                                true],
  ['a buyer may have sixty days',                      { autoConfirmDays: 60 },                               true],
  ['and no more',                                      { autoConfirmDays: 61 },                               false],
  ['nor a day before the delivery',                    { autoConfirmDays: -1 },                               false],
  ['four tranches that make the whole',                { tranches: [1, 2, 3, 99_994].map(tranche) },          true],
  ['five are too many',                                { tranches: [1, 2, 3, 4, 99_990].map(tranche) },       false],
  ['none at all',                                      { tranches: [] },                                      false],
  ['tranches that leave a rest',                       { tranches: [50_000, 49_999].map(tranche) },           false],
  ['tranches of more than the whole',                  { tranches: [50_000, 50_001].map(tranche) },           false],
  ['a tranche of nothing',                             { tranches: [0, 100_000].map(tranche) },               false],
  ['ten fees',                                         { fees: manyFees(10) },                                true],
  ['eleven fees',                                      { fees: manyFees(11) },                                false],
  ['no debt is netted',                                { debt: { netShare: 0 } },                             true],
  ['more than what is payable is netted',              { debt: { netShare: 100_001 } },                       false],
  ['less than nothing is netted',                      { debt: { netShare: -1 } },                            false],
  ['a reserve up to an amount',                        { reserve: { kind: 'FIXED', amount: 1_000_000 } },     true],
  ['the whole kept for half a year',                   { reserve: { kind: 'ROLLING', rate: 100_000, days: 180 } }, true],
  ['the least that can be kept',                       { reserve: { kind: 'ROLLING', rate: 1, days: 1 } },    true],
  ['nothing kept',                                     { reserve: { kind: 'ROLLING', rate: 0, days: 30 } },   false],
  ['more than the whole kept',                         { reserve: { kind: 'ROLLING', rate: 100_001, days: 30 } }, false],
  ['kept for no day',                                  { reserve: { kind: 'ROLLING', rate: 10_000, days: 0 } },   false],
  ['kept for longer than half a year',                 { reserve: { kind: 'ROLLING', rate: 10_000, days: 181 } }, false],
  ['every kind of seller is taxed',                    { taxType: 'EXEMPT' },                                 true],
  ['one without a business too',                       { taxType: 'NON_WITHHOLDING' },                        true],
  ['a kind that the law does not know',                { taxType: '' },                                       false],
  ['a waiting time from the delivery',                 { startEvent: 'DELIVERED' },                           true],
  ['a waiting time from nothing that happens',         { startEvent: '' },                                    false],
  ['VAT that the platform bears',                      { vatBearer: 'PLATFORM' },                             true],
  ['VAT that nobody bears',                            { vatBearer: '' },                                     false],
  ['a formula of 200 characters',                      { commission: { charge: { kind: 'FORMULA', formula: '1'.repeat(200) } } }, true],
  ['a longer formula',                                 { commission: { charge: { kind: 'FORMULA', formula: '1'.repeat(201) } } }, false],
  ['an empty formula',                                 { commission: { charge: { kind: 'FORMULA', formula: '' } } },              false],
  ['rounding to nowhere',                              { commission: { ...written.commission, rounding: '' } }, false],
])('%s', (_, change, isTaken) => {
  expect(TermsBody.safeParse({ ...written, ...change }).success).toBe(isTaken);
});

test('terms whose tranches do not make the whole say so', () => {
  const { error } = TermsBody.safeParse({ ...written, tranches: [tranche(99_999)] });
  expect(error?.issues).toMatchObject([{ path: ['tranches'], message: 'the shares must add up to 100000' }]);
});

// prettier-ignore
test.each<[string, object, boolean]>([
  ['a code of two letters',           { code: 'AD' },                                   true],
  ['of thirty',                       { code: 'A'.repeat(30) },                         true],
  ['with digits and _',               { code: 'AD_2' },                                 true],
  ['a code of one letter',            { code: 'A' },                                    false],
  ['of thirty-one',                   { code: 'A'.repeat(31) },                         false],
  ['in small letters',                { code: 'ad' },                                   false],
  ['one that begins with a digit',    { code: '2AD' },                                  false],
  ['one that goes on after a blank',  { code: 'AD FEE' },                               false],
  ['one that begins with a blank',    { code: ' AD' },                                  false],
  ['a name of forty letters',         { name: { ko: '가'.repeat(40), en: 'a'.repeat(40) } }, true],
  ['a Korean name of more',           { name: { ko: '가'.repeat(41), en: 'a' } },       false],
  ['an English name of more',         { name: { ko: '가', en: 'a'.repeat(41) } },       false],
  ['no Korean name',                  { name: { ko: '', en: 'a' } },                    false],
  ['no English name',                 { name: { ko: '가', en: '' } },                   false],
])('a fee with %s', (_, change, isTaken) => {
  expect(AdditionalFee.safeParse({ ...feeText('AD'), ...change }).success).toBe(isTaken);
});

test('a fee whose code is refused is told what codes look like', () => {
  const { error } = AdditionalFee.safeParse(feeText('ad'));
  expect(error?.issues[0]?.message).toBe('capital letters, digits and _, 2 to 30');
});

test('a fixed reserve is an amount of won', () => {
  expect(Reserve.parse({ kind: 'FIXED', amount: 1_000_000 })).toEqual({ kind: 'FIXED', amount: 1_000_000n });
});

const tooDear = { kind: 'RATE' as const, rate: 90_001 };
const tooDearText = 'A rate of 90001 is not within 0 and 90000 (in 1/100,000)';

test('terms that may be set have no problem', () => {
  expect(termsProblem({ ...plainTerms(), fees: [fee('AD'), fee('DELIVERY')] })).toBeUndefined();
});

test('of terms that may not be set, the first problem is told with the part that it is in', () => {
  const terms = plainTerms();
  const dearFees = [fee('AD'), fee('DELIVERY', { charge: tooDear })];
  const ofRate = { kind: 'RATE_OUT_OF_BOUNDS', detail: tooDearText };
  expect(termsProblem({ ...terms, commission: { ...terms.commission, charge: tooDear }, fees: dearFees })).toEqual({
    ...ofRate,
    part: 'commission',
  });
  expect(termsProblem({ ...terms, fees: dearFees })).toEqual({ ...ofRate, part: 'fee DELIVERY' });
  expect(termsProblem({ ...terms, fees: [fee('AD'), fee('DELIVERY'), fee('AD', { charge: tooDear })] })).toEqual({
    kind: 'FEE_CODE_TWICE',
    detail: 'The code AD occurs twice',
    part: 'fee AD',
  });
});

test('a fee may be computed from the commission, the commission itself may not', () => {
  const ofCommission = { kind: 'FORMULA' as const, formula: 'COMMISSION_AMOUNT * 2', rate: 0, amount: 0n };
  const terms = plainTerms();
  expect(termsProblem({ ...terms, fees: [fee('AD', { charge: ofCommission })] })).toBeUndefined();
  expect(termsProblem({ ...terms, commission: { ...terms.commission, charge: ofCommission } })).toMatchObject({
    kind: 'FORMULA_INVALID',
    position: 1,
    part: 'commission',
  });
});
