import { hit } from '@jeongsan/failpoints';
import { GroupCommit, mayWorkAlone } from '@jeongsan/group-commit';
import type { DataSeal } from '@jeongsan/jwe';
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
    insert into messaging.outbox (job, data, trace, run_at, dedupe_key)
    select distinct on (job_key) job, data, trace, :now::timestamptz, job_key
      from incoming join keyed using (dedupe_key) where job is not null order by job_key
    on conflict (dedupe_key) where done_at is null and dead_at is null do nothing
  )
  select dedupe_key from keyed`,
  { w },
);

type Dependencies = Readonly<{ pool: Pool; seal: DataSeal; now: () => Date; kick: () => void }>;

/**
 * Stores webhooks with a valid signature and enqueues their looks, many in one statement. Calls `kick` so that the
 * outbox relay starts at once.
 */
export function signedStore({ pool, seal, now, kick }: Dependencies): StoreSigned {
  const group = new GroupCommit<Traced, Stored>({
    batchMax: BATCH_ROWS_MAX,
    writesMax: SIGNED_STATEMENTS_AT_ONCE,
    waitingMax: WAITING_MAX,
    size: { of: sizeOf, batchMax: 4 * MIB, waitingMax: 32 * MIB },
    isItemFault: mayWorkAlone,
    write: async (items) => {
      const { rows } = await pool.query<{ dedupe_key: string }>({
        name: 'store-signed',
        text: STORE.text,
        values: STORE.values({ w: incoming(items, seal), now: now(), sealedBy: keyIdOf(seal) }),
      });
      await hit('webhook:stored');
      if (rows.length > 0) kick();
      return outcomes(items, new Set(rows.map((row) => row.dedupe_key)));
    },
  });
  return (webhook) => group.add(traced(webhook));
}

/** Of several webhooks with one key in a group, only the first is new. */
function outcomes(items: readonly Traced[], stored: Set<string>): Stored[] {
  return items.map(({ webhook }) => (stored.delete(webhook.dedupeKey) ? 'stored' : 'duplicate'));
}
