import { createCalendar } from '@jeongsan/calendar';
import { CallError } from '@jeongsan/http-contract';
import { Permanent } from '@jeongsan/messaging';
import { won } from '@jeongsan/money';
import { FenceLost, type Batch, type BatchChange } from './batch.js';
import { DispatchHalted } from './dispatch-controls.js';
import { bodyHash, frozenPayout } from './frozen-payout.js';
import type { Payout, PayoutMove } from './payout.js';
import type { PayoutRecords, PayoutStore, Recipient } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import type { FencedProvider } from './provider.js';
import { sendBatch } from './send-batch.js';

/** Monday, ten o'clock in Seoul. */
const NOW = new Date('2026-05-11T01:00:00Z');
const policy: PayoutPolicy = {
  ...{ calendar: createCalendar(), selfApproveUpTo: null, minimumPayout: 0n, weeklyLimit: 10_000_000n },
  ...{ dispatchAt: '09:00:00', settleSeconds: 60, sendingTimeoutSeconds: 90, transactionDescription: '정산금' },
};
const schedule = { type: 'EXPRESS', date: '2026-05-11' } as const;
const payout: Payout = {
  ...{ id: 'p', ref_payout_id: 'p', run_id: 'run', seller_id: 'acme', provider_seller_id: 's-acme', amount: 5_000n },
  ...{ account_fingerprint: 'f', state: 'submitted', provider_payout_id: null, schedule_type: 'EXPRESS' },
  ...{ payout_date: schedule.date, due_on: schedule.date, not_before: null, absent_rounds: 0, duplicate_rounds: 0 },
};
const items = [frozenPayout(payout, schedule, '정산금')];
const prepared: Batch = {
  ...{ id: 'B', runId: 'run', runState: 'dispatching', state: 'prepared', fence: 4n, idempotencyKey: 'key', schedule },
  ...{ suspectedOf: null, absentListings: 0, silentForSeconds: null, items, bodyHash: bodyHash(items) },
};
const facts: NonNullable<Recipient['seller']> = {
  ...{ state: 'approved', accountWaits: false, holds: [], paidThisWeek: 0n, accountFingerprint: 'f' },
};
const approved: Recipient = {
  payout: { account_fingerprint: 'f', amount: 5_000n },
  seller: facts,
};
const accepted = {
  id: 'FPA-1',
  refPayoutId: 'p',
  status: 'REQUESTED',
  amount: won(5_000n),
  requestedAt: NOW,
  error: null,
};

type Stage = Readonly<{
  batch?: Partial<Batch> | null;
  recipients?: readonly Recipient[];
  isHalted?: boolean;
  /** The fence's answers, one for each connection that is about to write. */
  fences?: readonly (boolean | Error)[];
  /** The batch at the time when the outcome is recorded. */
  atRecord?: Partial<Batch> | null;
  reply?: () => unknown;
  /** How often the sender asks whether it may write: more than once when it connects again. */
  writes?: number;
  now?: Date;
}>;

