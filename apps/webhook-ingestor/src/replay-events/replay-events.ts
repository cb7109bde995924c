import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { refuse, REPLAY_EVENTS_MAX, type replayEvents as endpoint } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { sendAgain } from '../deliver-event/send-again.js';
import { lockEnabledEndpoint } from '../read-endpoints/read-endpoints.js';

/** Ids of events are times (UUID version 7), so a range of time is a range of ids. */
const EVENTS = `
  select v.id from messaging.event v join webhooks.endpoint e on v.type = any(e.event_types)
   where e.id = $1 and v.id >= messaging.first_id(greatest($2::timestamptz, 'epoch')) and v.id < messaging.first_id(greatest($3::timestamptz, 'epoch'))
     and ($4 = 'all' or not exists (select from webhooks.delivery d where d.endpoint_id = e.id and d.event_id = v.id and d.state <> 'failed'))`;

/**
 * Sends the events of a range of time to an endpoint again, in the order in which they happened. Throws the Refusal
 * WEBHOOK_REPLAY_RANGE for an empty range, or one of more than REPLAY_EVENTS_MAX events; nothing is sent then.
 */
export async function replayEvents(
  db: DataSource,
  { params: { endpointId }, body: { reason, from, to, which } }: Input<typeof endpoint>,
  author: Author,
  now: Date,
): Promise<Output<typeof endpoint>> {
  if (from >= to) throw refuse('WEBHOOK_REPLAY_RANGE', 'from must be before to');
  return transaction(db, async (tx) => {
    await lockEnabledEndpoint(tx, endpointId);
    const values = [endpointId, from, to, which];
    const found = await tx.query<{ id: string }[]>(`${EVENTS} limit ${REPLAY_EVENTS_MAX + 1}`, values);
    if (found.length > REPLAY_EVENTS_MAX)
      throw refuse(
        'WEBHOOK_REPLAY_RANGE',
        `The range has more than ${REPLAY_EVENTS_MAX} events: ask for a shorter one`,
      );
    const eventIds = found.map(({ id }) => id);
    await sendAgain(tx, endpointId, eventIds, now);
    const after = { from: from.toISOString(), to: to.toISOString(), which, replayed: found.length };
    const decided = { subject: endpointId, ...authorOf(author), reason, before: null, after };
    await recordDecision(tx, { kind: 'deliveries.replayed', ...decided }, now);
    return { replayed: found.length };
  });
}
