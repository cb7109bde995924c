import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { z } from 'zod';
import { may } from './refusals.js';
import { DecisionReason, NamedInstant } from './values.js';

/**
 * What became of a webhook. waiting: the look that it asked for is enqueued, or running. dead: that look failed for good.
 * left-alone: no look follows from it; `leftAlone` says why. done: nothing is left to do.
 */
export const providerWebhookStates = ['waiting', 'dead', 'left-alone', 'done'] as const;
export type ProviderWebhookState = (typeof providerWebhookStates)[number];

/** too-old: it was older than a signed webhook may be. not-for-us: no money depends on its type, or the type is not published. */
export const leftAloneCauses = ['too-old', 'not-for-us'] as const;

/** A webhook of the provider as it was received, without its body. No personal data. */
export const ProviderWebhookView = z.object({
  id: z.uuid(),
  state: z.enum(providerWebhookStates),
  /** As the sender named it, in printable characters; the name of an unpublished type may be invented. */
  eventType: z.string().nullable(),
  /** What it names, such as payment/{paymentKey}; null: nothing that we look at. */
  subject: z.string().nullable(),
  leftAlone: z.enum(leftAloneCauses).nullable(),
  /** absent: anybody may have sent it; only the look at the provider decides. */
  signature: z.enum(['valid', 'absent']),
  transmissionId: z.string().nullable(),
  /** How often the provider had tried before; null: it did not say. */
  retriedCount: z.int().nullable(),
  receivedAt: Instant,
  /** False: the body was erased, and the webhook cannot be replayed. */
  hasBody: z.boolean(),
});

const reads = { method: 'GET', security: 'bearer', scope: 'operations:read' } as const;

export const listProviderWebhooks = endpoint({
  ...reads,
  path: '/provider-webhooks',
  summary: "The provider's webhooks as received, the latest first.",
  query: z.object({
    state: z.enum(providerWebhookStates).optional(),
    eventType: z.string().min(1).max(200).optional(),
    subject: z.string().min(1).max(300).optional(),
    /** Webhooks about this payment, also those that name its order, link or reservation. */
    paymentKey: z.string().min(1).max(200).optional(),
    /** Webhooks about this payout of ours. */
    payoutId: z.uuid().optional(),
    /** Received from this instant on, and before that one. */
    from: NamedInstant.optional(),
    to: NamedInstant.optional(),
    after: z.uuid().optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(ProviderWebhookView) },
  errors: may(),
});

const ofWebhook = z.object({ webhookId: z.uuid() });

export const getProviderWebhook = endpoint({
  ...reads,
  path: '/provider-webhooks/{webhookId}',
  summary:
    "One webhook of the provider with its body; names, texts, contacts, numbers of accounts and secrets are '***'.",
  params: ofWebhook,
  success: {
    status: 200,
    body: ProviderWebhookView.extend({
      /** Null: the body was erased. */
      body: z.record(z.string(), z.unknown()).nullable(),
    }),
  },
  errors: may('PROVIDER_WEBHOOK_NOT_FOUND'),
});

export const replayProviderWebhook = endpoint({
  method: 'POST',
  security: 'bearer',
  scope: 'payouts:operate',
  path: '/provider-webhooks/{webhookId}/replay',
  summary: 'Process a stored webhook again: what it names is read at the provider once more.',
  params: ofWebhook,
  body: z.object({ reason: DecisionReason }),
  success: { status: 202, body: ProviderWebhookView },
  errors: may(
    'PROVIDER_WEBHOOK_NOT_FOUND',
    'PROVIDER_WEBHOOK_WAITING',
    'PROVIDER_WEBHOOK_DEAD',
    'PROVIDER_WEBHOOK_ERASED',
    'PROVIDER_WEBHOOK_NAMES_NOTHING',
  ),
});

export const providerWebhooksContract = { listProviderWebhooks, getProviderWebhook, replayProviderWebhook } as const;
