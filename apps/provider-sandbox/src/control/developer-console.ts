import {
  type sandboxControlContract as contract,
  WEBHOOK_TARGETS_MAX,
  type WebhookAttempt,
  type WebhookDelivery,
} from '@jeongsan/sandbox-control';
import type { z } from 'zod';
import type { Sql } from '../database/sql.js';
import type { Target } from '../merchant/merchant.js';
import type { Call } from '../world.js';
import type { ControlHandler } from './control-handler.js';
import { invalid, notFound, notPossible } from './control-refusals.js';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 10_000;

export const registerWebhook: ControlHandler<typeof contract.registerWebhook> = async (call, { body }) =>
  register(call, 'default', body);

export const registerWebhookTarget: ControlHandler<typeof contract.registerWebhookTarget> = async (
  call,
  { params, body },
) => register(call, params.name, body);

async function register({ sql, world }: Call, name: string, target: Target): Promise<Target> {
  const { protocol, hostname } = new URL(target.url);
  if (protocol !== 'http:' && protocol !== 'https:') throw invalid('Webhooks go to http or https addresses');
  const isLocal = /^(localhost|.*\.localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(hostname);
  if (isLocal && !world.env.WEBHOOK_LOCAL) throw invalid('Webhooks do not go to this machine');
  const names = Object.keys(world.merchant.targets);
  const isFull = names.length >= WEBHOOK_TARGETS_MAX && !names.includes(name);
  if (isFull) throw notPossible(`There are already ${WEBHOOK_TARGETS_MAX} webhook targets`);
  return world.merchant.registerWebhook(sql, name, target);
}

export const listWebhookTargets: ControlHandler<typeof contract.listWebhookTargets> = async ({ world }) => ({
  ...world.merchant.targets,
});

export const removeWebhookTarget: ControlHandler<typeof contract.removeWebhookTarget> = async (
  { sql, world },
  { params },
) => {
  if (!(await world.merchant.removeWebhook(sql, params.name))) throw notFound('such webhook target');
  return { done: true };
};

export type Delivery = z.output<typeof WebhookDelivery>;

const COLUMNS = `id, target, event_type as "eventType", subject, attempts, state, next_attempt_at as "nextAttemptAt",
  last_status as "lastStatus"`;

/** The latest webhook deliveries, newest first. */
export const latestDeliveries = (sql: Sql, { state, limit }: { state?: string | undefined; limit: number }) =>
  sql.rows<Delivery>(
    `select ${COLUMNS} from webhook_delivery where $1::text is null or state = $1 order by seq desc limit $2`,
    [state ?? null, limit],
  );

export const listDeliveries: ControlHandler<typeof contract.listDeliveries> = async ({ sql }, { query }) => {
  const limit = Math.min(query.limit ?? LIMIT_DEFAULT, LIMIT_MAX);
  const items = await latestDeliveries(sql, { ...query, limit });
  const [count] = await sql.rows<{ pending: number }>(
    'select count(*)::int as pending from webhook_delivery where next_attempt_at is not null',
  );
  return { pending: count?.pending ?? 0, items };
};

export const readDelivery: ControlHandler<typeof contract.readDelivery> = async ({ sql }, { params }) => {
  const [delivery] = await sql.rows<Delivery & { body: string }>(
    `select ${COLUMNS}, body from webhook_delivery where id = $1`,
    [params.id],
  );
  if (!delivery) throw notFound('such webhook');
  const log = await sql.rows<z.output<typeof WebhookAttempt>>(
    `select url, attempted_at as at, duration_ms as "durationMs", status, problem, excerpt from webhook_attempt
     where delivery_id = $1 order by seq`,
    [params.id],
  );
  return { ...delivery, log };
};

export const resendDelivery: ControlHandler<typeof contract.resendDelivery> = async ({ sql, now }, { params }) => {
  await resend(sql, params.id, now);
  return { done: true };
};

/** Makes a webhook due now, in whatever state it is. */
export async function resend(sql: Sql, id: string, now: Date): Promise<void> {
  const [found] = await sql.rows(
    `update webhook_delivery set state = 'pending', next_attempt_at = $2 where id = $1 returning id`,
    [id, now],
  );
  if (!found) throw notFound('such webhook');
}
