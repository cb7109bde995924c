import { CallError } from '@jeongsan/http-contract';
import { won } from '@jeongsan/money';
import { observePayout } from './observe-payout.js';
import type { PayoutStore } from './payout-store.js';
import type { PayoutProvider } from './provider.js';

const NOW = new Date('2026-05-11T01:00:00Z');

/** A store with one payout of 1,000 won that records every decision. */
const decisions: string[] = [];
const store: Pick<PayoutStore, 'ownPayout' | 'transaction'> = {
  ownPayout: async (reference) => {
    if (reference === 'ours') return { amount: 1_000n, state: 'in_transit' };
    return reference === 'just sent' ? { amount: 1_000n, state: 'submitted' } : null;
  },
  transaction: (decision) => {
    decisions.push(decision);
    return Promise.reject(new Error('decided'));
  },
};

const shows = (refPayoutId: string | null, amount: bigint): Pick<PayoutProvider, 'getPayout'> => ({
  getPayout: async ({ params }) => ({
    version: '2022-11-16',
    traceId: 'trace',
    entityType: 'payout',
    entityBody: {
      id: params.id,
      refPayoutId,
      destination: 'seller_1',
      scheduleType: 'EXPRESS',
      payoutDate: '2026-05-11',
      amount: won(amount),
      transactionDescription: '정산금',
      requestedAt: NOW,
      status: 'COMPLETED',
      error: null,
      metadata: null,
    },
  }),
});

const observe = (refPayoutId: string | null, amount: bigint): Promise<void> =>
  observePayout(store as PayoutStore, shows(refPayoutId, amount), 'payout_1', () => NOW);

beforeEach(() => decisions.splice(0));

test('the payout that was named is the one that is looked at', async () => {
  const asked: string[] = [];
  const provider: Pick<PayoutProvider, 'getPayout'> = {
    getPayout: (input) => {
      asked.push(input.params.id);
      return shows(null, 1n).getPayout(input);
    },
  };
  await observePayout(store as PayoutStore, provider, 'payout_7', () => NOW);
  expect(asked).toEqual(['payout_7']);
});

test('a payout that is not ours changes nothing', async () => {
  await observe('of somebody else', 1_000n);
  expect(decisions).toEqual([]);
});

test('ours, shown with another amount, moves nothing and is looked at again', async () => {
  await expect(observe('ours', 1_001n)).rejects.toThrow('is of 1001 with the provider, 1000 with us');
  expect(decisions).toEqual([]);
});

test('ours as we sent it is believed', async () => {
  await expect(observe('ours', 1_000n)).rejects.toThrow('decided');
  expect(decisions).toEqual(['observe']);
});

test('one without a reference is none of ours', async () => {
  await observe(null, 1_000n);
  expect(decisions).toEqual([]);
});

test('one whose reply is not recorded yet is looked at again', async () => {
  await expect(observe('just sent', 1_000n)).rejects.toThrow('Payout just sent is still being submitted');
  expect(decisions).toEqual([]);
});

const fails = (error: Error) =>
  observePayout(store as PayoutStore, { getPayout: () => Promise.reject(error) }, 'payout_1', () => NOW);

test('one that the provider does not know changes nothing', async () => {
  await fails(new CallError('rejected', 404, 'PAYOUT_NOT_FOUND', 'there is none'));
  expect(decisions).toEqual([]);
});

test('a look that failed is taken again', async () => {
  await expect(fails(new CallError('unknown', 0, 'NO_REPLY', 'no reply'))).rejects.toThrow('NO_REPLY');
  await expect(fails(new Error('PAYOUT_NOT_FOUND'))).rejects.toThrow('PAYOUT_NOT_FOUND');
});
