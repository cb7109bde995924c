import { patiently } from '@jeongsan/child-processes';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallError, type Output } from '@jeongsan/http-contract';
import type { listRuns } from '@jeongsan/platform-contract';
import { eachPayout, type PayoutItem } from '@jeongsan/provider-client';
import type { SellerKind } from '../plan/plan-history.js';
import type { Stage } from '../stage/stage.js';
import type { History, Seller } from '../testing/build-market.js';
import { changeAccount, refund } from '../testing/trouble.js';
import { DAYS_AFTER, type Days } from './days.js';

type Trouble = (stage: Stage, seller: Seller) => Promise<unknown>;

/**
 * The trouble of a seller that starts at a time of its own; other trouble exists from the start, or comes from the provider.
 */
const troubles: Readonly<Record<SellerKind, Trouble | undefined>> = {
  plain: undefined,
  limited: undefined,
  bouncing: undefined,
  stopped: undefined,
  deleted: ({ provider }, { providerSellerId: id }) => provider.api.deleteSeller({ params: { id } }),
  reviewed: ({ provider }, { providerSellerId: id }) => provider.control.reviewSellerAgain({ params: { id } }),
  moving: ({ db }, seller) => changeAccount(db, seller),
  held: ({ people }, { sellerId }) =>
    people.lee.placeHold({ params: { sellerId }, body: { scope: 'SELLER', reason: 'OPERATOR' } }),
  refunded: ({ db, clocks }, seller) => refund(db, seller, () => clocks.now()),
};

/** Events before the draft. */
export async function earlyTroubles(stage: Stage, histories: readonly History[]): Promise<void> {
  for (const seller of sellersOf(histories)) if (seller.plan.troubleDay < 0) await befall(stage, seller);
}

/** Events while the seller's run is drafted, approved or sent. */
export async function laterTroubles(stage: Stage, histories: readonly History[], days: Days): Promise<void> {
  let first = 0;
  const all: Promise<void>[] = [];
  for (const history of histories) {
    for (const seller of history.sellers.filter(({ plan }) => plan.troubleDay >= 0)) {
      all.push(days.until(first + seller.plan.troubleDay).then(() => befall(stage, seller)));
    }
    first += history.dates.length;
  }
  await Promise.all(all);
}

const sellersOf = (histories: readonly History[]): Seller[] => histories.flatMap(({ sellers }) => sellers);

/** Repeats the request until it has had its effect: a refusal after a lost answer says that it had. */
async function befall(stage: Stage, seller: Seller): Promise<void> {
  await patiently(async () => {
    await troubles[seller.plan.kind]?.(stage, seller).catch((error: unknown) => {
      if (!(error instanceof CallError && error.outcome === 'rejected')) throw error;
    });
  });
}

type Run = Output<typeof listRuns>['items'][number];
const DECIDE_POLL_MS = 250;
const RUNS_MAX = 100;

/** Decides about runs above the threshold as people would. `last` makes the postponed decisions and ends. */
export class Deciders {
  private readonly decided = new Set<string>();
  /** Answers that must never occur. */
  readonly problems = new Set<string>();
  private readonly dateOf: ReadonlyMap<string, History>;

  constructor(
    private readonly stage: Stage,
    histories: readonly History[],
  ) {
    this.dateOf = new Map(histories.flatMap((history) => history.dates.map((date) => [date, history] as const)));
  }

  async until(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.look(false).catch(() => undefined);
      await sleep(DECIDE_POLL_MS);
    }
  }

  /** Looks once. `isLast`: also makes late approvals, and decisions that failed before. */
  async look(isLast: boolean): Promise<void> {
    const { items } = await this.stage.people.lee.listRuns({ query: { state: 'draft', limit: RUNS_MAX } });
    await Promise.all(
      items.filter(({ contentHash }) => contentHash !== '').map(async (run) => this.decide(run, isLast)),
    );
  }

  private async decide(run: Run, isLast: boolean): Promise<void> {
    const history = this.dateOf.get(run.businessDate);
    if (history === undefined || (!isLast && this.decided.has(run.id))) return;
    this.decided.add(run.id);
    const { kim, park } = this.stage.people;
    const of = { params: { runId: run.id } };
    const approve = (who: typeof kim) => who.approveRun({ ...of, body: { contentHash: run.contentHash } });
    const acts = {
      approve: () => [approve(kim)],
      'approve twice': () => [approve(kim), approve(park)],
      'approve and reject at once': () => [approve(kim), park.rejectRun({ ...of, body: { reason: 'chaos' } })],
      reject: () => [park.rejectRun({ ...of, body: { reason: 'chaos' } })],
      'approve late': () => (isLast ? [approve(park)] : []),
    } as const;
    const results = await Promise.allSettled(acts[history.plan.decision]());
    for (const result of results) {
      if (result.status === 'rejected' && !isToBeExpected(result.reason))
        this.problems.add(`${history.plan.decision}: ${String(result.reason)}`);
    }
  }
}

/** Of two people who decide at once, one is refused; a server that is away does not answer. */
const isToBeExpected = (reason: unknown): boolean =>
  reason instanceof CallError && (reason.code === 'RUN_STATE' || reason.outcome === 'unknown');

const LOOK_EVERY_DAYS = 3;

/** The provider ends payouts of the planned sellers that have not started: rejected, deleted or canceled. */
export async function providerStops({ provider }: Stage, histories: readonly History[], days: Days): Promise<number> {
  const wanted = new Map(
    sellersOf(histories)
      .filter(({ plan }) => plan.kind === 'stopped')
      .map((seller) => [seller.providerSellerId, seller]),
  );
  const from = histories[0]?.dates[0] ?? '';
  const last = histories.flatMap(({ dates }) => dates).length + DAYS_AFTER;
  let stopped = 0;
  for (let day = 1; day <= last && wanted.size > 0; day += LOOK_EVERY_DAYS) {
    await days.until(day);
    for (const { id, destination, status } of await payoutsSince(provider, from)) {
      const seller = wanted.get(destination);
      if (seller === undefined || status === 'COMPLETED') continue;
      wanted.delete(destination);
      stopped += (await stop(provider, id, seller.plan.refund)) ? 1 : 0;
    }
  }
  return stopped;
}

const payoutsSince = ({ api }: Stage['provider'], payoutDateGte: string): Promise<PayoutItem[]> =>
  patiently(async () => {
    const found: PayoutItem[] = [];
    for await (const payout of eachPayout(api, { limit: 10_000, payoutDateGte })) found.push(payout);
    return found;
  });

/** False: too late, which is a valid answer. */
async function stop({ api, control }: Stage['provider'], id: string, draw: bigint): Promise<boolean> {
  const of = { params: { id } };
  const error = { code: 'PAYOUT_STOPPED', message: 'chaos' };
  const ways = [
    () => control.rejectPayout({ ...of, body: error }),
    () => control.removePayout(of),
    () => api.cancelPayout(of),
    () => control.failPayout({ ...of, body: error }),
  ];
  const way = ways[Number(draw % BigInt(ways.length))];
  return (
    way?.().then(
      () => true,
      () => false,
    ) ?? false
  );
}
