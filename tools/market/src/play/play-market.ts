import { addDays, createCalendar, instantAt } from '@jeongsan/calendar';
import { CallError, type Output } from '@jeongsan/http-contract';
import type { previewOrder } from '@jeongsan/platform-contract';
import type { Market, Order } from '../market-files/market.js';
import { letComeDue, setClocks } from '../clock/move-clock.js';
import type { Platform } from '../platform/platform.js';
import { approveDrafts } from './approve-drafts.js';
import { groupBy } from './group-by.js';
import { inParallel } from './in-parallel.js';
import { onboardSellers } from './onboard-sellers.js';
import { allocateCancel, cancelOrder } from './cancel-order.js';
import {
  closeForeignBreaks,
  payInDollarsBesideUs,
  payInDollarsThroughUs,
  type RefusedInDollars,
} from './foreign-currency.js';
import { depositFor, placeOrder, registerPaidOrders, registrationOf, type PlacedOrder } from './place-order.js';
import { placeHold } from './place-hold.js';
import { planDays, type DayPlan } from './plan-days.js';
import { waitUntilQuiet } from './quiet.js';
import { openShop, type Shop } from './shop.js';

export type PhaseName =
  | 'onboard'
  | 'reconcile'
  | 'draft'
  | 'dispatch'
  | 'registrations'
  | 'orders'
  | 'deposits'
  | 'cancels'
  | 'allocations'
  | 'holds';

/** The progress of a play. Each phase is reported with `done` 0 before it begins, and after each of its steps. */
export type Step = Readonly<{ date: string; day: number; days: number; phase: PhaseName; done: number; total: number }>;

/** What a play needs of a platform. */
export type PlayedPlatform = Pick<Platform, 'clients' | 'clock'>;

export type PlayOptions = Readonly<{
  market: Market;
  platform: PlayedPlatform;
  /** Awaited before each phase: a test can prepare a fault. */
  onPhase?: (step: Step) => Promise<void>;
  /** Called at every step, while other steps are running: a test can cause a fault. */
  onStep?: (step: Step) => void;
  /** The longest wait for a quiet platform; longer where a test causes faults. */
  quietWithinMs?: number;
}>;

export type Preview = Output<typeof previewOrder>;

export type Played = Readonly<{
  /** The first and the last business date. */
  from: string;
  until: string;
  /** Every order, with the number under which it is registered. */
  placed: readonly PlacedOrder[];
  /** What an order of each day would earn, as the gateway said before it was registered. */
  previews: readonly Preview[];
  /** Cancels whose lines an operator named afterwards, by the gateway's ids. */
  allocated: readonly string[];
  /** Payments in another currency that the gateway refused. */
  refused: readonly RefusedInDollars[];
  /** Real milliseconds spent in each phase. */
  spentMs: ReadonlyMap<PhaseName, number>;
}>;

const AT_ONCE = 16;
const QUIET_WITHIN_MS = 30_000;
// A few seconds after the services' own times of day.
const RECONCILED_AT = '03:00:05';
const DRAFTED_AT = '04:00:05';
const DISPATCHED_AT = '09:00:05';
const SHOP_OPENS_AT = '10:00:00';
// Later than the clock's start by more than the start of services takes: the clock must not go back, or jobs enqueued before
// would wait again.
const SELLERS_JOIN_AT = '11:00:00';

/** When a market's clock starts: the day before its first order, at a time at which banks verify accounts. */
export const clockStartOf = (market: Market): Date => instantAt(addDays(firstDay(market), -1), SHOP_OPENS_AT);

/** Plays a market day by day against a fresh platform on a controlled clock, until its last consequences are over. */
export async function playMarket({ market, platform, ...options }: PlayOptions): Promise<Played> {
  const days = planDays(market, createCalendar());
  const play = new Play(platform, days.length, options);
  await play.onboard(market);
  for (const [index, day] of days.entries()) await play.day(day, index + 1);
  return {
    from: days[0]?.date ?? '',
    until: days.at(-1)?.date ?? '',
    placed: [...play.placed.values()],
    previews: play.previews,
    allocated: play.allocated,
    refused: play.refused,
    spentMs: play.spentMs,
  };
}

class Play {
  readonly placed = new Map<string, PlacedOrder>();
  readonly previews: Preview[] = [];
  readonly allocated: string[] = [];
  readonly refused: RefusedInDollars[] = [];
  private readonly shop: Shop;
  readonly spentMs = new Map<PhaseName, number>();
  private readonly quietWithinMs: number;
  private date = '';
  private dayNumber = 0;

  constructor(
    private readonly platform: PlayedPlatform,
    private readonly days: number,
    private readonly options: Omit<PlayOptions, 'market' | 'platform'>,
  ) {
    this.shop = openShop(platform.clients);
    this.quietWithinMs = options.quietWithinMs ?? QUIET_WITHIN_MS;
  }

  async onboard(market: Market): Promise<void> {
    this.date = addDays(firstDay(market), -1);
    const { control } = this.platform.clients;
    // Banks settle at once: a rehearsal does not wait for them.
    await control.changeSettings({ body: { payoutCompletionSeconds: 0 } });
    await this.phase('onboard', market.sellers.length, async (step) => {
      const at = await this.setClocks(SELLERS_JOIN_AT);
      await onboardSellers(this.platform, market, { at, withinMs: this.quietWithinMs, onSeller: step });
    });
  }

