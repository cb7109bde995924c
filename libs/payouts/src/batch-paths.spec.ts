import { createCalendar } from '@jeongsan/calendar';
import { won } from '@jeongsan/money';
import { batchMachine, payoutStates, type BatchEvent, type BatchState } from '@jeongsan/state-machines';
import { advanceBatch } from './advance-batch.js';
import type { Batch, BatchChange, NewBatch, OpenBatch } from './batch.js';
import {
  freezeAnew,
  mayBeThere,
  outcomeOf,
  outcomeOfLook,
  outcomeOfWaiting,
  type Answer,
  type Outcome,
} from './batch-outcome.js';
import { frozenPayout } from './frozen-payout.js';
import type { Payout, PayoutMove, ProviderPayout } from './payout.js';
import type { PayoutRecords } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';

const NOW = new Date('2026-05-11T02:00:00Z');
const TODAY = { type: 'EXPRESS', date: '2026-05-11' } as const;
const TOMORROW = '2026-05-12';
const policy = { calendar: createCalendar(), dispatchAt: '09:00:00', settleSeconds: 60 } as PayoutPolicy;

const payoutOf = (id: string, amount: bigint): Payout => ({
  ...{ id, ref_payout_id: id, run_id: 'run', seller_id: `seller of ${id}`, provider_seller_id: `s-${id}`, amount },
  ...{ account_fingerprint: 'f', state: 'submitted', provider_payout_id: null, schedule_type: 'EXPRESS' },
  ...{ payout_date: TODAY.date, due_on: TODAY.date, not_before: null, absent_rounds: 0, duplicate_rounds: 0 },
});
const itemsOf = (payouts: Iterable<Payout>) => [...payouts].map((p) => frozenPayout(p, TODAY, '정산금'));

type Row = Omit<Batch, 'state' | 'absentListings'> & {
  state: BatchState;
  absentListings: number;
  waitsFor: string | null;
};
const rowOf = (batch: NewBatch): Row => ({
  ...{ ...batch, runState: 'dispatching', state: 'prepared', fence: 0n, idempotencyKey: batch.id, absentListings: 0 },
  ...{ suspectedOf: batch.suspectedOf ?? null, waitsFor: batch.waitsFor ?? null, silentForSeconds: null },
});

/**
 * An in-memory store for one decision: a batch `B` of three payouts, and with `isHalf` the other half of a split batch, which
 * waits for `B`.
 */
class Books {
  readonly payouts = new Map<string, Payout>();
  readonly batches = new Map<string, Row>();
  /** Of the last step, and of the whole path. */
  readonly jobs: string[] = [];
  readonly promised: string[] = [];
  readonly holds: string[] = [];
  /** Payouts that a listing lacked. */
  readonly lacked = new Set<string>();
  readonly news: string[] = [];
  isRunOpen = true;
  private ids = 0;

  constructor(isHalf: boolean) {
    const put = (id: string, names: readonly string[], rest: Partial<NewBatch>) => {
      const payouts = names.map((name, index) => payoutOf(name, BigInt(1_000 * (index + 1))));
      for (const payout of payouts) this.payouts.set(payout.id, payout);
      const batch = { id, runId: 'run', schedule: TODAY, items: itemsOf(payouts), bodyHash: 'hash', ...rest };
      this.batches.set(id, rowOf(batch));
    };
    put('B', ['a', 'b', 'c'], isHalf ? { suspectedOf: 'INVALID_REQUEST' } : {});
    if (isHalf) put('W', ['x'], { suspectedOf: 'INVALID_REQUEST', waitsFor: 'B' });
  }

  get batch(): Row {
    const row = this.batches.get('B');
    if (!row) throw new Error('There is no batch B');
    return row;
  }

