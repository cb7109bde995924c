import type { sandboxControlContract as contract, WebhookDelivery } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import type { ControlHandler } from './control-handlers.js';
import { invalid, notFound } from './control-refusals.js';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 10_000;

export const registerWebhook: ControlHandler<typeof contract.registerWebhook> = async ({ sql, world }, { body }) => {
  const { protocol, hostname } = new URL(body.url);
  if (protocol !== 'http:' && protocol !== 'https:') throw invalid('Webhooks go to http or https addresses');
  const isLocal = /^(localhost|.*\.localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(hostname);
  if (isLocal && !world.env.WEBHOOK_LOCAL) throw invalid('Webhooks do not go to this machine');
  return world.merchant.registerWebhook(sql, body);
};

type Delivery = z.output<typeof WebhookDelivery>;

export const listDeliveries: ControlHandler<typeof contract.listDeliveries> = async ({ sql }, { query }) => {
  const limit = Math.min(query.limit ?? LIMIT_DEFAULT, LIMIT_MAX);
  const items = await sql.rows<Delivery>(
    `select id, event_type as "eventType", subject, attempts, state, next_attempt_at as "nextAttemptAt", last_status as "lastStatus"
     from webhook_delivery where $1::text is null or state = $1 order by seq desc limit $2`,
    [query.state ?? null, limit],
  );
  const [count] = await sql.rows<{ pending: number }>(
    'select count(*)::int as pending from webhook_delivery where next_attempt_at is not null',
  );
  return { pending: count?.pending ?? 0, items };
};

export const resendDelivery: ControlHandler<typeof contract.resendDelivery> = async ({ sql, now }, { params }) => {
  const [found] = await sql.rows(
    `update webhook_delivery set state = 'pending', next_attempt_at = $2 where id = $1 returning id`,
    [params.id, now],
  );
  if (!found) throw notFound('such webhook');
  return { done: true };
};
