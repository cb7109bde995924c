import type { Random } from '@jeongsan/random';
import type { Trace } from '../trace.js';

// prettier-ignore
/** All faults, and the probability of each per opportunity in a history of average bad luck. */
const chances = {
  'transaction aborted':          0.03,
  'transaction repeated':         0.02,
  'commit answer lost':           0.03,
  'crash before commit':          0.006,
  'crash after commit':           0.008,
  'read failed':                  0.02,
  'worker stalled':               0.012,
  'job duplicated':               0.05,
  'job lost':                     0.03,
  'job late':                     0.03,
  'job relayed twice':            0.02,
  'promise outlives its workers': 0.004,
  'clock ahead of a promise':     0.08,
  'job finished unheard':         0.02,
  'no reply before commit':       0.05,
  'no reply after commit':        0.06,
  'late commit':                  0.04,
  'server error before commit':   0.03,
  'server error after commit':    0.03,
  'reply truncated':              0.02,
  'unknown status':               0.02,
  'items reordered':              0.05,
  'item missing':                 0.03,
  'another amount':               0.02,
  'items of another request':     0.01,
  'request doubled':              0.03,
  'duplicate told of a commit':   0.03,
  'told to wait':                 0.02,
  'too many requests':            0.02,
  'payout visible late':          0.12,
  'listing broken off':           0.06,
  'listing without a cursor':     0.02,
  'cursor stands still':          0.02,
  'page told again':              0.04,
  'read lost':                    0.04,
  'balance unknown':              0.03,
  'webhook lost':                 0.15,
  'webhook doubled':              0.15,
  'webhook late':                 0.15,
} as const;

// prettier-ignore
/** Events for a history as a whole, caused by people, machines and time. */
const blows = [
  'queues flushed', 'worker killed', 'all workers away', 'clock jumped', 'webhook forged', 'balance drained', 'payout edited',
  'bank refuses', 'money returned', 'payout canceled', 'payout rejected', 'payout deleted', 'seller under review', 'seller deleted',
  'account changed', 'job repeated', 'sending stopped',
] as const;

export type Chance = keyof typeof chances;
export type FaultKind = Chance | (typeof blows)[number];
export const faultKinds: readonly FaultKind[] = [...(Object.keys(chances) as Chance[]), ...blows];

/** Decides which faults occur, and counts them, until `stop`. */
export class Faults {
  readonly counts = new Map<FaultKind, number>();
  total = 0;
  private isOver = false;

  constructor(
    private readonly random: Random,
    private readonly trace: Trace,
    /** Factor of bad luck for this history: 1 is the average. */
    private readonly intensity: number,
  ) {}

  /** Whether a fault occurs at this opportunity. */
  strikes(kind: Chance): boolean {
    if (this.isOver || !this.random.chance(chances[kind] * this.intensity)) return false;
    this.count(kind);
    return true;
  }

  count(kind: FaultKind): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    this.total += 1;
    this.trace.note(`fault: ${kind}`);
  }

  /** From here on no fault occurs. */
  end(): void {
    this.isOver = true;
  }

  get areOver(): boolean {
    return this.isOver;
  }
}
