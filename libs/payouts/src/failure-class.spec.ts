import { createPayouts, payoutFailureCodes, payoutStatuses, type PayoutStatus } from '@jeongsan/provider-contract';
import {
  eventOfStatus,
  failureClasses,
  failureClassOf,
  payoutEventOf,
  rejectionScope,
  takesMoney,
} from './failure-class.js';

test('every code with which a request can be refused, or a payout end, has somebody who acts on it', () => {
  expect(Object.keys(rejectionScope).sort()).toEqual([...createPayouts.errors].sort());
  const aboutOne = Object.entries(rejectionScope).flatMap(([code, scope]) => (scope === 'item' ? [code] : []));
  const endings = payoutStatuses.filter((status) => payoutEventOf[status] === 'fail');
  expect(Object.keys(failureClasses).sort()).toEqual([...aboutOne, ...payoutFailureCodes, ...endings].sort());
});

// prettier-ignore
test.each`
  code                           | failureClass
  ${'FORBIDDEN_SELLER_PAYOUT'}   | ${'seller_must_act'}
  ${'ACCOUNT_TRANSFER_REJECTED'} | ${'seller_must_act'}
  ${'NOT_FOUND_SELLER'}          | ${'terminal'}
  ${'INVALID_REQUEST'}           | ${'terminal'}
  ${'REJECTED'}                  | ${'terminal'}
  ${'FAILED'}                    | ${'retry'}
  ${'DELETED'}                   | ${'retry'}
  ${'A_CODE_NOBODY_LISTED'}      | ${'retry'}
  ${'toString'}                  | ${'retry'}
`('$code: $failureClass', ({ code, failureClass }: Record<string, string>) => {
  expect(failureClassOf(code ?? '')).toBe(failureClass);
});

test('a duplicate reference is no rejection', () => {
  expect(rejectionScope.DUPLICATED_REF_PAYOUT_ID).toBe('duplicate');
});

// prettier-ignore
test.each<[PayoutStatus, string]>([
  ['REQUESTED',   'accept'],
  ['IN_PROGRESS', 'accept'],
  ['COMPLETED',   'settle'],
  ['FAILED',      'fail'],
  ['REJECTED',    'fail'],
  ['CANCELED',    'fail'],
  ['DELETED',     'fail'],
])('a payout that the provider shows as %s: %s', (status, event) => {
  expect(payoutEventOf[status]).toBe(event);
});

test.each(['HELD', 'toString', ''])('the status %p, which no document names, is neither paid nor failed', (status) => {
  expect(eventOfStatus(status)).toBe('accept');
  expect(takesMoney(status)).toBe(true);
});
