import { won } from '@jeongsan/money';
import type { PayoutStatus } from '@jeongsan/provider-contract';
import type { BatchState, PayoutState } from '@jeongsan/state-machines';
import { differenceOf, isAboutToBeSent, type Difference } from './difference-of.js';

const OURS = '0198c1de-0000-4000-8000-000000000001';

// prettier-ignore
test.each<[string, string | null, PayoutStatus, boolean, Difference | null]>([
  ['a reference of ours that the books lack',     OURS,      'REQUESTED', false, 'UNKNOWN_PAYOUT'],
  ['no reference, but a seller of ours',          null,      'COMPLETED', true,  'UNKNOWN_PAYOUT'],
  ['another reference, but a seller of ours',     'by-hand', 'COMPLETED', true,  'UNKNOWN_PAYOUT'],
  ['a stranger paid by somebody else',            'by-hand', 'COMPLETED', false, null],
  ['unknown, and it took no money',               OURS,      'FAILED',    true,  null],
])('%s', (_, refPayoutId, status, isOurSeller, expected) => {
  const listed = { refPayoutId, destination: 'd', amount: won(1n), status };
  expect(differenceOf(listed, null, isOurSeller)).toBe(expected);
});

// prettier-ignore
test.each<[PayoutState, BatchState | null, PayoutStatus, Difference | null]>([
  ['planned',    null,       'REQUESTED',   'NEVER_SENT'],
  ['reserved',   null,       'REQUESTED',   'NEVER_SENT'],
  ['reserved',   'rejected', 'COMPLETED',   'NEVER_SENT'],
  ['reserved',   null,       'FAILED',      'NEVER_SENT'], // It would be sent again, under a reference that is used up.
  ['submitted',  'prepared', 'IN_PROGRESS', 'NEVER_SENT'],
  ['submitted',  'sending',  'REQUESTED',   null],
  ['submitted',  'accepted', 'COMPLETED',   null],
  ['unknown',    'unknown',  'REQUESTED',   null],
  ['in_transit', 'accepted', 'COMPLETED',   null],
  ['paid',       'accepted', 'COMPLETED',   null],
  ['failed',     'accepted', 'FAILED',      null],
  ['returned',   'accepted', 'FAILED',      null],
  ['released',   null,       'COMPLETED',   'NEVER_SENT'],
  ['released',   null,       'CANCELED',    null],
  ['refused',    'rejected', 'REQUESTED',   'NEVER_SENT'],
])('%s in a batch that is %s, and %s at the provider', (state, batchState, status, expected) => {
  const listed = { refPayoutId: OURS, destination: 'd', amount: won(1n), status };
  const known = { amount: 1n, providerSellerId: 'd', state, batchState };
  expect(differenceOf(listed, known, true)).toBe(expected);
  const others = { ...listed, amount: won(2n) };
  const isHarmless = status === 'FAILED' || status === 'CANCELED';
  expect(differenceOf(others, known, true)).toBe(isHarmless ? null : 'OTHER_CONTENT');
  expect(differenceOf({ ...listed, destination: 'e' }, known, true)).toBe(isHarmless ? null : 'OTHER_CONTENT');
});

test('what is about to be sent is what a batch does not hold yet, or one that nobody claimed', () => {
  const known = { amount: 1n, providerSellerId: 'd' };
  expect(isAboutToBeSent({ ...known, state: 'reserved', batchState: null })).toBe(true);
  expect(isAboutToBeSent({ ...known, state: 'submitted', batchState: 'prepared' })).toBe(true);
  expect(isAboutToBeSent({ ...known, state: 'submitted', batchState: 'sending' })).toBe(false);
  expect(isAboutToBeSent({ ...known, state: 'released', batchState: null })).toBe(false);
});

// prettier-ignore
test.each<[PayoutStatus, boolean]>([
  ['REQUESTED',   true],
  ['IN_PROGRESS', true],
  ['COMPLETED',   true],
  ['FAILED',      false],
  ['REJECTED',    false],
  ['CANCELED',    false],
  ['DELETED',     false],
])('a payout that is %s and unknown to the books is a finding: %p', (status, isFinding) => {
  const listed = { refPayoutId: OURS, destination: 'd', amount: won(1n), status };
  expect(differenceOf(listed, null, false)).toBe(isFinding ? 'UNKNOWN_PAYOUT' : null);
});

test.each([
  ['with more before it', `x${OURS}`],
  ['with more after it', `${OURS}x`],
  ['with a letter that no id has', OURS.replace('c', 'g')],
  ['in capitals', OURS.toUpperCase()],
  ['empty', ''],
])('a reference that looks like ours %s is none of ours', (_, refPayoutId) => {
  const listed = { refPayoutId, destination: 'd', amount: won(1n), status: 'COMPLETED' as const };
  expect(differenceOf(listed, null, false)).toBeNull();
});

test('what waits for people is with the provider, as far as the books know', () => {
  const known = { amount: 1n, providerSellerId: 'd', state: 'parked' as const, batchState: 'resolved' as const };
  const listed = { refPayoutId: OURS, destination: 'd', amount: won(1n), status: 'COMPLETED' as const };
  expect(differenceOf(listed, known, true)).toBeNull();
});
