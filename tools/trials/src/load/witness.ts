import { setTimeout as sleep } from 'node:timers/promises';
import { CallError } from '@jeongsan/http-contract';
import { registrationOf, type Market, type Platform } from '@jeongsan/market';

const LANES = 2;
const PAUSE_MS = 150;
const READ_AT_ONCE = 16;

/** One acknowledged fact: the order's number, and when the answer came, in milliseconds of the process's own clock. */
type Acknowledged = Readonly<{ orderId: string; at: number }>;

/** The longest time without an acknowledgement, in seconds. */
export const longestGap = (acknowledged: readonly Pick<Acknowledged, 'at'>[]): number => {
  const times = acknowledged.map(({ at }) => at).sort((a, b) => a - b);
  return times.reduce((gap, at, index) => Math.max(gap, at - (times[index - 1] ?? at)), 0) / 1000;
};

/**
 * Registers orders without a pause and remembers every one that was acknowledged: whatever is missing afterwards was lost. The
 * orders are never paid, so that the totals of the market stay what they are.
 */
export class Witness {
  private readonly acknowledged: Acknowledged[] = [];
  private readonly lanes: Promise<void>[] = [];
  private isOver = false;
  private started = 0;

  constructor(
    private readonly platform: Pick<Platform, 'clients'>,
    private readonly market: Market,
    /** Called with each acknowledged order, before the lane registers the next. */
    private readonly onAcknowledged?: (orderId: string) => Promise<void>,
  ) {}

  /** Begins, unless it has begun. */
  start(): void {
    if (this.lanes.length > 0) return;
    for (let number = 0; number < LANES; number += 1) {
      const lane = this.run();
      // A failure is thrown by `stop`.
      lane.catch(() => undefined);
      this.lanes.push(lane);
    }
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.lanes);
  }

  get count(): number {
    return this.acknowledged.length;
  }

  /** The longest time without an acknowledgement, in seconds. */
  get outageSeconds(): number {
    return longestGap(this.acknowledged);
  }

  /** Acknowledged orders that the platform does not have. */
  async lost(): Promise<Acknowledged[]> {
    const lost: Acknowledged[] = [];
    const left = [...this.acknowledged];
    const lanes = Array.from({ length: READ_AT_ONCE }, async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop())
        if (!(await this.isKnown(next.orderId))) lost.push(next);
    });
    await Promise.all(lanes);
    return lost;
  }

  private async isKnown(orderId: string): Promise<boolean> {
    return this.platform.clients.gateway.getOrder({ params: { orderId } }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof CallError && error.status === 404) return false;
        throw error;
      },
    );
  }

  private async run(): Promise<void> {
    const [template] = this.market.orders;
    if (template === undefined) throw new Error('The market has no orders');
    for (; !this.isOver; await sleep(PAUSE_MS)) {
      const orderId = `witness-${String((this.started += 1)).padStart(6, '0')}`;
      await this.platform.clients.gateway.createOrder({ body: registrationOf(template, orderId) });
      this.acknowledged.push({ orderId, at: performance.now() });
      await this.onAcknowledged?.(orderId);
    }
  }
}
