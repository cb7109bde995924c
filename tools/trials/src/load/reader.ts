import type { Platform } from '@jeongsan/market';

/** What was read during one stretch of a trial. */
export type Reads = Readonly<{ count: number; stale: number; slowestMs: number }>;

/** Looks orders up in the list: whoever wrote must find it, wherever lists are read. */
export class Reader {
  private reads: Reads = NONE;

  constructor(private readonly platform: Pick<Platform, 'clients'>) {}

  /** What was read since the last call. */
  taken(): Reads {
    const taken = this.reads;
    this.reads = NONE;
    return taken;
  }

  /** @throws what the request threw. */
  async lookUp(orderId: string): Promise<void> {
    const begun = performance.now();
    const { items } = await this.platform.clients.gateway.listOrders({ query: { text: orderId } });
    const { count, stale, slowestMs } = this.reads;
    this.reads = {
      count: count + 1,
      stale: stale + (items.some((order) => order.orderId === orderId) ? 0 : 1),
      slowestMs: Math.max(slowestMs, performance.now() - begun),
    };
  }
}
const NONE: Reads = { count: 0, stale: 0, slowestMs: 0 };