  async day(plan: DayPlan, dayNumber: number): Promise<void> {
    this.date = plan.date;
    this.dayNumber = dayNumber;
    await this.night();
    const { orders, registrations, deposits, cancels, allocations, holds } = plan;
    const acts = [orders, registrations, deposits, cancels, allocations, holds];
    if (acts.some((list) => list.length > 0)) await this.setClocks(SHOP_OPENS_AT);
    await this.sales(plan);
    if (cancels.length + allocations.length > 0 && orders.length + registrations.length + deposits.length > 0) {
      await this.untilQuiet();
    }
    await this.corrections(plan);
  }

  /** The services' own work, and what people decide about it. */
  private async night(): Promise<void> {
    const { clients } = this.platform;
    await this.phase('reconcile', 1, async () => {
      await this.let(RECONCILED_AT);
      await closeForeignBreaks(clients);
    });
    await this.phase('draft', 1, () => this.let(DRAFTED_AT));
    if (await approveDrafts(clients)) {
      await this.phase('dispatch', 1, () => this.let(DISPATCHED_AT, { withPayouts: true }));
    }
  }

  private async sales({ orders, registrations, deposits }: DayPlan): Promise<void> {
    const { clients } = this.platform;
    const yesterdays = registrations.map(({ orderId }) => this.placedOrder(orderId));
    await this.phase('registrations', yesterdays.length, () => registerPaidOrders(clients, yesterdays));
    await this.firstBuyer(orders);
    await this.each('orders', orders, async (order) => {
      this.placed.set(order.orderId, await placeOrder(this.shop, order));
    });
    await this.each('deposits', deposits, async (order) => depositFor(clients, this.placedOrder(order.orderId)));
  }

  /** The first buyer in the payment window sees a preview; on the first day that buyer tries to pay in dollars. */
  private async firstBuyer(orders: readonly Order[]): Promise<void> {
    const { clients } = this.platform;
    const order = orders.find(({ way }) => way === 'WINDOW');
    if (order === undefined) return;
    const body = registrationOf(order, order.orderId);
    this.previews.push(await named(order.orderId, clients.gateway.previewOrder({ body })));
    if (this.refused.length > 0) return;
    this.refused.push(await named(order.orderId, payInDollarsThroughUs(clients, order)));
    await payInDollarsBesideUs(clients);
  }

  private async corrections({ cancels, allocations, holds }: DayPlan): Promise<void> {
    const { clients } = this.platform;
    const byOrder = [...groupBy(cancels, (cancel) => cancel.orderId).values()];
    await this.each('cancels', byOrder, async (ofOneOrder) => {
      for (const cancel of ofOneOrder) await cancelOrder(clients, cancel, this.placedOrder(cancel.orderId));
    });
    await this.each('allocations', allocations, async (cancel) => {
      this.allocated.push(await allocateCancel(clients, cancel, this.placedOrder(cancel.orderId)));
    });
    await this.phase('holds', holds.length, async (step) => {
      for (const [index, hold] of holds.entries()) {
        await named(hold.holdId, placeHold(clients, hold));
        step(index + 1);
      }
    });
  }

  /** A phase with the same act for every item, some at a time. */
  private async each<T extends { orderId: string } | readonly { orderId: string }[]>(
    phase: PhaseName,
    items: readonly T[],
    act: (item: T) => Promise<void>,
  ): Promise<void> {
    await this.phase(phase, items.length, async (step) => {
      let done = 0;
      await inParallel(items, AT_ONCE, async (item) => {
        const [first] = [item].flat();
        await named(first?.orderId ?? '', act(item));
        step((done += 1));
      });
    });
  }

  private placedOrder(orderId: string): PlacedOrder {
    const placed = this.placed.get(orderId);
    if (placed === undefined) throw new Error(`${orderId} was not placed`);
    return placed;
  }

  /** The gateway hears of payments beside it by webhook: a cancel through the gateway must find them in the books. */
  private async untilQuiet(): Promise<void> {
    const at = instantAt(this.date, SHOP_OPENS_AT);
    await waitUntilQuiet(this.platform, { at, withinMs: this.quietWithinMs });
  }

  /** Sets the time, and waits for everything that is due by then. */
  private async let(time: string, options: { withPayouts?: boolean } = {}): Promise<void> {
    await letComeDue(this.platform, { at: instantAt(this.date, time), withinMs: this.quietWithinMs, ...options });
  }

  private async setClocks(time: string): Promise<Date> {
    const at = instantAt(this.date, time);
    await setClocks(this.platform, at, this.quietWithinMs);
    return at;
  }

  private async phase(
    phase: PhaseName,
    total: number,
    work: (step: (done: number) => void) => Promise<void>,
  ): Promise<void> {
    if (total === 0) return;
    const begun = performance.now();
    const stepAt = (done: number): Step => ({
      date: this.date,
      day: this.dayNumber,
      days: this.days,
      phase,
      done,
      total,
    });
    await this.options.onPhase?.(stepAt(0));
    const step = (done: number) => this.options.onStep?.(stepAt(done));
    step(0);
    await work(step);
    this.spentMs.set(phase, (this.spentMs.get(phase) ?? 0) + performance.now() - begun);
  }
}

function firstDay(market: Market): string {
  const first = market.orders[0]?.orderedAt.slice(0, 10);
  if (first === undefined) throw new Error('A market without orders has no first day');
  return first;
}

/** Adds the seller or order to a refusal, which names only the reason. */
async function named<T>(id: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const detail = error instanceof CallError ? `${error.message} ${error.detail}` : (error as Error).message;
    throw new Error(`${id}: ${detail}`, { cause: error });
  });
}
