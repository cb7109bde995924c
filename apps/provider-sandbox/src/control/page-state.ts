import { businessDateOf } from '@jeongsan/calendar';
import type { ActiveFault } from '../api/faults.js';
import type { Logged } from '../api/request-log.js';
import { type BalanceSums, readBalance } from '../balance/balance.js';
import type { World } from '../world.js';
import { type Delivery, latestDeliveries } from './developer-console.js';

export type Counted = Readonly<{ kind: string; status: string; count: number }>;

/** The data of the control page. */
export type PageState = Readonly<{
  mId: string;
  now: Date;
  mode: 'running' | 'frozen';
  speed: number;
  balance: BalanceSums;
  counts: readonly Counted[];
  deliveries: readonly Delivery[];
  requests: readonly Logged[];
  faults: readonly ActiveFault[];
}>;

const LINES_MAX = 30;

export async function readPageState(world: World): Promise<PageState> {
  const { clock, database, env, faults, requests } = world;
  const now = clock.now();
  const [balance, counts, deliveries] = await Promise.all([
    readBalance(database, businessDateOf(now)),
    database.rows<Counted>(COUNTS),
    latestDeliveries(database, { limit: LINES_MAX }),
  ]);
  return {
    mId: env.M_ID,
    now,
    mode: clock.mode,
    speed: clock.speed,
    balance,
    counts,
    deliveries,
    requests: requests.latest(LINES_MAX),
    faults: faults.list(),
  };
}

const COUNTS = `
  select 'Payments' as kind, status, count(*)::int as count from payment group by status
  union all select 'Sellers', status, count(*)::int from seller where deleted_at is null group by status
  union all select 'Payouts', status, count(*)::int from payout group by status
  union all select 'Webhooks', state, count(*)::int from webhook_delivery group by state
  order by kind, status`;
