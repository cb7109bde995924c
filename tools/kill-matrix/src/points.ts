import type { decisions, Failpoint } from '@jeongsan/failpoints';
import type { FaultOrder } from '@jeongsan/sandbox-control';

/** The action on a process. `stall`: the process does nothing for longer than its locks and time-outs, then goes on. */
export const actions = ['kill', 'throw', 'stall', 'duplicate'] as const;
export type Action = (typeof actions)[number];

/** One failpoint on the path of a payout, or of a buyer's money. */
export type Point = Readonly<{
  /** Short name in the table, and in `--case`. */
  id: string;
  failpoint: string;
  what: string;
  /** The service that is struck. */
  service: 'payout-scheduler' | 'webhook-ingestor' | 'payments-gateway';
  /** The least number of hits during a case. */
  hits: number;
  /** The fault at the provider that leads a payout to this failpoint; `seed` from 1. */
  fault?: (seed: number) => FaultOrder;
  /** Played only with `--all`: a neighbouring failpoint covers the same risk. */
  isExtra?: boolean;
  /** The actions that are played here; default: all. */
  only?: readonly Action[];
  /** Why an action makes no sense here. */
  none?: Readonly<Partial<Record<Action, string>>>;
}>;

const provider = (kind: 'drop-before-commit' | 'drop-after-commit') =>
  ({ operation: 'createPayouts', kind, times: 1 }) as const;
/** A payout found in the first listing, and one absent from two listings. */
const answerLost = (seed: number) => provider(seed % 2 === 1 ? 'drop-after-commit' : 'drop-before-commit');
const unreadable = () => ({ operation: 'createPayouts', kind: 'mangle', variant: 'truncated', times: 2 }) as const;

const scheduler = (id: string, failpoint: string, hits: number, what: string, more: Partial<Point> = {}): Point => ({
  ...{ id, failpoint, hits, what, service: 'payout-scheduler' },
  ...more,
});
const ingestor = (id: string, failpoint: string, what: string, more: Partial<Point> = {}): Point => ({
  ...{ id, failpoint, what, hits: 3, service: 'webhook-ingestor' },
  ...more,
});

/**
 * At the gateway a work that throws is struck in one process (struck.int.long.spec.ts). Only jobs are delivered twice: the market repeats
 * each request without an answer in every case.
 */
const gateway = (id: string, failpoint: Failpoint, what: string, only: Point['only'] = ['kill', 'stall']): Point => ({
  ...{ id, failpoint, what, only, hits: 1, service: 'payments-gateway' },
});
/** Both failpoints of a transaction of the gateway. After the commit nothing waits for a stalled process. */
const inMoney = (
  id: string,
  decision: (typeof decisions.payments)[number],
  what: string,
  inJob: readonly Action[] = [],
): Point[] => [
  gateway(`${id}w`, `${decision}:written`, `${what}, not committed`, ['kill', 'stall', ...inJob]),
  gateway(`${id}c`, `${decision}:committed`, what, ['kill']),
];

