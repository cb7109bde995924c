import { endpoint, Instant, IntText } from '@jeongsan/http-contract';
import { webhookEventTypes } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { control, Done } from './control-endpoint.js';

export const WebhookTarget = z.object({
  url: z.url(),
  events: z.array(z.enum(webhookEventTypes)),
});
export const WEBHOOK_TARGETS_MAX = 20;
const TargetName = z.string().regex(/^[A-Za-z0-9._-]{1,40}$/);

export const WebhookDelivery = z.object({
  id: z.string(),
  target: z.string(),
  eventType: z.string(),
  subject: z.string(),
  attempts: z.int(),
  state: z.enum(['pending', 'delivered', 'given-up']),
  nextAttemptAt: Instant.nullable(),
  lastStatus: z.int().nullable(),
});
/** One delivery attempt. `status` null: no complete reply came in time; `problem` says why. */
export const WebhookAttempt = z.object({
  url: z.string().nullable(),
  at: Instant,
  durationMs: z.int(),
  status: z.int().nullable(),
  problem: z.string().nullable(),
  /** The first characters of the reply. */
  excerpt: z.string(),
});

const deliveryId = z.object({ id: z.string().max(60) });

/** Webhooks in the provider's developer console. */
export const webhookControl = {
  registerWebhook: endpoint({
    ...control,
    method: 'PUT',
    path: '/control/webhook',
    summary: "Where the provider's webhooks go: the target named default.",
    body: WebhookTarget,
    success: { status: 200, body: WebhookTarget },
  }),
  registerWebhookTarget: endpoint({
    ...control,
    method: 'PUT',
    path: '/control/webhooks/{name}',
    summary: 'Add a webhook target, or change it.',
    params: z.object({ name: TargetName }),
    body: WebhookTarget,
    success: { status: 200, body: WebhookTarget },
  }),
  listWebhookTargets: endpoint({
    ...control,
    method: 'GET',
    path: '/control/webhooks',
    summary: 'The webhook targets, by name.',
    success: { status: 200, body: z.record(TargetName, WebhookTarget) },
  }),
  removeWebhookTarget: endpoint({
    ...control,
    method: 'DELETE',
    path: '/control/webhooks/{name}',
    summary: 'Remove a webhook target; what is still due for it is given up.',
    params: z.object({ name: TargetName }),
    success: { status: 200, body: Done },
  }),
  listDeliveries: endpoint({
    ...control,
    method: 'GET',
    path: '/control/webhook/deliveries',
    summary: 'Webhook deliveries, newest first.',
    query: z.object({ state: z.enum(['pending', 'delivered', 'given-up']).optional(), limit: IntText.optional() }),
    success: { status: 200, body: z.object({ pending: z.int(), items: z.array(WebhookDelivery) }) },
  }),
  readDelivery: endpoint({
    ...control,
    method: 'GET',
    path: '/control/webhook/deliveries/{id}',
    summary: 'One webhook: its body, and every attempt to deliver it.',
    params: deliveryId,
    success: { status: 200, body: WebhookDelivery.extend({ body: z.string(), log: z.array(WebhookAttempt) }) },
  }),
  resendDelivery: endpoint({
    ...control,
    method: 'POST',
    path: '/control/webhook/deliveries/{id}/resend',
    summary: 'Send a webhook again, now.',
    params: deliveryId,
    success: { status: 202, body: Done },
  }),
} as const;
