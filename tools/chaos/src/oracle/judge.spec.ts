import { won } from '@jeongsan/money';
import type { SellerKind } from '../plan/plan-history.js';
import type { History } from '../testing/build-market.js';
import type { BookPayout, Evidence, OurPayout } from './evidence.js';
import { judgeHistories } from './judge-histories.js';

const DATE = '2026-05-11';
const AT = new Date('2026-05-11T01:00:00Z');

const history = (kind: SellerKind, amount = 50_000n): History => ({
  plan: { number: 0, runs: 1, sellers: [], decision: 'approve', batchFaults: [] },
  dates: [DATE],
  sellers: [
    {
      plan: { kind, amount, troubleDay: 0, refund: 1n },
      ...{ sellerId: 's', providerSellerId: 'seller_1', accountNumber: '71', refunded: { amount: 0n } },
    },
  ],
});
const booked = (change: Partial<BookPayout> = {}): BookPayout => ({
  ...{ id: 'FPA_1', refPayoutId: 'p', destination: 'seller_1', scheduleType: 'EXPRESS', payoutDate: DATE },
  ...{ amount: won(50_000n), transactionDescription: '정산금', requestedAt: AT, status: 'COMPLETED' },
  ...{ error: null, metadata: null },
  ...change,
});
const ours = (change: Partial<OurPayout> = {}): OurPayout => ({
  ...{ id: 'p', ref: 'p', sellerId: 's', amount: 50_000n, state: 'paid', batchId: 'a', failureCode: null },
  runState: 'closed',
  ...change,
});
/** A payout that went as it should. */
const sound: Evidence = {
  book: [booked()],
  payouts: [ours()],
  balances: new Map([['s', { payable: 0n, reserved: 0n, debt: 0n }]]),
  runs: new Map([[DATE, 'closed']]),
  statements: new Set([`s/${DATE}`]),
  moves: [
    { payoutId: 'p', was: 'reserved', became: 'submitted', absentListings: null },
    { payoutId: 'p', was: 'submitted', became: 'in_transit', absentListings: 0 },
    { payoutId: 'p', was: 'in_transit', became: 'paid', absentListings: 0 },
  ],
  announced: [
    { payoutId: 'p', sequence: 1n, status: 'in_transit' },
    { payoutId: 'p', sequence: 2n, status: 'paid' },
  ],
  fences: [{ batchId: 'a', state: 'sending', fence: 1n, at: AT }],
  sent: new Map([['a', [AT]]]),
};
const violations = (change: Partial<Evidence>, of = history('plain'), open: { date: string; what: string }[] = []) =>
  judgeHistories([of], { ...sound, ...change }, open).flatMap((verdict) => verdict.violations);

test('a history in which everybody got what was promised holds', () => {
  expect(violations({})).toEqual([]);
});

const minutesLater = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);
// prettier-ignore
test.each<[string, Partial<Evidence>, string]>([
  ['paid twice under one reference',   { book: [booked(), booked({ id: 'FPA_2' })] },                                   'I1'],
  ['paid again under another',         { book: [booked(), booked({ id: 'FPA_2', refPayoutId: 'q' })] },                 'I1'],
  ['paid another amount',              { book: [booked({ amount: won(49_999n) })] },                                    'I1'],
  ['never paid',                       { book: [] },                                                                    'I2'],
  ['called failed, and paid',          { payouts: [ours({ state: 'failed', failureCode: 'X' })] },                      'I2'],
  ['its run never drafted',            { runs: new Map() },                                                             'I2'],
  ['without a statement',              { statements: new Set() },                                                       'I2'],
  ['its money freed too',              { balances: new Map([['s', { payable: 50_000n, reserved: 0n, debt: 0n }]]) },    'I8'],
  ['below zero',                       { balances: new Map([['s', { payable: -1n, reserved: 1n, debt: 0n }]]) },        'I4'],
  ['paid after it was released',       { moves: [...sound.moves, { payoutId: 'p', was: 'released', became: 'paid', absentListings: 0 }] }, 'I5'],
  ['freed after one listing',          { moves: [...sound.moves, { payoutId: 'p', was: 'unknown', became: 'reserved', absentListings: 0 }] }, 'I11'],
  ['its end not announced',            { announced: sound.announced.slice(0, 1) },                                      'I15'],
  ['its events out of order',          { announced: sound.announced.toReversed() },                                     'I15'],
  ['half of its batch taken',          { payouts: [ours(), ours({ id: 'q', ref: 'q', state: 'released' })] },           'I10'],
  ['sent twice',                       { sent: new Map([['a', [AT, AT]]]) },                                            'I16'],
  ['sent after a takeover',            { sent: new Map([['a', [minutesLater(2)]]]), fences: [...sound.fences, { batchId: 'a', state: 'unknown', fence: 2n, at: minutesLater(1) }] }, 'I16'],
])('a payout that was %s is a violation', (_, change, invariant) => {
  expect(violations(change).join('\n')).toContain(`(${invariant})`);
});

test('more than the weekly limit within seven days is a violation', () => {
  const limited = history('limited', 20_000_000n);
  const twice = (requestedAt: Date) => [
    booked({ amount: won(6_000_000n) }),
    booked({ id: 'FPA_2', refPayoutId: 'q', amount: won(6_000_000n), requestedAt }),
  ];
  expect(violations({ book: twice(minutesLater(1)) }, limited).join('\n')).toContain('(I9)');
  expect(violations({ book: twice(minutesLater(8 * 24 * 60)) }, limited).join('\n')).not.toContain('(I9)');
});

test('what never comes to rest is a violation of its own history', () => {
  expect(violations({}, history('plain'), [{ date: DATE, what: '1 payouts unknown' }]).join('\n')).toContain('(I14)');
  expect(violations({}, history('plain'), [{ date: '2026-05-12', what: '1 payouts unknown' }])).toEqual([]);
});
