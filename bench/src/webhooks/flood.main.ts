import { openLoop } from '../harness/load.js';
import { followOrders } from '../harness/side-child.js';
import { hostileRequest } from './hostile-requests.js';
import { postOnce } from './post-once.js';

export type FloodOrder = Readonly<{ do: 'flood'; port: number; perSecond: number; seconds: number }>;
export type Flooded = Readonly<{
  did: 'flood';
  sent: number;
  seconds: number;
  statuses: Readonly<Record<string, number>>;
}>;

/** Connections at once: who floods has as many as the other side lets it have. */
const LANES = 500;

let index = 0;

// Bounded in count and in time, and ends by itself; in a process of its own, so that its work is not part of anybody's latency.
followOrders<FloodOrder, Flooded>(async ({ port, perSecond, seconds }) => {
  const statuses: Record<string, number> = {};
  const load = await openLoop(LANES, perSecond, seconds, async () => {
    const status = await postOnce(port, hostileRequest((index += 1)));
    const key = status === 0 ? 'cut off' : String(status);
    statuses[key] = (statuses[key] ?? 0) + 1;
  });
  return { did: 'flood', sent: load.operations, seconds: load.seconds, statuses };
});