// prettier-ignore
/** In the order in which a payout passes them. */
export const points: readonly Point[] = [
  scheduler('P1',  'reserve:begin',      1, 'before payouts are reserved'),
  scheduler('P2',  'reserve:written',    1, 'reserved, not committed'),
  scheduler('P3',  'reserve:committed',  1, 'reserved'),
  scheduler('P4',  'relay:claimed',      3, 'the relay has claimed enqueued jobs'),
  scheduler('P5',  'relay:published',    3, 'jobs are in Redis, not marked as published'),
  scheduler('P6',  'job:taken',          6, 'a worker has taken a job'),
  scheduler('D1',  'start-dispatch:written',   1, 'the run is locked for sending, not committed', { isExtra: true }),
  scheduler('D2',  'start-dispatch:committed', 1, 'the run is locked for sending', { isExtra: true }),
  scheduler('F1',  'freeze:written',     2, 'a batch is frozen, not committed'),
  scheduler('F2',  'freeze:committed',   2, 'a batch is frozen'),
  scheduler('C1',  'claim:written',      2, 'a batch is claimed, not committed', { isExtra: true }),
  scheduler('P7',  'claim:committed',    2, 'batch and fence are committed'),
  scheduler('P8',  'send:sealed',        2, 'the request is sealed, its fence not yet asked for'),
  scheduler('P9',  'wire:half-written',  2, 'half of the request is written'),
  scheduler('P10', 'wire:written',       2, 'the request is written'),
  scheduler('P11', 'wire:replied',       2, 'the provider has committed and answers'),
  scheduler('P12', 'send:answered',      2, 'the answer is there, still sealed'),
  scheduler('P13', 'record:begin',       2, 'the answer could not be opened', { fault: unreadable }),
  scheduler('P14', 'record:begin',       2, 'before the outcome is recorded'),
  scheduler('P15', 'record:written',     2, 'the outcome is recorded, not committed'),
  scheduler('P16', 'record:committed',   2, 'the outcome is recorded'),
  scheduler('J1',  'job:handled',        6, 'a job has had its effect and is not marked as done'),
  scheduler('P17', 'job:done',           6, 'a job is marked as done, Redis does not know'),
  scheduler('G1',  'listing:page',       1, 'a page of the listing that decides about the unknown', { fault: answerLost }),
  scheduler('G2',  'conclude:begin',     1, 'the listing is read, nothing concluded', { isExtra: true, fault: answerLost }),
  scheduler('G3',  'conclude:written',   1, 'concluded, not committed', { fault: answerLost }),
  scheduler('G4',  'conclude:committed', 1, 'concluded', { isExtra: true, fault: answerLost }),
  scheduler('S1',  'schedule:written',   2, 'a schedule has promised its jobs, not committed', { isExtra: true }),
  scheduler('S2',  'schedule:committed', 2, 'a schedule has promised its jobs', { isExtra: true }),
  ingestor( 'W1',  'webhook:read',       'a webhook is read'),
  ingestor( 'W2',  'webhook:stored',     'it is stored, nobody was told', { hits: 1 }),
  ingestor( 'W3',  'webhook:answering',  'before it is answered'),
  ingestor( 'W4',  'webhook:answered',   'it is answered', { none: { duplicate: 'the work is over: a second delivery is that of W1' } }),
  scheduler('W5',  'observe:written',    4, 'what was read about a payout is applied, not committed'),
  scheduler('W6',  'observe:committed',  4, 'what was read about a payout is applied', { isExtra: true }),
  ...inMoney('M1',  'open-payment',    'a payment is recorded before its confirm'),
  gateway(   'M2',  'confirm:answered',      'the provider has answered a confirm'),
  ...inMoney('M3',  'approve',         'an approval is booked'),
  ...inMoney('M4',  'refuse',          'a refusal is recorded'),
  ...inMoney('M5',  'change',          'a payment waits for its deposit'),
  ...inMoney('M6',  'withdraw',        'a deposit that its bank withdrew is booked', ['duplicate']),
  ...inMoney('M7',  'expect-charge',   'a look at a charge is enqueued'),
  gateway(   'M8',  'forward:sending',       'before a request goes on to the provider'),
  gateway(   'M9',  'forward:answered',      'the provider has answered a request that went on'),
  gateway(   'M10', 'forward:booked',        'the answer is booked, the market does not have it'),
  ...inMoney('M11', 'adopt',           'a payment that our books lacked is recorded'),
  ...inMoney('M22', 'register-paid',   'an order is registered whose payment is in the books'),
  ...inMoney('M12', 'allocate',        'unallocated money is given to its order', ['duplicate']),
  ...inMoney('M13', 'request-cancel',  'a cancel is recorded before it is sent'),
  gateway(   'M14', 'send-cancel:answered',  'the provider has answered a cancel'),
  ...inMoney('M15', 'cancel',          'a cancel is booked'),
  ...inMoney('M16', 'refuse-cancel',   'a refused cancel is recorded'),
  ...inMoney('M17', 'expect-cancel',   'a look at a cancel that goes on is enqueued'),
  ...inMoney('M18', 'refund',          'a refund to a bank account is followed'),
  ...inMoney('M19', 'allocate-cancel', 'an operator names the lines of a cancel'),
  gateway('M20', 'job:taken', 'a look at a payment begins', ['kill', 'stall', 'duplicate']),
  gateway('M21', 'job:handled', 'a look has booked a payment, and is not marked as done', ['kill', 'duplicate']),
];

/** Finds a failpoint by its id or name. @throws when there is none. */
export function pointOf(name: string): Point {
  const point = points.find(({ id, failpoint }) => id === name || failpoint === name);
  if (point === undefined)
    throw new Error(`There is no failpoint ${name}; there are ${points.map(({ id }) => id).join(' ')}`);
  return point;
}

/** Whether an action is played at a failpoint. */
export const isPlayed = ({ only = actions, none = {} }: Point, action: Action): boolean =>
  only.includes(action) && none[action] === undefined;
