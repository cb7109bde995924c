import { weeklyMost } from './weekly-limit.js';
import { payoutGates, splitPayout, type GateFacts } from './payout-gates.js';

const policy = { minimumPayout: 1_000n, weeklyLimit: 10_000_000n };
const open: GateFacts = { state: 'approved', accountWaits: false, holds: [], paidThisWeek: 0n };

// prettier-ignore
test.each<[string, bigint, GateFacts, bigint, string | null]>([
  ['an approved seller is paid everything',            50_000_000n, open,                                                      50_000_000n, null],
  ['nothing owed is nothing held',                              0n, open,                                                               0n, null],
  ['less than the minimum waits',                             999n, open,                                                               0n, 'BELOW_MINIMUM'],
  ['less than the minimum is paid where somebody let it',     1n, { ...open, minimumWaived: true },                                   1n, null],
  ['a waived minimum waives no hold',                         1n, { ...open, minimumWaived: true, holds: ['ACCOUNT_REJECTED'] },      0n, 'ACCOUNT_REJECTED'],
  ['the minimum itself is paid',                            1_000n, open,                                                           1_000n, null],
  ['a seller under review is paid up to the limit',    10_000_000n, { ...open, state: 'limited' },                             10_000_000n, null],
  ['beyond the limit the rest waits',                  10_000_001n, { ...open, state: 'limited' },                             10_000_000n, 'WEEKLY_LIMIT'],
  ['what was paid this week counts',                    5_000_000n, { ...open, state: 'limited', paidThisWeek: 8_000_000n },    2_000_000n, 'WEEKLY_LIMIT'],
  ['without headroom all waits',                        5_000_000n, { ...open, state: 'limited', paidThisWeek: 12_000_000n },           0n, 'WEEKLY_LIMIT'],
  ['no identity check, no payout',                      5_000_000n, { ...open, state: 'awaiting_identity' },                            0n, 'IDENTITY_CHECK_REQUIRED'],
  ['less than nothing owed is nothing held',                   -1n, { ...open, state: 'closed' },                                      0n, null],
  ['without a verified account nothing is paid',        5_000_000n, { ...open, state: 'received' },                                     0n, 'ACCOUNT_NOT_VERIFIED'],
  ['nor to an account that was refused',                5_000_000n, { ...open, state: 'account_refused' },                              0n, 'ACCOUNT_NOT_VERIFIED'],
  ['a verified account is not registered yet',          5_000_000n, { ...open, state: 'account_verified' },                             0n, 'REGISTRATION_PENDING'],
  ['a refused registration blocks everything',          5_000_000n, { ...open, state: 'refused' },                                      0n, 'REGISTRATION_REFUSED'],
  ['a closed seller is not paid',                       5_000_000n, { ...open, state: 'closed' },                                       0n, 'SELLER_CLOSED'],
  ['a seller under review has a minimum, too',                999n, { ...open, state: 'limited' },                                      0n, 'BELOW_MINIMUM'],
  ['of two holds the first is named',                   5_000_000n, { ...open, holds: ['FRAUD', 'SELLER_HOLD'] },                       0n, 'FRAUD'],
  ['one won of headroom is paid',                           5_000n, { ...open, state: 'limited', paidThisWeek: 9_999_999n },            1n, 'WEEKLY_LIMIT'],
  ['an approved seller has no week',                        5_000n, { ...open, paidThisWeek: 12_000_000n },                         5_000n, null],
  ['KYC required blocks everything',                    5_000_000n, { ...open, state: 'kyc_required' },                                 0n, 'KYC_REQUIRED'],
  ['a hold blocks everything',                          5_000_000n, { ...open, holds: ['ACCOUNT_REJECTED'] },                           0n, 'ACCOUNT_REJECTED'],
  ['a changed account waits',                           5_000_000n, { ...open, accountWaits: true },                                    0n, 'ACCOUNT_CHANGED'],
  ['a changed account waits, however little it is',     1n, { ...open, accountWaits: true, minimumWaived: true },               0n, 'ACCOUNT_CHANGED'],
  ['who must be looked at first comes first',           5_000_000n, { ...open, state: 'kyc_required', accountWaits: true },             0n, 'KYC_REQUIRED'],
  ['a changed account comes before a hold',             5_000_000n, { ...open, accountWaits: true, holds: ['SELLER_HOLD'] },            0n, 'ACCOUNT_CHANGED'],
  ['an unknown seller is not paid',                     5_000_000n, { ...open, state: null },                                           0n, 'SELLER_UNKNOWN'],
])('%s', (_, amount, facts, payable, holdReason) => {
  expect(payoutGates(amount, facts, policy)).toEqual({ payable, holdReason });
});

// prettier-ignore
test.each<[string, boolean, bigint, bigint, bigint]>([
  ['one won below the limit is paid, exclusive',   false,  9_999_999n,         0n,  9_999_999n],
  ['the limit itself is paid where it is inclusive', true, 10_000_000n,        0n, 10_000_000n],
  ['the limit itself is not where it is exclusive', false, 10_000_000n,        0n,  9_999_999n],
  ['one won above it is not, inclusive',            true, 10_000_001n,         0n, 10_000_000n],
  ['with what was paid before, inclusive',          true,  4_000_000n, 6_000_000n,  4_000_000n],
  ['with what was paid before, exclusive',         false,  4_000_000n, 6_000_000n,  3_999_999n],
])('the weekly limit: %s', (_, inclusive, amount, paidThisWeek, payable) => {
  const limits = { ...policy, weeklyLimit: weeklyMost(10_000_000n, inclusive) };
  const verdict = payoutGates(amount, { ...open, state: 'limited', paidThisWeek }, limits);
  expect(verdict).toEqual({ payable, holdReason: payable === amount ? null : 'WEEKLY_LIMIT' });
});

test('a payout is split below one billion won, to the won', () => {
  expect(splitPayout(999_999_999n)).toEqual([999_999_999n]);
  expect(splitPayout(1_000_000_000n)).toEqual([999_999_999n, 1n]);
  expect(splitPayout(1_999_999_998n)).toEqual([999_999_999n, 999_999_999n]);
  expect(splitPayout(1_999_999_999n)).toEqual([999_999_999n, 999_999_999n, 1n]);
  expect(splitPayout(2_500_000_000n).reduce((a, b) => a + b)).toBe(2_500_000_000n);
  expect(splitPayout(0n)).toEqual([]);
});
