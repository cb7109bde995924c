import { hit } from '@jeongsan/failpoints';
import { GroupCommit, mayWorkAlone } from '@jeongsan/group-commit';
import type { DataSeal } from '@jeongsan/jwe';
import { statement } from '@jeongsan/sql';
import type { Pool } from 'pg';
import type { TokenBuckets } from '../door/token-buckets.js';
import { keyIdOf } from '../sealed-body.js';
import { INCOMING, incoming, KEYED, ROW, sizeOf, traced, type Traced, w } from './inbox-rows.js';
import type { Webhook } from './read-webhook.js';

export type StoredUnsigned = 'stored' | 'duplicate' | 'over-budget';
/**
 * Resolves after the webhook is committed, with whether it is new; `over-budget` means that nothing was stored and the
 * sender may try again later.
 */
export type StoreUnsigned = (webhook: Webhook) => Promise<StoredUnsigned>;

const MIB = 1024 * 1024;
const BATCH_ROWS_MAX = 200;
const WAITING_MAX = 2_000;
/**
 * Unsigned webhooks use one connection and one statement at a time, so that a flood of them does not delay signed
 * webhooks.
 */
export const UNSIGNED_STATEMENTS_AT_ONCE = 1;

// An enqueued look that is not due yet will see everything that happened before now, so it also covers an event that
// arrives now. A look that is due may already be running: then the event needs another look, at the end of the
// interval.
const STORE = statement(
  `
  with incoming as (${INCOMING}
  ), distinct_ones as (
    select distinct on (dedupe_key) * from incoming order by dedupe_key
  ), strangers as (
    select subject, row_number() over (order by subject) as number
      from (select distinct subject from distinct_ones w where job is not null
               and not exists (select from gateway.payment p where p.payment_key = w.data ->> 'paymentKey')
               and not exists (select from gateway.payment p where p.order_id = w.data ->> 'orderId')
               and not exists (select from gateway.payment p where p.order_id is null and p.provider_order_id = w.data ->> 'orderId')
               and not exists (select from gateway.orders o where o.order_id = w.data ->> 'orderId')
               and not exists (select from gateway.cancel c where c.transaction_key = w.data ->> 'transactionKey')
               and not exists (select from gateway.sold_item s where s.subject = w.subject)
               and not exists (select from webhooks.inbox_key k where k.dedupe_key = w.dedupe_key)) as unknown
  ), admitted as (
    select w.*, s.number is not null as is_stranger from distinct_ones w left join strangers s using (subject)
     where coalesce(s.number, 0) <= :strangersLeft::int
  ), ${KEYED('admitted')}
  ), stored as (
    insert into webhooks.inbox (${ROW}, received_at, sealed_by)
    select ${ROW}, :now::timestamptz, :sealedBy from admitted join keyed using (dedupe_key) order by dedupe_key
  ), named as (
    select distinct on (subject) subject, job, data, trace from admitted join keyed using (dedupe_key) where job is not null order by subject
  ), look as (
    insert into webhooks.look as l (subject, due_at)
    select subject, :now::timestamptz + make_interval(secs => :afterSeconds) from named order by subject
    on conflict (subject) do update set due_at = greatest(excluded.due_at, least(l.due_at,
      :now::timestamptz) + make_interval(secs => :intervalSeconds))
     where l.due_at not between :now::timestamptz + interval '1 microsecond'
       and :now::timestamptz + make_interval(secs => :afterSeconds + :intervalSeconds)
    returning subject, due_at
  ), nudged as (
    insert into messaging.outbox (job, data, trace, run_at, dedupe_key)
    select job, data, trace, due_at, format('%s/look/%s', subject, extract(epoch from due_at)) from named join look using (subject)
    on conflict (dedupe_key) where done_at is null and dead_at is null do nothing
  )
  select a.dedupe_key, s.dedupe_key is not null as is_new, case when a.is_stranger then l.subject end as stranger
    from admitted a left join keyed s using (dedupe_key) left join look l using (subject)`,
  { w },
);

type Row = Readonly<{ dedupe_key: string; is_new: boolean; stranger: string | null }>;

export type LookTiming = Readonly<{
  /** Webhooks about one subject (payment, order, cancel, reservation) within these seconds cause one look. */
  afterSeconds: number;
  /** Least seconds between two looks at one subject for unsigned events. */
  intervalSeconds: number;
}>;

type Dependencies = Readonly<{
  pool: Pool;
  seal: DataSeal;
  now: () => Date;
  timing: LookTiming;
  /** Bounds looks at subjects that are not in our books: a third party can invent any number of keys. */
  strangers: TokenBuckets;
}>;

/** All unknown subjects share one budget. */
const STRANGERS = 'all';

/**
 * Stores unsigned webhooks, which anybody may send, many in one statement, and enqueues one look for each subject
 * (payment, order, cancel, reservation) that they name. Looks are bounded to one per subject and interval, and to a
 * budget for subjects that are not in our books, because each look is a request to the provider. A subject that is not
 * in our books may be a payment that was made beside our gateway: what exceeds the budget is sent again by the provider,
 * and found by the nightly listing at the latest.
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
        text: STORE.text,
        values: STORE.values({
          w: incoming(items, seal),
          now: now(),
          sealedBy: keyIdOf(seal),
          strangersLeft: strangers.left(STRANGERS),
          afterSeconds: timing.afterSeconds,
          intervalSeconds: timing.intervalSeconds,
        }),
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
    // Of several webhooks with one key in a group, only the first is new.
    return fresh.delete(dedupeKey) ? 'stored' : 'duplicate';
  });
}
