import type { Executor } from '@jeongsan/database';
import { GroupCommit, mayWorkAlone } from '@jeongsan/group-commit';
import { int, manyRows, statement, text, timestamptz, uuid } from '@jeongsan/sql';
import type { Claimed } from './claim-deliveries.js';
import { retryAt } from './retry-schedule.js';
import type { Attempt } from './send-delivery.js';

/** The record of an attempt: never a body, and for an error only its kind. */
type Entry = Readonly<{
  endpointId: string;
  eventId: string;
  attempts: number;
  state: 'pending' | 'delivered' | 'failed';
  /** The next attempt; when none follows, the end of the delivery. */
  nextAt: Date;
  status: number | null;
  error: string | null;
  deliveredAt: Date | null;
}>;

export type RecordAttempt = (delivery: Claimed, attempt: Attempt, now: Date) => Promise<void>;

const BATCH_ROWS_MAX = 200;
const WAITING_MAX = 10_000;

/** Records the results of attempts, several in one statement. */
export function attemptRecorder(db: Executor): RecordAttempt {
  const group = new GroupCommit<Entry, void>({
    batchMax: BATCH_ROWS_MAX,
    writesMax: 1,
    waitingMax: WAITING_MAX,
    isItemFault: mayWorkAlone,
    write: async (entries) => {
      await write(db, entries);
      return entries.map(() => undefined);
    },
  });
  return (delivery, attempt, now) => group.add(entryOf(delivery, attempt, now));
}

function entryOf(delivery: Claimed, { status, error }: Attempt, now: Date): Entry {
  const attempts = delivery.attempts + 1;
  const shared = { endpointId: delivery.endpoint_id, eventId: delivery.event_id, attempts, status, error };
  if (error === null) return { ...shared, state: 'delivered', nextAt: now, deliveredAt: now };
  const nextAt = error === 'removed' ? undefined : retryAt(attempts, now);
  return { ...shared, state: nextAt ? 'pending' : 'failed', nextAt: nextAt ?? now, deliveredAt: null };
}

const WRITE = statement(
  `
  update webhooks.delivery d
    set attempts = greatest(d.attempts, r.attempts), state = r.state,
        -- An endpoint that was paused during the attempt gets no next one.
        next_at = case when r.state = 'pending' and d.next_at = 'infinity' then d.next_at else r.next_at end,
        last_status = r.status, last_error = r.error, delivered_at = r.delivered_at
   from :entry.unnest
     as r(:entry.columns)
  where d.endpoint_id = r.endpoint_id and d.event_id = r.event_id
    and (r.state = 'delivered' or (d.state = 'pending' and d.attempts = r.attempts - 1))`,
  {
    entry: manyRows<Entry>({
      endpoint_id: uuid((e) => e.endpointId),
      event_id: uuid((e) => e.eventId),
      attempts: int((e) => e.attempts),
      state: text((e) => e.state),
      next_at: timestamptz((e) => e.nextAt),
      status: int((e) => e.status),
      error: text((e) => e.error),
      delivered_at: timestamptz((e) => e.deliveredAt),
    }),
  },
);

/**
 * A failure is written only if it follows the number of attempts in the row: otherwise another process has recorded a
 * later attempt. A success is always written, because the endpoint has the event.
 */
async function write(db: Executor, entries: readonly Entry[]): Promise<void> {
  await WRITE.rows(db, { entry: entries });
}
