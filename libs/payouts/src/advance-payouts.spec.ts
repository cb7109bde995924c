import { Permanent } from '@jeongsan/messaging';
import { won } from '@jeongsan/money';
import type { PayoutState } from '@jeongsan/state-machines';
import { advancePayouts } from './advance-payouts.js';
import type { Payout, PayoutMove, PayoutStep, ProviderPayout } from './payout.js';
import type { PayoutRecords } from './payout-store.js';
import { advanceToProvider, carryOut, type Ruling } from './ruling.js';

const NOW = new Date('2026-05-11T02:00:00Z');
const payoutOf = (id: string, state: PayoutState, more: Partial<Payout> = {}): Payout => ({
  ...{ id, ref_payout_id: id, run_id: 'run', seller_id: 'seller', provider_seller_id: 's', amount: 1_000n, state },
  ...{ account_fingerprint: 'f', provider_payout_id: null, schedule_type: null, payout_date: null },
  ...{ due_on: '2026-05-11', not_before: null, absent_rounds: 0, duplicate_rounds: 0 },
  ...more,
});

/** An in-memory store for one decision about these payouts; it collects what the decision writes. */
function booksOf(...payouts: readonly Payout[]) {
  const calls: string[] = [];
  const moves: PayoutMove[] = [];
  const postings: unknown[] = [];
  const news: unknown[] = [];
  const announced: string[] = [];
  const closed: string[] = [];
  const records: Partial<PayoutRecords> = {
    payouts: async () => (calls.push('payouts'), new Map(payouts.map((payout) => [payout.id, payout]))),
    writeMoves: async (written) => (calls.push('writeMoves'), void moves.push(...written)),
    post: async (posted) => void postings.push(...posted),
    announce: async (told) => void announced.push(...told.map(({ payout }) => `${payout.id} ${payout.state}`)),
    emit: async (type, events) => void news.push(...events.map((event) => [type, event])),
    closeRunIfDone: async (runId) => void closed.push(runId),
    failuresBefore: async () => 0,
    holdSeller: async () => undefined,
  };
  return { records: records as PayoutRecords, calls, moves, postings, news, announced, closed };
}

describe('advancePayouts', () => {
  test('no steps read nothing, and steps that already happened write nothing', async () => {
    const books = booksOf(payoutOf('a', 'paid'));
    expect(await advancePayouts(books.records, [], NOW)).toEqual([]);
    expect(books.calls).toEqual([]);
    expect(await advancePayouts(books.records, [{ id: 'a', event: 'settle' }], NOW)).toEqual([]);
    expect(books.calls).toEqual(['payouts']);
  });

  // prettier-ignore
  test.each<[PayoutState, PayoutStep['event'], string, boolean]>([
    ['planned', 'settle', 'Payout a is still planned: settle must wait', false],
    ['refused', 'settle', 'Payout a is refused: settle contradicts it',  true],
  ])('to a payout that is %s, %s is no step: %s', async (state, event, message, isPermanent) => {
    const { records, calls } = booksOf(payoutOf('a', state));
    const error: unknown = await advancePayouts(records, [{ id: 'a', event }], NOW).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message });
    expect(error instanceof Permanent).toBe(isPermanent);
    expect(calls).toEqual(['payouts']);
  });

  test('a payout that there is not cannot move', async () => {
    const moving = advancePayouts(booksOf().records, [{ id: 'a', event: 'settle' }], NOW);
    await expect(moving).rejects.toThrow(new Permanent('Payout a does not exist'));
  });

  test('what is on its way and what ended is announced, and each run in which one ended is closed in order', async () => {
    const books = booksOf(
      payoutOf('a', 'in_transit', { run_id: 'run 2' }),
      payoutOf('b', 'submitted'),
      payoutOf('c', 'reserved'),
      payoutOf('d', 'in_transit', { run_id: 'run 1' }),
    );
    const steps: PayoutStep[] = [
      { id: 'a', event: 'settle' },
      { id: 'b', event: 'accept' },
      { id: 'c', event: 'submit' },
      { id: 'd', event: 'fail', failureClass: 'retry', failureCode: 'FAILED' },
    ];
    const moved = await advancePayouts(books.records, steps, NOW);
    expect(moved.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'a paid',
      'b in_transit',
      'c submitted',
      'd failed',
    ]);
    expect(books.announced).toEqual(['a paid', 'b in_transit', 'd failed']);
    expect(books.closed).toEqual(['run 1', 'run 2']);
    expect(books.news).toEqual([]);
    expect(books.postings).toHaveLength(2);
  });

  test('a payout that waits for people is told to them, with what it is about', async () => {
    const { records, news, announced, closed } = booksOf(payoutOf('a', 'unknown'));
    await advancePayouts(records, [{ id: 'a', event: 'park' }], NOW);
    const data = { payoutId: 'a', sellerId: 'seller', runId: 'run', amount: '1000' };
    expect(news).toEqual([['payout.parked', { entityId: 'a', data }]]);
    expect([announced, closed]).toEqual([[], []]);
  });
});

describe('carryOut', () => {
  // prettier-ignore
  test.each<[string, PayoutState, Partial<Payout>, Ruling, PayoutStep, PayoutState]>([
    ['one that may be there is lost',                   'submitted', {}, { id: 'a', kind: 'lost', isAccused: false },            { id: 'a', event: 'lose' },                      'unknown'],
    ['one that was named as a duplicate counts it',     'submitted', { duplicate_rounds: 1 }, { id: 'a', kind: 'lost', isAccused: true }, { id: 'a', event: 'lose', duplicateRounds: 2 },  'unknown'],
    ['one that was not taken goes out again',           'submitted', {}, { id: 'a', kind: 'again' },                             { id: 'a', event: 'retry' },                     'reserved'],
    ['one whose day was refused waits for another',     'submitted', {}, { id: 'a', kind: 'again', notBefore: '2026-05-12' },    { id: 'a', event: 'retry', notBefore: '2026-05-12' }, 'reserved'],
    ['one that two listings lack counts the round',     'unknown',   { absent_rounds: 3 }, { id: 'a', kind: 'absent' },          { id: 'a', event: 'absent', absentRounds: 4 },   'reserved'],
    ['one that was lacked too often waits for people',  'unknown',   { absent_rounds: 19 }, { id: 'a', kind: 'absent' },         { id: 'a', event: 'park', absentRounds: 20 },    'parked'],
    ['one that is shown with another amount does, too', 'unknown',   {}, { id: 'a', kind: 'parked' },                            { id: 'a', event: 'park' },                      'parked'],
  ])('%s', async (_, state, more, ruling, step, to) => {
    const { records, moves } = booksOf(payoutOf('a', state, more));
    await carryOut(records, [ruling], NOW);
    expect(moves.map((move) => [move.step, move.payout.state])).toStrictEqual([[step, to]]);
  });

  test('no rulings read nothing', async () => {
    const { records, calls } = booksOf();
    await carryOut(records, [], NOW);
    expect(calls).toEqual([]);
  });

  test('a payout that the provider shows without a reference is not ours', async () => {
    const { records, calls } = booksOf();
    await advanceToProvider(records, [{ refPayoutId: null, amount: won(1n) } as ProviderPayout], NOW);
    expect(calls).toEqual([]);
  });
});
