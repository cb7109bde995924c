import { setTimeout as sleep } from 'node:timers/promises';
import { registrationOf, type Market, type Platform } from '@jeongsan/market';

const PAUSE_MS = 100;

/** What was read during one stretch of a trial. */
export type Reads = Readonly<{ count: number; stale: number; slowestMs: number }>;

/** Registers orders and looks each up in the list at once: whoever wrote must find it, wherever lists are read. */
export class Reader {
  private lane: Promise<void> | undefined;
  private isOver = false;
  private written = 0;
  private reads: Reads = NONE;

  constructor(
    private readonly platform: Pick<Platform, 'clients'>,
    private readonly market: Market,
  ) {}

  start(): void {
    this.lane = this.run();
    // A failure is thrown by `stop`.
    this.lane.catch(() => undefined);
  }

  /** What was read since the last call. */
  taken(): Reads {
    const taken = this.reads;
    this.reads = NONE;
    return taken;
  }

  /** @throws what a request threw. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.lane;
  }

  private async run(): Promise<void> {
    const { gateway } = this.platform.clients;
    const [template] = this.market.orders;
    if (template === undefined) throw new Error('The market has no orders');
    for (; !this.isOver; await sleep(PAUSE_MS)) {
      const orderId = `reader-${String((this.written += 1)).padStart(6, '0')}`;
      await gateway.createOrder({ body: registrationOf(template, orderId) });
      const begun = performance.now();
      const { items } = await gateway.listOrders({ query: { text: orderId } });
      const { count, stale, slowestMs } = this.reads;
      this.reads = {
        count: count + 1,
        stale: stale + (items.some((order) => order.orderId === orderId) ? 0 : 1),
        slowestMs: Math.max(slowestMs, performance.now() - begun),
      };
    }
  }
}
const NONE: Reads = { count: 0, stale: 0, slowestMs: 0 };
