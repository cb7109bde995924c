import { resolve } from 'node:path';
import type { BenchServer } from '../harness/bench-server.js';
import { imageSettings } from '../harness/image-settings.js';
import type { Side } from '../harness/rounds.js';
import { startSideChild } from '../harness/side-child.js';
import { buildMarket, BUSINESS_DATE, type MarketSize } from './market.js';
import { provePlan } from './prove-plan.js';
import type { Planned, SideAnswer, SideKind, SideOrder } from './side-order.js';

const ENTRY = resolve(import.meta.dirname, 'side.main.js');

/** A database of which every round gets a copy of its own: all plan the same run. */
export type Market = Readonly<{ url: string; size: MarketSize }>;

export async function createMarket(server: BenchServer, size: MarketSize): Promise<Market> {
  const url = await server.createDatabase(`plan_market_${size.sellers}`);
  await buildMarket(url, size);
  return { url, size };
}

/** A side's operations are its due sellers. */
export type PlanSide = Side & Readonly<{ planned: () => readonly Planned[] }>;

type SideOptions = Readonly<{ name: string; about: string; kind: SideKind; market: Market; warmUp: Market }>;

/** A process of its own that plans its market's run in every round. It has planned that of a smaller one before. */
export async function planSide(
  server: BenchServer,
  { name, about, kind, market, warmUp }: SideOptions,
): Promise<PlanSide> {
  const child = startSideChild<SideOrder, SideAnswer>(ENTRY, {
    name: 'planning process',
    env: imageSettings(),
  });
  const planned: Planned[] = [];
  let url = '';
  const copyOf = async (source: Market): Promise<void> => {
    url = await server.copyDatabase(source.url, `plan_${name}`);
  };
  const plan = async (): Promise<Planned> => {
    const answer = await child.ask({ do: 'plan', url, date: BUSINESS_DATE });
    if (answer.did !== 'plan') throw new Error(`Expected a planned run, not ${answer.did}`);
    return answer.planned;
  };
  await child.ask({ do: 'open', kind });
  await copyOf(warmUp);
  await plan();
  return {
    name,
    about,
    pids: [child.pid],
    prepare: () => copyOf(market),
    load: async () => {
      const round = await plan();
      planned.push(round);
      const latenciesMs = new Float64Array([round.seconds * 1e3]);
      return { operations: market.size.sellers, seconds: round.seconds, latenciesMs };
    },
    planned: () => planned,
    check: () => provePlan(url, market.size),
    stop: child.stop,
  };
}
