import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@jeongsan/child-processes';
import {
  clockStartOf,
  firstWeek,
  playMarket,
  type Platform,
  readMarket,
  serviceNames,
  startPlatform,
} from '@jeongsan/market';
import type { Ground } from '../ground/ground.js';
import { type Prometheus, startPrometheus, type Target } from './prometheus.js';

const marketFolder = fileURLToPath(new URL('../../../../examples/market', import.meta.url));
/** Rates need several scrapes, one a second. */
const WATCH_MS = 20_000;
const QUIET_WITHIN_MS = 180_000;

export type Watched = Readonly<{ platform: Platform; prometheus: Prometheus; targets: readonly Target[] }>;

/**
 * The whole platform after the first week of the example's market, played while a Prometheus scrapes it. Both end with the ground.
 */
export async function watchedPlatform(ground: Ground, name: string): Promise<Watched> {
  const market = firstWeek(await readMarket(marketFolder));
  // The front door serves its metrics on a port of their own only.
  const doorMetrics = await freePort();
  const platform = ground.undo.of(
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
  const prometheus = await startPrometheus(ground, targets);
  await playMarket({ market, platform, quietWithinMs: QUIET_WITHIN_MS });
  await fetch(`${platform.door.url}/health`);
  await sleep(WATCH_MS);
  return { platform, prometheus, targets };
}
