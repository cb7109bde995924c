import type { Payout } from './payout.js';
import { companyMax, mustPark, together } from './rounds.js';

// prettier-ignore
test.each`
  absent | duplicate | company | parked
  ${0}   | ${0}      | ${100}  | ${false}
  ${1}   | ${0}      | ${100}  | ${false}
  ${2}   | ${0}      | ${10}   | ${false}
  ${3}   | ${0}      | ${10}   | ${false}
  ${4}   | ${0}      | ${1}    | ${false}
  ${19}  | ${0}      | ${1}    | ${false}
  ${20}  | ${0}      | ${1}    | ${true}
  ${1}   | ${1}      | ${1}    | ${false}
  ${2}   | ${2}      | ${1}    | ${true}
`('after $absent rounds, $duplicate of them as a duplicate: in company of $company, parked: $parked', (row: Record<string, number | boolean>) => {
  const rounds = { absent_rounds: Number(row.absent), duplicate_rounds: Number(row.duplicate) };
  expect([companyMax(rounds), mustPark(rounds)]).toEqual([row.company, row.parked]);
});

const payout = (id: string, more: Partial<Payout> = {}): Payout => ({
  ...{
    id,
    ref_payout_id: id,
    run_id: 'run',
    seller_id: 's',
    provider_seller_id: 's',
    account_fingerprint: 'f',
    amount: 1n,
  },
  ...{ state: 'reserved', provider_payout_id: null, absent_rounds: 0, duplicate_rounds: 0, not_before: null },
  ...{ schedule_type: null, payout_date: null, due_on: '2026-05-11' },
  ...more,
});
const ids = (list: readonly Payout[]) => list.map((p) => p.id);

test('an innocent batch stays whole, a suspect goes alone', () => {
  const suspect = payout('b', { duplicate_rounds: 1, absent_rounds: 1 });
  const lost = { absent_rounds: 1 };
  expect(ids(together([payout('a', lost), suspect, payout('c', lost)]))).toEqual(['a', 'c']);
  expect(ids(together([suspect, payout('a'), payout('c')]))).toEqual(['b']);
  expect(together([])).toEqual([]);
});

test('payouts for different days are different batches', () => {
  const moved = { not_before: '2026-05-12' };
  expect(ids(together([payout('a', moved), payout('b'), payout('c', moved)]))).toEqual(['a', 'c']);
});

test('those that were lost together again and again go out by tens, then one by one', () => {
  const list = (rounds: number) => Array.from({ length: 30 }, (_, i) => payout(`p${i}`, { absent_rounds: rounds }));
  expect([together(list(1)).length, together(list(2)).length, together(list(4)).length]).toEqual([30, 10, 1]);
});
