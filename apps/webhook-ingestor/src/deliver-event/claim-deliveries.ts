import { type Executor, prepared } from '@jeongsan/database';
import type { EventName } from '@jeongsan/messaging';
import { statement } from '@jeongsan/sql';

/** A delivery that this process has claimed: no other process sends it until the lease of LEASE_MS ends. */
export type Claimed = Readonly<{
  endpoint_id: string;
  event_id: string;
  /** The number of attempts made before this one. */
  attempts: number;
  url: string;
  secret_sealed: string;
  /** The secret before the last rotation, while its overlap lasts. */
  earlier_secret_sealed: string | null;
  /** The first failed attempt since the last event that arrived at this endpoint. */
  failing_since: Date | null;
  enabled: boolean;
  type: EventName;
  entity_id: string;
  sequence: bigint;
  data: Readonly<Record<string, unknown>>;
  created_at: Date;
}>;

export type ClaimLimits = Readonly<{
  total: number;
  perEndpoint: number;
  /** Endpoints whose number of claimable deliveries differs from `perEndpoint`; endpoints with 0 are skipped. */
  exceptions: ReadonlyMap<string, number>;
}>;

/** Longer than an attempt can take, so that a lease only ends if its process died. */
const LEASE_MS = 60_000;
/** The oldest due deliveries among which the fair shares of the endpoints are chosen: so many for each free lane. */
const CANDIDATES_PER_LANE = 4;
/** When those leave lanes free, the choice goes on among so many. */
const CANDIDATES_MAX = 2_000;

/** Prepared: a claim that finds nothing spends its time on a plan over the tables of all months. */
const LOOK = prepared(
  'delivery.look',
  `select from webhooks.delivery where state = 'pending' and next_at <= $1 limit 1`,
);

const CLAIM = statement(`
  with oldest as (
    select endpoint_id, event_id, next_at from webhooks.delivery
     where state = 'pending' and next_at <= :now and endpoint_id <> all(:full::uuid[]) order by next_at limit :candidates
  ), placed as (
    select endpoint_id, event_id, row_number() over (partition by endpoint_id order by next_at) as place from oldest
  ), due as (
    select d.endpoint_id, d.event_id from webhooks.delivery d join placed p using (endpoint_id, event_id)
     where d.state = 'pending' and d.next_at <= :now and p.place <= coalesce((:exceptions::jsonb ->> d.endpoint_id::text)::int, :perEndpoint)
     order by p.place limit :total for update of d skip locked
  )
  update webhooks.delivery d set next_at = :leasedUntil
    from due join webhooks.endpoint e on e.id = due.endpoint_id join messaging.event v on v.id = due.event_id
   where d.endpoint_id = due.endpoint_id and d.event_id = due.event_id
  returning d.endpoint_id, d.event_id, d.attempts, e.url, e.secret_sealed, e.enabled, e.failing_since,
            case when e.earlier_secret_until > :now then e.earlier_secret_sealed end as earlier_secret_sealed, v.type, v.entity_id, v.sequence, v.data, v.created_at,
            (select count(*) from oldest)::int as candidates`);

/**
 * Claims due deliveries, a fair share for each endpoint, by setting their next time to the end of a lease. Any number
 * of processes may claim in parallel: locked rows are skipped, so no delivery is claimed twice.
 */
export async function claimDeliveries(db: Executor, limits: ClaimLimits, now: Date): Promise<Claimed[]> {
  if ((await db.query<unknown[]>(LOOK, [now])).length === 0) return [];
  const few = Math.min(CANDIDATES_MAX, limits.total * CANDIDATES_PER_LANE);
  const claimed = await claimAmong(db, few, limits, now);
  const isCut = claimed[0]?.candidates === few && few < CANDIDATES_MAX;
  const total = limits.total - claimed.length;
  if (!isCut || total === 0) return claimed;
  const rest = { ...limits, total, exceptions: exceptionsAfter(limits, claimed) };
  return [...claimed, ...(await claimAmong(db, CANDIDATES_MAX, rest, now))];
}

type Row = Claimed & Readonly<{ candidates: number }>;

function claimAmong(db: Executor, candidates: number, limits: ClaimLimits, now: Date): Promise<Row[]> {
  const full = [...limits.exceptions].filter(([, capacity]) => capacity === 0).map(([id]) => id);
  return CLAIM.rows<Row>(db, {
    now,
    full,
    candidates,
    exceptions: JSON.stringify(Object.fromEntries(limits.exceptions)),
    perEndpoint: limits.perEndpoint,
    total: limits.total,
    leasedUntil: new Date(now.getTime() + LEASE_MS),
  });
}

/** What each endpoint may still get after a first claim. */
function exceptionsAfter({ perEndpoint, exceptions }: ClaimLimits, claimed: readonly Claimed[]): Map<string, number> {
  const left = new Map(exceptions);
  for (const { endpoint_id: id } of claimed) left.set(id, (left.get(id) ?? perEndpoint) - 1);
  return left;
}
