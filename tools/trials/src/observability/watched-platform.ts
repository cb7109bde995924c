import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { allOrNothing, freePort, type Undo } from '@jeongsan/child-processes';
import {
  clockStartOf,
  firstWeek,
  type Market,
  playMarket,
  type Platform,
  readMarket,
  serviceNames,
  startPlatform,
} from '@jeongsan/market';
import { type Prometheus, startPrometheus, type Target } from './prometheus.js';

const marketFolder = fileURLToPath(new URL('../../../../examples/market', import.meta.url));
/** Rates need several scrapes, one a second. */
const WATCH_MS = 20_000;
const QUIET_WITHIN_MS = 180_000;

export type Watched = Readonly<{ platform: Platform; prometheus: Prometheus; targets: readonly Target[] }>;

/**
 * Runs `work` with the whole platform after the first week of the example's market, played while a Prometheus scrapes it. Stops
 * both afterwards.
 */
export async function withWatchedPlatform<T>(name: string, work: (watched: Watched) => Promise<T>): Promise<T> {
  const market = firstWeek(await readMarket(marketFolder));
  return allOrNothing(async (undo) => {
    const result = await work(await watch(name, market, undo));
    await undo.run();
    return result;
  });
}

async function watch(name: string, market: Market, undo: Undo): Promise<Watched> {
  // The front door serves its metrics on a port of their own only.
  const doorMetrics = await freePort();
  const platform = undo.of(
    await startPlatform({
      ...{ name, orNext: true, fresh: true, clockStartsAt: clockStartOf(market) },
      settings: { 'front-door': { METRICS_PORT: String(doorMetrics) } },
    }),
    (it) => it.stop(),
  );
  const targets: Target[] = [
    ...serviceNames.map((service) => ({ service, url: platform.apps[service].url })),
    { service: 'front-door', url: `http://127.0.0.1:${doorMetrics}` },
  ];
  const prometheus = await startPrometheus(platform.folder, targets, undo);
  await playMarket({ market, platform, quietWithinMs: QUIET_WITHIN_MS });
  await fetch(`${platform.door.url}/health`);
  await sleep(WATCH_MS);
  return { platform, prometheus, targets };
}
