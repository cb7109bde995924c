import type { WebhookEventType } from '@jeongsan/provider-contract';
import type { Sql } from '../database/sql.js';
import { timedId } from '../ids.js';
import type { Merchant } from '../merchant/merchant.js';

export type Announcement = Readonly<{ subject: string; at: Date; body: () => string }>;

/** Stores webhooks in the transaction of what they announce, if the merchant registered for them; a loop delivers them. */
export async function queueWebhooks(
  sql: Sql,
  merchant: Merchant,
  eventType: WebhookEventType,
  announcements: readonly Announcement[],
): Promise<void> {
  if (announcements.length === 0 || !merchant.target?.events.includes(eventType)) return;
  await sql.rows(
    `insert into webhook_delivery (id, event_type, subject, body, next_attempt_at)
     select id, $1, subject, body, at from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) as t (id, subject, body, at)`,
    [
      eventType,
      announcements.map(({ at }) => timedId('whtrans', at)),
      announcements.map(({ subject }) => subject),
      announcements.map(({ body }) => body()),
      announcements.map(({ at }) => at),
    ],
  );
}