  readonly records = {
    newId: () => `H${(this.ids += 1)}`,
    controls: { isHalted: async () => false },
    payouts: async () => this.payouts,
    writeMoves: async (moves: readonly PayoutMove[]) => moves.forEach((move) => this.write(move)),
    post: async () => undefined,
    announce: async () => undefined,
    emit: async (type: string, events: readonly object[]) => void this.news.push(...events.map(() => type)),
    alertRun: async (type: string) => void this.news.push(type),
    failuresBefore: async () => 0,
    holdSeller: async (sellerId: string, reason: string) => void this.holds.push(`${sellerId}: ${reason}`),
    reservedAmount: async () => 0n,
    closeRunIfDone: async () => {
      const open: readonly string[] = payoutStates.open;
      this.isRunOpen = [...this.payouts.values()].some(({ state }) => open.includes(state));
    },
    insertBatches: async (batches: readonly NewBatch[]) => {
      for (const batch of batches) this.batches.set(batch.id, rowOf(batch));
    },
    waitingFor: async (id: string) =>
      [...this.batches.values()].find((row) => row.waitsFor === id && row.state === 'prepared') ?? null,
    changeBatch: async (id: string, { state, fence, absentListings }: BatchChange) => {
      const row = this.batches.get(id);
      if (row) Object.assign(row, { state }, fence !== undefined && { fence }, absentListings && { absentListings });
    },
    enqueue: async (job: string, data: Record<string, string>, _: Date, { runAt = NOW }: { runAt?: Date } = {}) =>
      void this.jobs.push(`${job} ${Object.values(data).join()}${runAt > NOW ? ' later' : ''}`),
  } as unknown as PayoutRecords;

  private write({ step, payout }: PayoutMove): void {
    const { absentRounds = payout.absent_rounds, duplicateRounds = payout.duplicate_rounds } = step;
    this.payouts.set(payout.id, { ...payout, absent_rounds: absentRounds, duplicate_rounds: duplicateRounds });
  }

  advance(outcome: Outcome): Promise<void> {
    this.promised.push(...this.jobs.splice(0));
    return advanceBatch(this.records, { ...this.batch }, outcome, policy, NOW);
  }
}

const shown = (id: string, books: Books, part: Partial<ProviderPayout> = {}): ProviderPayout =>
  ({
    ...{ id: `FPA-${id}`, refPayoutId: id, status: 'REQUESTED', amount: won(books.payouts.get(id)?.amount ?? 0n) },
    ...{ requestedAt: NOW, error: null, ...part },
  }) as ProviderPayout;

const answered = (answer: (books: Books) => Answer) => (books: Books) =>
  outcomeOf(answer(books), books.batch, TOMORROW);
const refused = (code: string, detail = 'no name') => answered(() => ({ kind: 'refused', code, detail }));
const looked = (found: (books: Books) => ProviderPayout[], hasSettled: boolean) => (books: Books) => {
  const unknown = books.batch.items
    .map((i) => i.refPayoutId)
    .filter((id) => books.payouts.get(id)?.state === 'unknown');
  const { absentListings } = books.batch;
  const open = { absentListings, unknown, lackedBefore: [...books.lacked] } as unknown as OpenBatch;
  const { outcome, absent } = outcomeOfLook(open, books.batch, { found: found(books), hasSettled });
  for (const id of absent) books.lacked.add(id);
  return outcome;
};
const all = ['a', 'b', 'c'];

