import { hit } from '@jeongsan/failpoints';
import { GroupCommit, mayWorkAlone } from '@jeongsan/group-commit';
import type { DataSeal } from '@jeongsan/jwe';
import type { Pool } from 'pg';
import type { TokenBuckets } from '../door/token-buckets.js';
import { keyIdOf } from '../sealed-body.js';
import { columnsOf, INCOMING, ROW, sizeOf, traced, type Traced } from './inbox-rows.js';
import type { Webhook } from './read-webhook.js';

export type StoredUnsigned = 'stored' | 'duplicate' | 'over-budget';
/** Resolves when the webhook is committed, with whether it is new; `over-budget`: nothing is stored, and it may come again later. */
export type StoreUnsigned = (webhook: Webhook) => Promise<StoredUnsigned>;

const MIB = 1024 * 1024;
const BATCH_ROWS_MAX = 200;
const WAITING_MAX = 2_000;
/** A connection of its own, and one statement at a time: however many wait here, none is in the way of a signed one. */
export const UNSIGNED_STATEMENTS_AT_ONCE = 1;

// A look that is promised and not yet due sees whatever happened before an event that comes now: it covers that event too. One that
// is due may have begun, so the event needs another one, which waits until the interval is over.
const STORE = `
with incoming as (${INCOMING}
), distinct_ones as (
  select distinct on (dedupe_key) * from incoming order by dedupe_key
), strangers as (
  select subject, row_number() over (order by subject) as number
    from (select distinct subject from distinct_ones w where job is not null
             and not exists (select from gateway.payment p where p.payment_key = w.data ->> 'paymentKey')
             and not exists (select from webhooks.inbox i where i.dedupe_key = w.dedupe_key)) as unknown
), admitted as (
  select w.*, s.number is not null as is_stranger from distinct_ones w left join strangers s using (subject)
   where coalesce(s.number, 0) <= $16::int
), stored as (
  insert into webhooks.inbox (${ROW}, received_at, sealed_by)
  select ${ROW}, $14::timestamptz, $15 from admitted order by dedupe_key
  on conflict (dedupe_key) do nothing
  returning dedupe_key
), named as (
  select distinct on (subject) subject, job, data, trace from admitted join stored using (dedupe_key) where job is not null order by subject
), look as (
  insert into webhooks.look as l (subject, due_at)
  select subject, $14::timestamptz + make_interval(secs => $17) from named order by subject
  on conflict (subject) do update set due_at = greatest(excluded.due_at, least(l.due_at, $14::timestamptz) + make_interval(secs => $18))
   where l.due_at not between $14::timestamptz + interval '1 microsecond' and $14::timestamptz + make_interval(secs => $17 + $18)
  returning subject, due_at
), nudged as (
  insert into messaging.outbox (job, data, trace, run_at, dedupe_key)
  select job, data, trace, due_at, format('%s/look/%s', subject, extract(epoch from due_at)) from named join look using (subject)
  on conflict (dedupe_key) where done_at is null and dead_at is null do nothing
)
select a.dedupe_key, s.dedupe_key is not null as is_new, case when a.is_stranger then l.subject end as stranger
  from admitted a left join stored s using (dedupe_key) left join look l using (subject)`;

type Row = Readonly<{ dedupe_key: string; is_new: boolean; stranger: string | null }>;

export type LookTiming = Readonly<{
  /** What names a payment within this time is looked at once. */
  afterSeconds: number;
  /** No payment is looked at more often for unsigned events. */
  intervalSeconds: number;
}>;

type Dependencies = Readonly<{
  pool: Pool;
  seal: DataSeal;
  now: () => Date;
  timing: LookTiming;
  /** Looks at payments that we have not heard of: their number is bounded, since anybody can make up any number of keys. */
  strangers: TokenBuckets;
}>;

/** They share one budget. */
const STRANGERS = 'all';

/**
 * Stores webhooks that anybody may have sent, in groups, and promises one look at each payment they name, however many name it. A
 * look costs the provider's patience, so there is one in an interval, and only so many at payments that are not ours.
 */
export function unsignedStore({ pool, seal, now, timing, strangers }: Dependencies): StoreUnsigned {
  const group = new GroupCommit<Traced, StoredUnsigned>({
    batchMax: BATCH_ROWS_MAX,
    writesMax: UNSIGNED_STATEMENTS_AT_ONCE,
    waitingMax: WAITING_MAX,
    size: { of: sizeOf, batchMax: 2 * MIB, waitingMax: 16 * MIB },
    isItemFault: mayWorkAlone,
    write: async (items) => {
      const { rows } = await pool.query<Row>({
        name: 'store-unsigned',
        text: STORE,
        values: [
          ...columnsOf(items, seal),
          now(),
          keyIdOf(seal),
          strangers.left(STRANGERS),
          timing.afterSeconds,
          timing.intervalSeconds,
        ],
      });
      await hit('webhook:stored');
      strangers.take(STRANGERS, new Set(rows.flatMap(({ stranger }) => stranger ?? [])).size);
      return outcomes(items, rows);
    },
  });
  return (webhook) => group.add(traced(webhook));
}

function outcomes(items: readonly Traced[], rows: readonly Row[]): StoredUnsigned[] {
  const fresh = new Set(rows.filter((row) => row.is_new).map((row) => row.dedupe_key));
  const admitted = new Set(rows.map((row) => row.dedupe_key));
  return items.map(({ webhook: { dedupeKey } }) => {
    if (!admitted.has(dedupeKey)) return 'over-budget';
    // Of several with one key in a group, one was stored.
    return fresh.delete(dedupeKey) ? 'stored' : 'duplicate';
  });
}
