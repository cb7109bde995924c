import { movementKindOf, movementKinds, movementOf, movementWords } from './movements.js';
import { reasonWords, sayReason } from './reason-words.js';
import { failureReason, operatorReason, reasonCodes } from './reasons.js';
import { type Audience, audiences, type Facts, languages, say, toBoth } from './wording.js';

const HANGUL = /[가-힣]/;
/** Words that a text for sellers must not contain: codes, internals, and actions of operators. */
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

test('every posting that moves payable money is told as a kind of its own, any other as unknown', () => {
  expect(Object.keys(movementKindOf).map(movementOf)).toEqual([
    ...[
      'MATURED',
      'CANCELED',
      'CANCEL_CORRECTED',
      'DEBT_NETTED',
      'RESERVE_RELEASED',
      'RESERVE_RELEASED',
      'RESERVE_HELD',
    ],
    ...['TAX_WITHHELD', 'INVOICE_VAT', 'TERMS_ADJUSTED', 'SELLER_ADJUSTED', 'PAYOUT_CAME_BACK', 'PAYOUT_RETURNED'],
  ]);
  expect(movementOf('line.matured')).toBe('MATURED');
  expect(movementOf('reserve.release-decided')).toBe('RESERVE_RELEASED');
  expect(movementOf('a template that nobody listed')).toBe('UNKNOWN');
});

test('a failure is told by who can mend it', () => {
  expect(failureReason).toEqual({
    retry: 'FAILED_RETRY',
    seller_must_act: 'FAILED_SELLER_MUST_ACT',
    terminal: 'FAILED_TERMINAL',
  });
});

const words = toBoth('지급되었습니다.', 'Paid.');

// prettier-ignore
test.each<[Facts | undefined, Audience, string]>([
  [undefined,                                'operator', 'Paid.'],
  [{ amount: null, date: null, code: null }, 'operator', 'Paid.'],
  [{ amount: 0n },                           'seller',   'Paid. (₩0)'],
  [{ date: '2026-05-09' },                   'seller',   'Paid. (2026-05-09)'],
  [{ code: 'FAILED' },                       'seller',   'Paid.'],
  [{ code: 'FAILED' },                       'operator', 'Paid. (FAILED)'],
])('with %p the %s reads: %s', (facts, audience, text) => {
  expect(say(words, { language: 'en', audience }, facts)).toBe(text);
});

test('a code that is told with a reason of the platform is told as it is', () => {
  const reader = { language: 'en', audience: 'operator' } as const;
  expect(sayReason('PAID', reader)).toBe('Paid.');
  expect(sayReason('PAID', reader, { code: 'COMPLETED' })).toBe('Paid. (COMPLETED)');
  expect(sayReason('FRAUD', reader, { code: 'CASE_7' })).toBe('An operator put the seller on hold. (CASE_7)');
});