type Happening = Readonly<{ event: BatchEvent; outcome: (books: Books) => Outcome }>;
/** Every event of a batch, by the state in which it can occur. */
const happenings: Readonly<Partial<Record<BatchState, Readonly<Record<string, Happening>>>>> = {
  prepared: {
    claimed: { event: 'claim', outcome: () => ({ event: 'claim', rulings: [] }) },
    'its day is over': { event: 'freezeAnew', outcome: ({ batch }) => freezeAnew(batch, 'DATE_OVER') },
    'found at the provider': {
      event: 'adopt',
      outcome: ({ batch }) => mayBeThere('adopt', 'FOUND_AT_PROVIDER', batch),
    },
  },
  sending: {
    halted: { event: 'giveBack', outcome: answered(() => ({ kind: 'halted' })) },
    'a seller changed': { event: 'freezeAnew', outcome: ({ batch }) => freezeAnew(batch, 'OVERTAKEN') },
    'its sender fell silent': {
      event: 'takeOver',
      outcome: ({ batch }) => mayBeThere('takeOver', 'SENDER_SILENT', batch),
    },
    'all taken': {
      event: 'accept',
      outcome: answered((books) => ({ kind: 'accepted', payouts: all.map((id) => shown(id, books)) })),
    },
    'one is not in the answer': {
      event: 'lose',
      outcome: answered((books) => ({ kind: 'accepted', payouts: ['a', 'b'].map((id) => shown(id, books)) })),
    },
    'one has another amount in the answer': {
      event: 'lose',
      outcome: answered((books) => ({
        kind: 'accepted',
        payouts: all.map((id) => shown(id, books, id === 'b' ? { amount: won(9n) } : {})),
      })),
    },
    'no answer': { event: 'lose', outcome: answered(() => ({ kind: 'unanswered', code: 'NO_REPLY' })) },
    'refused: b may not be paid': {
      event: 'reject',
      outcome: refused('FORBIDDEN_SELLER_PAYOUT', 'not allowed (refPayoutId: b)'),
    },
    'refused: nobody is named': { event: 'reject', outcome: refused('INVALID_REQUEST') },
    'refused: a stranger is named': { event: 'reject', outcome: refused('INVALID_REQUEST', '(refPayoutId: z)') },
    'refused: balance': { event: 'reject', outcome: refused('NOT_ENOUGH_AMOUNT') },
    'refused: date': { event: 'reject', outcome: refused('NOT_ALLOWED_HOLIDAY') },
    'refused: keys': { event: 'reject', outcome: refused('UNAUTHORIZED_KEY') },
    'refused: b was used before': {
      event: 'lose',
      outcome: refused('DUPLICATED_REF_PAYOUT_ID', '(refPayoutId: b)'),
    },
    'refused: a code in no document': { event: 'lose', outcome: refused('NEVER_SEEN_BEFORE') },
  },
  unknown: {
    'all listed': { event: 'resolve', outcome: looked((books) => all.map((id) => shown(id, books)), true) },
    'one listed as failed, two absent': {
      event: 'lookAgain',
      outcome: looked((books) => [shown('a', books, { status: 'FAILED' })], true),
    },
    'none listed, too early': { event: 'lookAgain', outcome: looked(() => [], false) },
    'another amount listed': {
      event: 'lookAgain',
      outcome: looked((books) => all.map((id) => shown(id, books, { amount: won(9n) })), true),
    },
    'another amount, for the fifth time': {
      event: 'resolve',
      outcome: (books) => {
        books.batch.absentListings = 4;
        return looked((b) => all.map((id) => shown(id, b, { amount: won(9n) })), true)(books);
      },
    },
    'none listed, for the second time': {
      event: 'resolve',
      outcome: (books) => {
        for (const id of all) books.lacked.add(id);
        return looked(() => [], true)(books);
      },
    },
  },
};

/** Every path through the table in which each event occurs at most once, to a final state or to a wait for the next look. */
function* paths(state: BatchState = batchMachine.initial, path: string[] = []): Generator<string[]> {
  yield path;
  for (const [name, { event }] of Object.entries(happenings[state] ?? {})) {
    const verdict = batchMachine.classify(state, event);
    if (verdict.kind !== 'move' || path.includes(name)) continue;
    // Of two looks without a result, the second shows nothing new.
    if (event === 'lookAgain' && path.length > 2) continue;
    yield* paths(verdict.to, [...path, name]);
  }
}

async function walk(path: readonly string[], isHalf: boolean): Promise<Books> {
  const books = new Books(isHalf);
  for (const name of path) {
    const happening = happenings[books.batch.state]?.[name];
    if (!happening) throw new Error(`${name} cannot happen to a batch that is ${books.batch.state}`);
    await books.advance(happening.outcome(books));
  }
  return books;
}

const statesOf = ({ payouts }: Books): string => [...payouts].map(([id, { state }]) => `${id} ${state}`).join(', ');
const told = (books: Books): string =>
  [
    [...books.batches.values()].map(({ id, state }) => `${id} ${state}`).join(', '),
    statesOf(books),
    ...(books.jobs.length > 0 ? [books.jobs.join(', ')] : []),
    ...(books.holds.length > 0 ? [`holds ${books.holds.join(', ')}`] : []),
    ...(books.news.length > 0 ? [books.news.join(', ')] : []),
    ...(books.isRunOpen ? [] : ['run closed']),
  ].join(' | ');

