import type { WebhookEventType } from '@jeongsan/provider-contract';
import { manyRows, statement, text, timestamptz } from '@jeongsan/sql';
import type { Sql } from '../database/sql.js';
import { inWebhookVersion } from '../api/versions/in-webhook-version.js';
import { timedId } from '../ids.js';
import type { Merchant } from '../merchant/merchant.js';

export type Announcement = Readonly<{ subject: string; at: Date; body: () => string }>;

type Queued = Readonly<{ target: string; subject: string; at: Date; body: string }>;

const QUEUE = statement(
  `
  insert into webhook_delivery (id, event_type, target, subject, body, next_attempt_at)
  select id, :eventType, target, subject, body, at
  from :queued.unnest as t(:queued.columns)`,
  {
    queued: manyRows<Queued>({
      id: text(({ at }) => timedId('whtrans', at)),
      target: text(({ target }) => target),
      subject: text(({ subject }) => subject),
      body: text(({ body }) => body),
      at: timestamptz(({ at }) => at),
    }),
  },
);

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
  // Each target has its own webhook, which is delivered, retried and given up independently.
  const queued = targets.flatMap(([target]) => printed.map((one) => ({ ...one, target })));
  await QUEUE.rows(sql, { eventType, queued });
}
