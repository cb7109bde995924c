import type { FrozenPayout } from './batch.js';
import { bodyHash, frozenPayout } from './frozen-payout.js';

const payout = { ref_payout_id: 'payout-1', provider_seller_id: 'seller_1', amount: 999_999_999n };
const item: FrozenPayout = {
  refPayoutId: 'payout-1',
  destination: 'seller_1',
  scheduleType: 'SCHEDULED',
  payoutDate: '2026-05-12',
  amount: { currency: 'KRW', value: 999_999_999 },
  transactionDescription: '정산금',
};

test('a payout is frozen as the provider asks for it: with its day when scheduled, without one as EXPRESS', () => {
  expect(frozenPayout(payout, { type: 'SCHEDULED', date: '2026-05-12' }, '정산금')).toEqual(item);
  expect(frozenPayout(payout, { type: 'EXPRESS', date: '2026-05-11' }, '정산금')).toEqual({
    ...item,
    scheduleType: 'EXPRESS',
    payoutDate: null,
  });
});

test('batches that are on record keep their hash', () => {
  expect(bodyHash([item])).toBe('af9990d19423fbf56d46aa6428c6df2ac81320d1d73f4db8190d9e096f0029dc');
});

test('a batch is read with the hash that it was stored with, in whatever order Postgres gives its members', () => {
  const turned = Object.fromEntries(Object.entries(item).reverse()) as FrozenPayout;
  const { currency, value } = item.amount;
  expect(bodyHash([{ ...turned, amount: { value, currency } }])).toBe(bodyHash([item]));
});

// prettier-ignore
test.each<[string, FrozenPayout[]]>([
  ['no item',               []],
  ['the item twice',        [item, item]],
  ['another reference',     [{ ...item, refPayoutId: 'payout-2' }]],
  ['another seller',        [{ ...item, destination: 'seller_2' }]],
  ['no schedule',           [{ ...item, scheduleType: 'EXPRESS' }]],
  ['another day',           [{ ...item, payoutDate: '2026-05-13' }]],
  ['no day',                [{ ...item, payoutDate: null }]],
  ['one won less',          [{ ...item, amount: { currency: 'KRW', value: 999_999_998 } }]],
  ['another text',          [{ ...item, transactionDescription: '정산' }]],
])('a batch with %s has another hash', (_, items) => {
  expect(bodyHash(items)).not.toBe(bodyHash([item]));
});
