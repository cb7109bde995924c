import type { Executor } from '@jeongsan/database';

/** SQL: the time of the first attempt of a delivery to the endpoint `e`; `now`: a parameter. A paused endpoint has none. */
export const firstAttemptAt = (now: string): string =>
  `case when e.paused_at is null then ${now} else 'infinity'::timestamptz end`;

const SEND = `
  insert into webhooks.delivery (endpoint_id, event_id, state, next_at)
  select e.id, v.id, 'pending', ${firstAttemptAt('$3')} from webhooks.endpoint e cross join unnest($2::uuid[]) as v(id) where e.id = $1
  on conflict (endpoint_id, event_id) do update
    set state = 'pending', attempts = 0, next_at = excluded.next_at, last_status = null, last_error = null, delivered_at = null`;

/**
 * Sends events to an endpoint, starting with the first attempt, whether or not they were sent before. The caller has locked the
 * endpoint, so that it is not paused meanwhile.
 */
export async function sendAgain(
  tx: Executor,
  endpointId: string,
  eventIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query(SEND, [endpointId, eventIds, now]);
}
