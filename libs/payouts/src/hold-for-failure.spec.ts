import type { PayoutEvent, PayoutState } from '@jeongsan/state-machines';
import type { FailureClass } from './failure-class.js';
import { classInARow, holdForFailure } from './hold-for-failure.js';
import type { Payout } from './payout.js';
import type { PayoutRecords } from './payout-store.js';

const NOW = new Date('2026-05-11T02:00:00Z');
const payout = {
  ...{ id: 'payout', run_id: 'run', seller_id: 'seller', account_fingerprint: 'account', amount: 1_000n },
} as Payout;

// prettier-ignore
test.each<[FailureClass | undefined, PayoutEvent, number, FailureClass | undefined, string]>([
  ['retry',           'fail',     0, 'retry',           'the first statement that came back'],
  ['retry',           'fail',     1, 'retry',           'the second in a row'],
  ['retry',           'fail',     2, 'terminal',        'the third: no bank has so many bad days'],
  ['retry',           'refuse',   7, 'terminal',        'every one after it'],
  ['retry',           'giveBack', 7, 'retry',           'money that had arrived before'],
  ['seller_must_act', 'fail',     7, 'seller_must_act', 'what the seller must mend, however often'],
  ['terminal',        'fail',     0, 'terminal',        'what nobody can mend'],
  [undefined,         'settle',   7, undefined,         'no failure at all'],
])('class %s, by %s after %i failures in a row, is %s: %s', async (failureClass, event, before, expected) => {
  const records: Pick<PayoutRecords, 'failuresBefore'> = { failuresBefore: async () => before };
  expect(await classInARow(records as PayoutRecords, payout, { id: 'payout', event, ...(failureClass && { failureClass }) })).toBe(expected);
});

/** The holds and alerts when a payout reaches a state with a failure of a class. */
async function after(state: PayoutState, failureClass?: FailureClass) {
  const holds: unknown[][] = [];
  const news: unknown[][] = [];
  const records: Pick<PayoutRecords, 'holdSeller' | 'emit'> = {
    holdSeller: async (...hold) => void holds.push(hold),
    emit: async (...told) => void news.push(told),
  };
  const step = { id: 'payout', event: 'fail' as const, failureCode: 'CODE', ...(failureClass && { failureClass }) };
  await holdForFailure(records as PayoutRecords, { step, payout: { ...payout, state }, isFinished: true }, NOW);
  return { holds, news };
}

// prettier-ignore
test.each<[PayoutState, FailureClass | undefined, string]>([
  ['failed',   'retry',           'time mends it'],
  ['refused',  'retry',           'time mends it'],
  ['failed',   undefined,         'it failed for no cause of its own'],
  ['released', 'seller_must_act', 'it was never tried'],
  ['paid',     'terminal',        'it arrived'],
])('a payout that is %s, class %s, keeps no money and tells nobody: %s', async (state, failureClass) => {
  expect(await after(state, failureClass)).toEqual({ holds: [], news: [] });
});

// prettier-ignore
test.each<[PayoutState, FailureClass, string, string]>([
  ['failed',   'seller_must_act', 'ACCOUNT_REJECTED', 'the bank rejected its account'],
  ['returned', 'seller_must_act', 'ACCOUNT_REJECTED', 'the bank sent it back'],
  ['returned', 'retry',           'ACCOUNT_REJECTED', 'the bank sent it back, and would again'],
  ['refused',  'seller_must_act', 'PAYOUT_REFUSED',   'the provider refused it'],
])('a payout that is %s, class %s, keeps the money of its seller as %s until the account changes: %s', async (state, failureClass, reason) => {
  const holds = [['seller', reason, 'CODE', NOW, 'account']];
  expect(await after(state, failureClass)).toEqual({ holds, news: [] });
});

test.each<PayoutState>(['failed', 'returned', 'refused'])(
  'what nobody can mend keeps the money as refused when a payout is %s, and people are told',
  async (state) => {
    const data = { payoutId: 'payout', sellerId: 'seller', runId: 'run', amount: '1000', code: 'CODE' };
    expect(await after(state, 'terminal')).toEqual({
      holds: [['seller', 'PAYOUT_REFUSED', 'CODE', NOW, 'account']],
      news: [['payout.failed-for-good', [{ entityId: 'payout', data }], NOW]],
    });
  },
);
