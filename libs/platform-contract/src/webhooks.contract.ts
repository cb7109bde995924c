import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { eventNames } from '@jeongsan/messaging';
import { z } from 'zod';
import { may } from './refusals.js';

/** The address for the provider's webhooks. Answers 200 only after the body is stored as received. */
export const receiveProviderWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/provider',
  summary: "The provider's webhooks: payment, payout and seller changes.",
  security: 'none',
  success: { status: 200, body: z.object({ received: z.literal(true) }) },
  errors: may('WEBHOOK_SIGNATURE_INVALID', 'WEBHOOK_MALFORMED', 'WEBHOOK_SOURCE_REFUSED', 'WEBHOOK_RATE_LIMITED'),
});

export const EndpointView = z.object({
  id: z.uuid(),
  url: z.string(),
  eventTypes: z.array(z.enum(eventNames)),
  enabled: z.boolean(),
  createdAt: Instant,
});

const manages = { security: 'bearer', scope: 'webhooks:manage' } as const;

export const registerEndpoint = endpoint({
  ...manages,
  method: 'POST',
  path: '/webhook-endpoints',
  summary: 'Register an address that wants signed events. The secret is shown once.',
  body: z.object({ url: z.url().max(2000), eventTypes: z.array(z.enum(eventNames)).min(1) }),
  success: { status: 201, body: EndpointView.extend({ secret: z.string() }) },
  errors: may('WEBHOOK_URL_REFUSED'),
});

export const listEndpoints = endpoint({
  ...manages,
  method: 'GET',
  path: '/webhook-endpoints',
  summary: 'Registered addresses.',
  success: { status: 200, body: z.object({ items: z.array(EndpointView) }) },
  errors: may(),
});

export const removeEndpoint = endpoint({
  ...manages,
  method: 'DELETE',
  path: '/webhook-endpoints/{endpointId}',
  summary: 'Stop sending to an address.',
  params: z.object({ endpointId: z.uuid() }),
  success: { status: 200, body: EndpointView },
  errors: may('WEBHOOK_ENDPOINT_NOT_FOUND'),
});

export const DeliveryView = z.object({
  endpointId: z.uuid(),
  eventId: z.uuid(),
  eventType: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  nextAt: Instant,
  lastStatus: z.int().nullable(),
});

export const listEventDeliveries = endpoint({
  ...manages,
  method: 'GET',
  path: '/webhook-endpoints/{endpointId}/deliveries',
  summary: 'Deliveries to an address, by event id.',
  params: z.object({ endpointId: z.uuid() }),
  query: z.object({
    state: z.enum(['pending', 'delivered', 'failed']).optional(),
    after: z.uuid().optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(DeliveryView) },
  errors: may('WEBHOOK_ENDPOINT_NOT_FOUND'),
});

export const redeliver = endpoint({
  ...manages,
  method: 'POST',
  path: '/webhook-endpoints/{endpointId}/deliveries/{eventId}/redeliver',
  summary: 'Send an event again.',
  params: z.object({ endpointId: z.uuid(), eventId: z.uuid() }),
  success: { status: 202, body: DeliveryView },
  errors: may('WEBHOOK_ENDPOINT_NOT_FOUND'),
});

export const eventEndpointsContract = {
  registerEndpoint,
  listEndpoints,
  removeEndpoint,
  listEventDeliveries,
  redeliver,
} as const;

export const ingestorContract = { receiveProviderWebhook, ...eventEndpointsContract } as const;