const allPaths = [...paths()].filter((path) => path.length > 0);

describe.each([
  ['a whole batch', false],
  ['a half for which another waits', true],
])('%s', (_, isHalf) => {
  test.each(allPaths.map((path) => [path.join(' > '), path] as const))('%s', async (_name, path) => {
    const books = await walk(path, isHalf);
    const live = [...books.batches.values()].filter(({ state }) => !batchMachine.isFinal(state));
    const inLive = new Set(live.flatMap(({ items }) => items.map(({ refPayoutId }) => refPayoutId)));
    for (const [id, { state }] of books.payouts) {
      // A payout that the provider may have must be in a batch with an open job, or be parked.
      if (state === 'submitted' || state === 'unknown') expect(inLive).toContain(id);
    }
    // Waiting money must have an open dispatch job, and every open batch a job, except a half that waits for its other half.
    if (/ reserved/.test(statesOf(books)))
      expect([...books.promised, ...books.jobs].join()).toMatch(/payout-run.dispatch|payout-batch/);
    if (books.batch.state === 'unknown') expect(books.jobs).toContain('payout-batch.resolve B later');
    const isDone = !/ (submitted|unknown|reserved|in_transit|parked)/.test(statesOf(books));
    expect(books.isRunOpen).toBe(!isDone);
  });

  test('its books, path by path', async () => {
    const lines: string[] = [];
    for (const path of allPaths) lines.push(`${path.join(' > ')}  =>  ${told(await walk(path, isHalf))}`);
    expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
  });
});

test('everything that the table allows is walked, but what the half that waits goes through with the other one', () => {
  const walked = new Set(
    Object.entries(happenings).flatMap(([state, named]) =>
      Object.values(named).map(({ event }) => `${state}/${event}`),
    ),
  );
  const allowed = Object.entries(batchMachine.table).flatMap(([state, events]) =>
    Object.keys(events).map((event) => `${state}/${event}`),
  );
  expect(allowed.filter((edge) => !walked.has(edge))).toEqual(['prepared/suspect', 'prepared/clear']);
});

test('what the table does not allow is refused, and changes nothing', async () => {
  const events = [...new Set(Object.values(batchMachine.table).flatMap((row) => Object.keys(row)))] as BatchEvent[];
  for (const state of batchMachine.states) {
    for (const event of events.filter((e) => !Object.hasOwn(batchMachine.table[state], e))) {
      const books = new Books(false);
      books.batch.state = state;
      const before = told(books);
      const again = books.batch.items.map(({ refPayoutId: id }) => ({ id, kind: 'again' }) as const);
      await expect(books.advance({ event, rulings: again })).rejects.toThrow(`is ${state}: ${event} contradicts it`);
      expect(told(books)).toBe(before);
    }
  }
});

test('a payout that a first listing showed with another amount is not absent because the second one lacks it', async () => {
  const books = await walk(
    ['found at the provider', 'another amount listed', 'one listed as failed, two absent'],
    false,
  );
  expect([books.batch.state, statesOf(books)]).toEqual(['unknown', 'a failed, b unknown, c unknown']);
});

test('a half of several that is suspected is halved again; the cleared one goes out with what is promised anyway', () => {
  const books = new Books(false);
  const half = { ...books.batch, suspectedOf: 'INVALID_REQUEST' };
  expect(outcomeOfWaiting('suspect', half, { event: 'accept', rulings: [] })).toMatchObject({
    ...{ event: 'suspect', searchFor: 'INVALID_REQUEST', rulings: [] },
  });
  const none = { event: 'lose', rulings: [] } as const;
  expect(outcomeOfWaiting('clear', half, none).dispatch).toBe('now');
  expect(outcomeOfWaiting('clear', half, { ...none, searchFor: 'X' }).dispatch).toBeUndefined();
  expect(outcomeOfWaiting('clear', half, { ...none, dispatch: 'later: balance' }).dispatch).toBeUndefined();
});
