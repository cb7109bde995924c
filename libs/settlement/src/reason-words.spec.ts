import { movementKinds, movementWords } from './movements.js';
import { reasonWords, sayReason } from './reason-words.js';
import { operatorReason, reasonCodes } from './reasons.js';
import { audiences, languages } from './wording.js';

const HANGUL = /[가-힣]/;
/** What a seller's sentence must not name: codes, our machinery, and what operators do. */
const INTERNAL = /[A-Z]{2,}_|operator|provider|ledger|posting|운영자|결제대행사|장부|전표|온보딩/i;

test('the list of reasons names none twice, and the words are of exactly these', () => {
  expect(new Set(reasonCodes).size).toBe(reasonCodes.length);
  expect(Object.keys(reasonWords).sort()).toEqual([...reasonCodes].sort());
  expect(Object.keys(movementWords).sort()).toEqual([...movementKinds].sort());
});

test.each(Object.entries({ ...reasonWords, ...movementWords }))(
  '%s is a sentence in each language, for each reader',
  (_, words) => {
    for (const audience of audiences) {
      for (const language of languages) {
        const text: string = words[audience][language];
        expect(text.endsWith('.')).toBe(true);
        expect(HANGUL.test(text)).toBe(language === 'ko');
        if (audience === 'seller') expect(text).not.toMatch(INTERNAL);
      }
    }
  },
);

// prettier-ignore
test.each`
  stored                | language | audience      | text
  ${'BELOW_MINIMUM'}    | ${'en'}  | ${'seller'}   | ${'Below the minimum payout: carried to the next statement. (₩999, 2026-05-09)'}
  ${'BELOW_MINIMUM'}    | ${'ko'}  | ${'operator'} | ${'최소 지급액 미만이므로 다음 정산으로 이월됩니다. (999원, 2026-05-09)'}
  ${'FRAUD_SUSPECTED'}  | ${'en'}  | ${'operator'} | ${'An operator put the seller on hold. (₩999, 2026-05-09, FRAUD_SUSPECTED)'}
  ${'FRAUD_SUSPECTED'}  | ${'en'}  | ${'seller'}   | ${'Your payouts are on hold. Please contact support. (₩999, 2026-05-09)'}
`('$stored for $audience in $language', ({ stored, language, audience, text }: Record<string, string>) => {
  const reader = { language, audience } as Parameters<typeof sayReason>[1];
  expect(sayReason(operatorReason(stored ?? ''), reader, { amount: 999n, date: '2026-05-09' })).toBe(text);
});