/** One attempt to send the batch: decisions by transaction, and the bytes sent. */
async function sending(stage: Stage = {}) {
  const seen: string[] = [];
  const requests: unknown[] = [];
  let batch: Batch | null = stage.batch === null ? null : { ...prepared, ...stage.batch };
  let isHalted = stage.isHalted ?? false;
  const fences = [...(stage.fences ?? [])];
  const records = {
    controls: { isHalted: async () => isHalted },
    batch: async () => batch,
    batchHead: async () => (stage.atRecord === null ? null : batch && { ...batch, ...stage.atRecord }),
    changeBatch: async (_: string, change: BatchChange) => {
      seen.push(`${change.state}${change.rejectionCode ? ` ${change.rejectionCode}` : ''} ${change.stamp ?? '-'}`);
      if (batch) batch = { ...batch, ...change };
    },
    recipients: async () => stage.recipients ?? [approved],
    payouts: async () => new Map([['p', payout]]),
    writeMoves: async (moves: readonly PayoutMove[]) => void seen.push(...moves.map((m) => `p ${m.payout.state}`)),
    ...{ post: async () => undefined, announce: async () => undefined, emit: async () => undefined },
    failuresBefore: async () => 0,
    closeRunIfDone: async () => undefined,
    alertRun: async () => undefined,
    stopRun: async (_: string, detail: string) => void seen.push(`run stopped: ${detail}`),
    enqueue: async (job: string) => void seen.push(job),
  } as unknown as PayoutRecords;
  const store = {
    transaction: async (decision: string, work: (b: PayoutRecords) => Promise<unknown>) => {
      seen.push(`[${decision}]`);
      return work(records);
    },
    renewClaim: async () => {
      const said = fences.shift() ?? true;
      if (said instanceof Error) {
        isHalted = said instanceof DispatchHalted;
        throw said;
      }
      return said;
    },
  } as unknown as PayoutStore;
  const provider = {
    fenced: (mayWrite: () => Promise<void>) => ({
      createPayouts: async (input: unknown, options: unknown) => {
        for (let write = 0; write < (stage.writes ?? 1); write += 1) await mayWrite();
        requests.push({ input, options });
        return stage.reply ? stage.reply() : { entityBody: { items: [accepted] } };
      },
    }),
  } as unknown as FencedProvider;
  const error = await sendBatch(store, provider, 'B', policy, () => stage.now ?? NOW).catch((e: unknown) => e);
  return { seen, requests, error, fence: batch?.fence };
}

test('a batch is claimed before its first byte, sent as frozen under its key, and its answer recorded', async () => {
  const { seen, requests, fence, error } = await sending();
  expect(error).toBeUndefined();
  expect(seen).toEqual(['[claim]', 'sending sent', '[record]', 'accepted answered', 'p in_transit']);
  expect(fence).toBe(5n);
  expect(requests).toEqual([
    { input: { body: [{ ...items[0], amount: won(5_000n) }] }, options: { idempotencyKey: 'key' } },
  ]);
});

test('without a contract for payouts nothing was moved: the payouts wait under their references until people have made one', async () => {
  const reply = () => Promise.reject(new CallError('rejected', 403, 'FORBIDDEN_REQUEST', 'no contract'));
  const { seen } = await sending({ reply });
  const refused = ['rejected FORBIDDEN_REQUEST answered', 'p reserved', 'payout-run.dispatch'];
  expect(seen).toEqual(['[claim]', 'sending sent', '[record]', ...refused]);
});

test('a batch that does not exist is no batch that may come later', async () => {
  const { error, requests } = await sending({ batch: null });
  expect(error).toBeInstanceOf(Permanent);
  expect(requests).toEqual([]);
});

test.each(['accepted', 'rejected', 'unknown', 'resolved'] as const)('a batch that is %s is not sent', async (state) => {
  expect(await sending({ batch: { state } })).toMatchObject({ error: undefined, seen: ['[claim]'], requests: [] });
});

test.each([
  ['its run is stopped', { batch: { runState: 'stopped' } }],
  ['all sending is stopped', { isHalted: true }],
] as const)('nothing is claimed while %s', async (_, stage) => {
  expect(await sending(stage)).toMatchObject({ error: undefined, seen: ['[claim]'], requests: [] });
});

test('another sender that may still get its answer is awaited', async () => {
  const { error, seen, requests } = await sending({ batch: { state: 'sending', silentForSeconds: 89.9 } });
  expect(String(error)).toContain('must be awaited');
  expect(error).not.toBeInstanceOf(Permanent);
  expect([seen, requests]).toEqual([['[claim]'], []]);
  expect((await sending({ batch: { state: 'sending', silentForSeconds: null } })).error).toBeInstanceOf(Error);
});

test('a sender that fell silent is taken over: what it sent is unknown, and is not sent again', async () => {
  const { error, seen, requests, fence } = await sending({ batch: { state: 'sending', silentForSeconds: 90 } });
  expect([error, requests, fence]).toEqual([undefined, [], 5n]);
  expect(seen).toEqual(['[claim]', 'unknown SENDER_SILENT answered', 'p unknown', 'payout-batch.resolve']);
});

