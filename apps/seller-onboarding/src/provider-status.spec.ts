import { sellerStatuses } from '@jeongsan/provider-contract';
import { firstEventsOf, sellerEventOf } from './provider-status.js';

test('every documented status of a seller has an event', () => {
  expect(sellerStatuses.filter((status) => sellerEventOf(status) === undefined)).toEqual([]);
});

test.each(['SUSPENDED', 'constructor', ''])(
  'the status %p, which no document names, moves no seller and lets nothing be paid',
  (status) => {
    expect(sellerEventOf(status)).toBeUndefined();
    expect(firstEventsOf(status)).toEqual(['awaitIdentity']);
  },
);
