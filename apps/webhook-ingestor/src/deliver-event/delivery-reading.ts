import { by, one, reading } from '@jeongsan/nest-kit';

/** Endpoints are registered by other teams: a gauge shows those that matter most. */
const ENDPOINTS_SHOWN = 50;

type StateRow = { active: bigint; paused: bigint; failing: bigint };
type FailingRow = { id: string; seconds: number };
type PendingRow = { id: string; pending: bigint };

/** Endpoints of consumers, and what waits for each. A removed endpoint is in none of them. */
export const deliveryReading = reading(
  'deliveries',
  ['webhook_endpoints', 'endpoint_failing_seconds', 'deliveries_pending', 'delivery_late_seconds'],
  async (db, now) => {
    const [states] = await db.query<StateRow[]>(
      `select count(*) filter (where paused_at is null and failing_since is null) as active,
              count(*) filter (where paused_at is not null) as paused,
              count(*) filter (where paused_at is null and failing_since is not null) as failing
         from webhooks.endpoint where enabled`,
    );
    const failing = await db.query<FailingRow[]>(
      `select id::text, greatest(0, extract(epoch from $1::timestamptz - failing_since))::float8 as seconds
         from webhooks.endpoint where enabled and failing_since is not null order by failing_since, id limit ${ENDPOINTS_SHOWN}`,
      [now],
    );
    const pending = await db.query<PendingRow[]>(
      `select endpoint_id::text as id, count(*) as pending from webhooks.delivery where state = 'pending'
        group by endpoint_id order by count(*) desc, endpoint_id limit ${ENDPOINTS_SHOWN}`,
    );
    const [late] = await db.query<{ seconds: number }[]>(
      `select coalesce(greatest(0, extract(epoch from $1::timestamptz - min(next_at))), 0)::float8 as seconds
         from webhooks.delivery where state = 'pending' and next_at <= $1`,
      [now],
    );
    const { active, paused, failing: failingNow } = states ?? { active: 0n, paused: 0n, failing: 0n };
    return {
      webhook_endpoints: by('state', [
        ['active', active],
        ['paused', paused],
        ['failing', failingNow],
      ]),
      endpoint_failing_seconds: by(
        'endpoint_id',
        failing.map(({ id, seconds }) => [id, seconds] as const),
      ),
      deliveries_pending: by(
        'endpoint_id',
        pending.map((row) => [row.id, row.pending] as const),
      ),
      delivery_late_seconds: one(late?.seconds ?? 0),
    };
  },
);
