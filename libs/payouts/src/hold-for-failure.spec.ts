import { classInARow, holdForFailure } from './hold-for-failure.js';
import type { FailureClass } from './failure-class.js';
import type { Payout } from './payout.js';
import type { PayoutBook } from './payout-store.js';

const NOW = new Date('2026-05-11T02:00:00Z');
const payout = {
  ...{ id: 'payout', run_id: 'run', seller_id: 'seller', account_fingerprint: 'account', amount: 1_000n },
} as Payout;

// prettier-ignore
test.each<[FailureClass, number, FailureClass, string]>([
  ['retry',           0, 'retry',           'the first statement that came back'],
  ['retry',           1, 'retry',           'the second in a row'],
  ['retry',           2, 'terminal',        'the third: no bank has so many bad days'],
  ['retry',           7, 'terminal',        'every one after it'],
  ['seller_must_act', 7, 'seller_must_act', 'what the seller must mend, however often'],
  ['terminal',        0, 'terminal',        'what nobody can mend'],
])('%s after %i failures in a row is %s: %s', async (failureClass, before, expected) => {
  const book: Pick<PayoutBook, 'failuresBefore'> = { failuresBefore: async () => before };
  expect(await classInARow(book as PayoutBook, payout, failureClass)).toBe(expected);
});

/** What is kept, and what people are told, when a payout ends so. */
async function after(failureClass: FailureClass, reason: 'ACCOUNT_REJECTED' | 'PAYOUT_REFUSED') {
  const holds: unknown[][] = [];
  const news: unknown[][] = [];
  const book: Pick<PayoutBook, 'holdSeller' | 'emit'> = {
    holdSeller: async (...hold) => void holds.push(hold),
    emit: async (...told) => void news.push(told),
  };
  await holdForFailure(book as PayoutBook, payout, { code: 'CODE', failureClass, reason }, NOW);
  return { holds, news };
}

test('what time mends keeps no money and tells nobody', async () => {
  expect(await after('retry', 'ACCOUNT_REJECTED')).toEqual({ holds: [], news: [] });
});

test.each(['ACCOUNT_REJECTED', 'PAYOUT_REFUSED'] as const)(
  'what the seller must mend keeps its money as %s, with the account that was refused',
  async (reason) => {
    const holds = [['seller', reason, 'CODE', NOW, 'account']];
    expect(await after('seller_must_act', reason)).toEqual({ holds, news: [] });
  },
);

test('what nobody can mend keeps it as refused, whatever failed, and people are told', async () => {
  const data = { payoutId: 'payout', sellerId: 'seller', runId: 'run', amount: '1000', code: 'CODE' };
  expect(await after('terminal', 'ACCOUNT_REJECTED')).toEqual({
    holds: [['seller', 'PAYOUT_REFUSED', 'CODE', NOW, 'account']],
    news: [['payout.failed-for-good', [{ entityId: 'payout', data }], NOW]],
  });
});
