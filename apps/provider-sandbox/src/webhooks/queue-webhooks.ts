import type { WebhookEventType } from '@jeongsan/provider-contract';
import type { Sql } from '../database/sql.js';
import { inWebhookVersion } from '../api/versions/in-webhook-version.js';
import { timedId } from '../ids.js';
import type { Merchant } from '../merchant/merchant.js';

export type Announcement = Readonly<{ subject: string; at: Date; body: () => string }>;

/**
 * Stores webhooks in the transaction of the event they announce, one for each registered address; a loop delivers them.
 */
export async function queueWebhooks(
  sql: Sql,
  merchant: Merchant,
  eventType: WebhookEventType,
  announcements: readonly Announcement[],
): Promise<void> {
  const targets = Object.entries(merchant.targets).filter(([, { events }]) => events.includes(eventType));
  if (announcements.length === 0 || targets.length === 0) return;
  const printed = announcements.map(({ body, ...rest }) => ({ ...rest, body: inWebhookVersion(body(), merchant) }));
  // Each target gets a webhook of its own: delivered, repeated and given up by itself.
  const queued = targets.flatMap(([target]) => printed.map((one) => ({ ...one, target })));
  await sql.rows(
    `insert into webhook_delivery (id, event_type, target, subject, body, next_attempt_at)
     select id, $1, target, subject, body, at
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[]) as t (id, target, subject, body, at)`,
    [
      eventType,
      queued.map(({ at }) => timedId('whtrans', at)),
      queued.map(({ target }) => target),
      queued.map(({ subject }) => subject),
      queued.map(({ body }) => body),
      queued.map(({ at }) => at),
    ],
  );
}
