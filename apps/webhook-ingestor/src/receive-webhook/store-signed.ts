import { hit } from '@jeongsan/failpoints';
import { GroupCommit, mayWorkAlone } from '@jeongsan/group-commit';
import type { DataSeal } from '@jeongsan/jwe';
import type { OutboxRow } from '@jeongsan/queues';
import { statement } from '@jeongsan/sql';
import type { Pool } from 'pg';
import { keyIdOf } from '../sealed-body.js';
import { INCOMING, incoming, KEYED, ROW, sizeOf, traced, type Traced, w } from './inbox-rows.js';
import type { Webhook } from './read-webhook.js';

export type Stored = 'stored' | 'duplicate';
/** Resolves after the webhook is committed, with whether it is new. */
export type StoreSigned = (webhook: Webhook) => Promise<Stored>;

const MIB = 1024 * 1024;
const BATCH_ROWS_MAX = 200;
const WAITING_MAX = 20_000;
/** Two statements at once: one fills while the other commits. More would compete for the same disk. */
export const SIGNED_STATEMENTS_AT_ONCE = 2;

// One statement and one commit store many webhooks together with their jobs (nudges), so that no stored webhook lacks
// its job.
const STORE = statement(
  `
  with incoming as (${INCOMING}
  ), ${KEYED('incoming')}
  ), stored as (
    insert into webhooks.inbox (${ROW}, received_at, sealed_by)
    select distinct on (dedupe_key) ${ROW}, :now::timestamptz, :sealedBy from incoming join keyed using (dedupe_key) order by dedupe_key
  ), nudged as (
    insert into messaging.outbox (job, data, trace, run_at, dedupe_key, published_at)
    select distinct on (job_key) job, data, trace, :now::timestamptz, job_key, case when :isPublished then clock_timestamp() end
      from incoming join keyed using (dedupe_key) where job is not null order by job_key
    on conflict (dedupe_key) where done_at is null and dead_at is null do nothing
    returning id, job, data
  )
  select dedupe_key, null::bigint as id, null as job, null::jsonb as data from keyed
  union all
  select null, id, job, data from nudged`,
  { w },
);

/** How the looks come to Redis: at once while `isPossible`, else by the relay. */
type Publishing = Readonly<{ isPossible: boolean; add: (rows: readonly OutboxRow[]) => void }>;
type Dependencies = Readonly<{ pool: Pool; seal: DataSeal; now: () => Date; publishing: Publishing }>;
/** A new webhook by its key, or an enqueued look. */
type StoredRow = { dedupe_key: string; id: null } | ({ dedupe_key: null } & OutboxRow);

/** Stores webhooks with a valid signature and enqueues their looks, many in one statement. */
export function signedStore({ pool, seal, now, publishing }: Dependencies): StoreSigned {
  const group = new GroupCommit<Traced, Stored>({
    batchMax: BATCH_ROWS_MAX,
    writesMax: SIGNED_STATEMENTS_AT_ONCE,
    waitingMax: WAITING_MAX,
    size: { of: sizeOf, batchMax: 4 * MIB, waitingMax: 32 * MIB },
    isItemFault: mayWorkAlone,
    write: async (items) => {
      const { isPossible: isPublished } = publishing;
      const { rows } = await pool.query<StoredRow>({
        name: 'store-signed',
        text: STORE.text,
        values: STORE.values({ w: incoming(items, seal), now: now(), sealedBy: keyIdOf(seal), isPublished }),
      });
      await hit('webhook:stored');
      if (isPublished) publishing.add(rows.filter((row) => row.dedupe_key === null));
      return outcomes(items, new Set(rows.flatMap(({ dedupe_key }) => dedupe_key ?? [])));
    },
  });
  return (webhook) => group.add(traced(webhook));
}

/** Of several webhooks with one key in a group, only the first is new. */
function outcomes(items: readonly Traced[], stored: Set<string>): Stored[] {
  return items.map(({ webhook }) => (stored.delete(webhook.dedupeKey) ? 'stored' : 'duplicate'));
}
