import type { Executor } from '@jeongsan/database';
import { type Input, type Output, pageOf } from '@jeongsan/http-contract';
import type { DataSeal } from '@jeongsan/jwe';
import {
  type getProviderWebhook,
  type listProviderWebhooks as listing,
  type ProviderWebhookState,
  refuse,
} from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { openBody } from '../sealed-body.js';
import { maskBody } from './mask-body.js';
import { OPEN_LOOKS } from './open-looks.js';

export type ProviderWebhook = Output<typeof listing>['items'][number];
type Row = Readonly<{
  id: string;
  state: ProviderWebhookState;
  event_type: string | null;
  subject: string | null;
  left_alone: ProviderWebhook['leftAlone'];
  signature: ProviderWebhook['signature'];
  transmission_id: string | null;
  retried_count: number | null;
  received_at: Date;
  has_body: boolean;
}>;
export type WholeRow = Row &
  Readonly<{ dedupe_key: string; body: Buffer | null; body_sealed: string | null; dead_job: bigint | null }>;

const PAGE_DEFAULT = 100;
const PAGE_MAX = 1_000;

// A webhook without a look of its own is done: the look that another webhook about the same thing asked for covers it too.
// One row for each subject, so that the inbox is joined with the looks once: asked per webhook, 300,000 webhooks took a minute.
const WEBHOOKS = (columns: string): string => `
  with look as materialized (
    select subject, bool_or(not is_dead) as is_open, max(run_at) filter (where is_dead) as dead_since,
           (array_agg(id order by run_at desc) filter (where is_dead))[1] as dead_job
      from (${OPEN_LOOKS}) o group by subject
  ), webhook as (
    select i.id, i.event_type, i.subject, i.left_alone, i.signature, i.transmission_id, i.retried_count, i.received_at,
           i.body is not null or i.body_sealed is not null as has_body${columns},
           case when i.left_alone is not null then 'left-alone'
                when l.is_open then 'waiting'
                when l.dead_since >= i.received_at then 'dead'
                else 'done' end as state
      from webhooks.inbox i left join look l on l.subject = i.subject`;

/** SQL: the subjects under which webhooks name a payment. */
const SUBJECTS_OF_PAYMENT = `
  select 'payment/' || :paymentKey::text
  union all select s.subject from gateway.sold_item s where s.payment_key = :paymentKey
  union all select 'order/' || p.order_id from gateway.payment p where p.payment_key = :paymentKey
  union all select 'order/' || p.provider_order_id from gateway.payment p where p.payment_key = :paymentKey`;

// Ids are times (UUID version 7), so the order of ids is the order in which webhooks were stored.
const LIST = statement(`${WEBHOOKS('')}
     where (:after::uuid is null or i.id < :after) and (:eventType::text is null or i.event_type = :eventType)
       and (:from::timestamptz is null or i.received_at >= :from) and (:to::timestamptz is null or i.received_at < :to)
       and (:subject::text is null or i.subject = :subject)
       and (:paymentKey::text is null or i.subject = any(array(${SUBJECTS_OF_PAYMENT})))
       and (:payoutId::uuid is null
            or i.subject = (select 'payout/' || q.provider_payout_id from payouts.payout q where q.id = :payoutId))
       and (:state::text is null or (:state = 'left-alone') = (i.left_alone is not null))
       -- Few webhooks wait: their subjects are found by the index, instead of all webhooks being read.
       and (coalesce(:state::text, 'done') not in ('waiting', 'dead') or i.subject = any(array(select w.subject from look w)))
  )
  select * from webhook where :state::text is null or state = :state order by id desc limit :rows`);

/** The provider's webhooks, the latest first, without their bodies. */
export async function listWebhooks(db: Executor, { query }: Input<typeof listing>): Promise<Output<typeof listing>> {
  const size = Math.min(Math.max(query.limit ?? PAGE_DEFAULT, 1), PAGE_MAX);
  const { state, eventType, subject, paymentKey, payoutId, from, to, after } = query;
  const rows = await LIST.rows<Row>(db, {
    ...{ state: state ?? null, eventType: eventType ?? null, subject: subject ?? null, paymentKey: paymentKey ?? null },
    ...{ payoutId: payoutId ?? null, from: from ?? null, to: to ?? null, after: after ?? null },
    rows: size + 1,
  });
  return pageOf(rows.map(viewOf), size, ({ id }) => id);
}

const ONE = statement(`${WEBHOOKS(`, i.dedupe_key, i.body, i.body_sealed, l.dead_job`)}
     where i.id = :id
  )
  select * from webhook`);

/** One webhook with its stored body. Throws the Refusal PROVIDER_WEBHOOK_NOT_FOUND. */
export async function findWebhook(db: Executor, webhookId: string): Promise<WholeRow> {
  const [row] = await ONE.rows<WholeRow>(db, { id: webhookId });
  if (!row) throw refuse('PROVIDER_WEBHOOK_NOT_FOUND', `No webhook ${webhookId} is stored`);
  return row;
}

/** One webhook with its body, in which personal data and secrets are masked. Throws the Refusal PROVIDER_WEBHOOK_NOT_FOUND. */
export async function readWebhookOf(
  db: Executor,
  seal: DataSeal,
  { params }: Input<typeof getProviderWebhook>,
): Promise<Output<typeof getProviderWebhook>> {
  const row = await findWebhook(db, params.webhookId);
  const body = storedBody(seal, row);
  return { ...viewOf(row), body: body ? maskBody(body) : null };
}

/** The bytes as they were received; undefined if they were erased. */
export function storedBody(seal: DataSeal, row: WholeRow): Buffer | undefined {
  if (row.body !== null) return row.body;
  return row.body_sealed === null ? undefined : openBody(seal, row.dedupe_key, row.body_sealed);
}

export const viewOf = (row: Row): ProviderWebhook => ({
  id: row.id,
  state: row.state,
  eventType: row.event_type,
  subject: row.subject,
  leftAlone: row.left_alone,
  signature: row.signature,
  transmissionId: row.transmission_id,
  retriedCount: row.retried_count,
  receivedAt: row.received_at,
  hasBody: row.has_body,
});