test.each([
  ['at 23:59 of its day it is sent', '2026-05-11T14:59:59Z', true],
  ['at 00:00 in Seoul of the day after it is frozen anew', '2026-05-11T15:00:00Z', false],
])('%s', async (_, now, isSent) => {
  const { requests, seen } = await sending({ now: new Date(now) });
  expect(requests).toHaveLength(isSent ? 1 : 0);
  if (!isSent) expect(seen).toEqual(['[claim]', 'rejected DATE_OVER -', 'p reserved', 'payout-run.dispatch']);
});

test('a batch that is not what was frozen stops its run and is not sent', async () => {
  const { error, seen, requests } = await sending({ batch: { bodyHash: 'another' } });
  expect(error).toBeInstanceOf(Permanent);
  expect(error).toMatchObject({ message: 'Batch B is not what was frozen: its run is stopped' });
  expect([seen, requests]).toEqual([['[claim]', 'run stopped: batch B is not as frozen'], []]);
});

test.each<[string, Recipient]>([
  ['is gone', { ...approved, seller: null }],
  ['has another account', { ...approved, seller: { ...facts, accountFingerprint: 'other' } }],
  ['has a hold', { ...approved, seller: { ...facts, holds: ['OPERATOR'] } }],
])('a batch of which a seller %s is claimed and frozen anew without a byte', async (_, recipient) => {
  const { requests, seen } = await sending({ recipients: [approved, recipient] });
  expect(requests).toEqual([]);
  expect(seen).toEqual([...['[claim]', 'sending sent', 'rejected OVERTAKEN -', 'p reserved', 'payout-run.dispatch']]);
});

test('a sender that lost its claim before the first byte writes none and records nothing', async () => {
  const { error, seen, requests } = await sending({ fences: [false] });
  expect(error).toBeInstanceOf(FenceLost);
  expect(error).toMatchObject({ message: 'Batch B was taken over by another sender' });
  expect([seen, requests]).toEqual([['[claim]', 'sending sent'], []]);
});

test('a halt before the first byte gives the batch back, and promises nothing while it lasts', async () => {
  const { error, seen, requests } = await sending({ fences: [new DispatchHalted('B')] });
  expect([error, requests]).toEqual([undefined, []]);
  expect(seen).toEqual(['[claim]', 'sending sent', '[record]', 'prepared -']);
});

test('a halt after a first byte may have left says nothing about what the provider took', async () => {
  const { error, seen } = await sending({ writes: 2, fences: [true, new DispatchHalted('B')] });
  expect(error).toBeInstanceOf(DispatchHalted);
  expect(seen).toEqual(['[claim]', 'sending sent']);
});

test('a fault while the claim is asked for is no halt', async () => {
  const { error, seen } = await sending({ fences: [new Error('connection lost')] });
  expect(error).toMatchObject({ message: 'connection lost' });
  expect(seen).toEqual(['[claim]', 'sending sent']);
});

test.each<[string, Partial<Batch> | null]>([
  ['another sender holds the claim', { fence: 6n }],
  ['an outcome is on record', { state: 'unknown' }],
  ['the batch is gone', null],
])('a late answer is dropped when %s', async (_, atRecord) => {
  const { error, seen } = await sending({ atRecord });
  expect(error).toBeInstanceOf(FenceLost);
  expect(seen).toEqual(['[claim]', 'sending sent', '[record]']);
});

test.each([
  ['refused', new CallError('rejected', 400, 'UNAUTHORIZED_KEY', 'no'), 'rejected UNAUTHORIZED_KEY answered'],
  ['unanswered', new CallError('unknown', 0, 'NO_REPLY', 'no reply'), 'unknown NO_REPLY answered'],
])('a request that is %s is recorded as that', async (_, failure, expected) => {
  const { seen } = await sending({
    reply: () => {
      throw failure;
    },
  });
  expect(seen.slice(0, 4)).toEqual(['[claim]', 'sending sent', '[record]', expected]);
});

test('an error that is no answer of the provider is the error of the job', async () => {
  const { error, seen } = await sending({
    reply: () => {
      throw new TypeError('a bug');
    },
  });
  expect(error).toBeInstanceOf(TypeError);
  expect(seen).toEqual(['[claim]', 'sending sent']);
});
