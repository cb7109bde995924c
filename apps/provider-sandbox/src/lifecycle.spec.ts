import {
  legacyPayoutLifecycle,
  paymentLifecycle,
  payoutLifecycle,
  receiptLifecycle,
  refundLifecycle,
  reservationLifecycle,
  sellerLifecycle,
  subMallLifecycle,
  walletCustomerLifecycle,
  walletMethodLifecycle,
} from '@jeongsan/provider-contract';
import { advance, stepOf } from './lifecycle.js';

test.each([
  ['payment', paymentLifecycle],
  ['seller', sellerLifecycle],
  ['payout', payoutLifecycle],
  ['receipt', receiptLifecycle],
  ['refund', refundLifecycle],
  ['reservation', reservationLifecycle],
  ['sub-mall', subMallLifecycle],
  ['legacy payout', legacyPayoutLifecycle],
  ['wallet customer', walletCustomerLifecycle],
  ['wallet method', walletMethodLifecycle],
])('every trigger of the %s lifecycle leads to one of its statuses', (_, lifecycle) => {
  const statuses = Object.keys(lifecycle);
  const targets = Object.values(lifecycle).flatMap((triggers) => Object.values(triggers));
  expect(targets.filter((status) => !statuses.includes(status))).toEqual([]);
});

test('a trigger leads on from a status that accepts it, and nowhere from another', () => {
  expect(stepOf(payoutLifecycle, 'REQUESTED', 'cancel')).toBe('CANCELED');
  expect(stepOf(payoutLifecycle, 'IN_PROGRESS', 'cancel')).toBeUndefined();
  expect(() => advance(payoutLifecycle, 'COMPLETED', 'fail')).toThrow('COMPLETED does not accept fail');
});
