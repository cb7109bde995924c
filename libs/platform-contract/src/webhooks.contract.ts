import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { EventEnvelope, eventNames, pauseCauses, type PauseCause, subscribableEvents } from '@jeongsan/messaging';
import { z } from 'zod';
import { eventSchemasContract } from './event-schemas.contract.js';
import { providerWebhooksContract } from './provider-webhooks.contract.js';
import { may } from './refusals.js';
import { DecisionReason, filters, paging } from './values.js';
import { Waiting } from './waiting.js';

/** The address for the provider's webhooks. Answers 200 only after the body is stored as received. */
export const receiveProviderWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/provider',
  summary: "The provider's webhooks: payment, payout and seller changes.",
  security: 'none',
  success: { status: 200, body: z.object({ received: z.literal(true) }) },
  errors: may('WEBHOOK_SIGNATURE_INVALID', 'WEBHOOK_MALFORMED', 'WEBHOOK_SOURCE_REFUSED', 'WEBHOOK_RATE_LIMITED'),
});

export { pauseCauses, type PauseCause };

export const EndpointView = z.object({
  id: z.uuid(),
  url: z.string(),
  eventTypes: z.array(z.enum(subscribableEvents)),
  enabled: z.boolean(),
  createdAt: Instant,
  /** Since when nothing is sent; events wait until the endpoint is resumed. */
  pausedAt: Instant.nullable(),
  pausedBecause: z.enum(pauseCauses).nullable(),
  /** The first of the failed attempts since the last event that arrived. */
  failingSince: Instant.nullable(),
  /** Until this instant each event carries a second signature, by the secret before the last rotation. */
  earlierSecretUntil: Instant.nullable(),
});
const EndpointWithSecret = EndpointView.extend({
  /** Shown in this answer only: `whsec_` and base64, as Standard Webhooks defines it. */
  secret: z.string(),
});

const manages = { security: 'bearer', scope: 'webhooks:manage' } as const;

export const registerEndpoint = endpoint({
  ...manages,
  method: 'POST',
  path: '/webhook-endpoints',
  summary: 'Register an address that wants signed events. The secret is shown once.',
  body: z.object({ url: z.url().max(2000), eventTypes: z.array(z.enum(subscribableEvents)).min(1) }),
  success: { status: 201, body: EndpointWithSecret },
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

const ofEndpoint = z.object({ endpointId: z.uuid() });

export const getEndpoint = endpoint({
  ...manages,
  method: 'GET',
  path: '/webhook-endpoints/{endpointId}',
  summary: 'One registered address.',
  params: ofEndpoint,
  success: { status: 200, body: EndpointView },
  errors: may('WEBHOOK_ENDPOINT_NOT_FOUND'),
});

/** Hours for which the secret before a rotation signs beside the new one, unless the caller names others. */
const OVERLAP_HOURS = 24;
const OVERLAP_HOURS_MAX = 168;

export const rotateEndpointSecret = endpoint({
  ...manages,
  method: 'POST',
  path: '/webhook-endpoints/{endpointId}/rotate-secret',
  summary: 'A new secret for an address. Events are signed with both secrets for the hours of the overlap.',
  params: ofEndpoint,
  body: z.object({
    reason: DecisionReason,
    /** 0: the earlier secret signs nothing more. */
    overlapHours: z.int().min(0).max(OVERLAP_HOURS_MAX).default(OVERLAP_HOURS),
  }),
  success: { status: 200, body: EndpointWithSecret },
  errors: may('WEBHOOK_ENDPOINT_NOT_FOUND'),
});

export const pauseEndpoint = endpoint({
  ...manages,
  method: 'POST',
  path: '/webhook-endpoints/{endpointId}/pause',
  summary: 'Send nothing to an address until it is resumed. Its events wait.',
  params: ofEndpoint,
  body: z.object({ reason: DecisionReason }),
  success: { status: 200, body: EndpointView },
  errors: may('WEBHOOK_ENDPOINT_NOT_FOUND'),
});

export const resumeEndpoint = endpoint({
  ...manages,
  method: 'POST',
  path: '/webhook-endpoints/{endpointId}/resume',
  summary: 'Send to an address again, first the events that waited.',
  params: ofEndpoint,
  body: z.object({ reason: DecisionReason }),
  success: { status: 200, body: EndpointView },
  errors: may('WEBHOOK_ENDPOINT_NOT_FOUND'),
});

export const testEndpoint = endpoint({
  ...manages,
  method: 'POST',
  path: '/webhook-endpoints/{endpointId}/test',
  summary: 'Send the event webhook.test to an address, signed as all events are.',
  params: ofEndpoint,
  success: { status: 202, body: z.object({ eventId: z.uuid() }) },
  errors: may('WEBHOOK_ENDPOINT_NOT_FOUND'),
});

export const removeEndpoint = endpoint({
  ...manages,
  method: 'DELETE',
  path: '/webhook-endpoints/{endpointId}',
  summary: 'Stop sending to an address.',
  params: ofEndpoint,
  success: { status: 200, body: EndpointView },
  errors: may('WEBHOOK_ENDPOINT_NOT_FOUND'),
});

const deliveryStates = ['pending', 'delivered', 'failed'] as const;

export const DeliveryView = z.object({
  endpointId: z.uuid(),
  eventId: z.uuid(),
  eventType: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** The next attempt; null while the endpoint is paused. Once the delivery has ended: its end. */
  nextAt: Instant.nullable(),
  lastStatus: z.int().nullable(),
  /** What the delivery waits for, and until when; null: it has ended, or is under way. */
  waiting: Waiting.nullable(),
});

/** A fact that our services published; those of a subscribable type are sent to the addresses that want them. */
export const EventView = z.object({
  id: z.uuid(),
  eventType: z.string(),
  /** What it is about: the id of a payout, a seller, a break. */
  subject: z.string(),
  /** Counts the events of one type about one subject. */
  sequence: z.int(),
  createdAt: Instant,
});

export const listEvents = endpoint({
  ...manages,
  method: 'GET',
  path: '/events',
  summary: 'Events, the latest first: of a type, about one thing, of some days.',
  query: z.object({
    eventType: z.enum(eventNames).optional(),
    subject: z.string().min(1).max(200).optional(),
    ...filters.days,
    ...paging,
  }),
  success: { status: 200, body: page(EventView) },
  errors: may(),
});

export const getEvent = endpoint({
  ...manages,
  method: 'GET',
  path: '/events/{eventId}',
  summary: 'One event, with the body that is sent and its deliveries.',
  params: z.object({ eventId: z.uuid() }),
  success: {
    status: 200,
    body: EventView.extend({
      // A newer release may have stored an event of a type that this one does not know.
      payload: EventEnvelope.extend({ eventType: z.string() }),
      deliveries: z.array(DeliveryView),
    }),
  },
  errors: may('EVENT_NOT_FOUND'),
});

export const listEventDeliveries = endpoint({
  ...manages,
  method: 'GET',
  path: '/webhook-endpoints/{endpointId}/deliveries',
  summary: 'Deliveries to an address, by event id.',
  params: ofEndpoint,
  query: z.object({
    state: z.enum(deliveryStates).optional(),
    after: z.uuid().optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(DeliveryView) },
  errors: may('WEBHOOK_ENDPOINT_NOT_FOUND'),
});

/** The event of a delivery and its address. */
const DeliveryCursor = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .optional();

export const listDeliveries = endpoint({
  ...manages,
  method: 'GET',
  path: '/deliveries',
  summary:
    'Deliveries to all addresses, those of the latest events first: of an address or a type, in a state, of some days.',
  query: z.object({
    endpointId: z.uuid().optional(),
    state: z.enum(deliveryStates).optional(),
    eventType: z.enum(eventNames).optional(),
    /** Days on which the events happened. */
    ...filters.days,
    after: DeliveryCursor,
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(DeliveryView) },
  errors: may(),
});

const ofDelivery = z.object({ endpointId: z.uuid(), eventId: z.uuid() });

export const getEventDelivery = endpoint({
  ...manages,
  method: 'GET',
  path: '/webhook-endpoints/{endpointId}/deliveries/{eventId}',
  summary: 'One delivery with the body that is sent.',
  params: ofDelivery,
  success: {
    status: 200,
    // A newer release may have stored an event of a type that this one does not know.
    body: DeliveryView.extend({
      lastError: z.string().nullable(),
      payload: EventEnvelope.extend({ eventType: z.string() }),
    }),
  },
  errors: may('WEBHOOK_ENDPOINT_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND'),
});

export const redeliver = endpoint({
  ...manages,
  method: 'POST',
  path: '/webhook-endpoints/{endpointId}/deliveries/{eventId}/redeliver',
  summary: 'Send an event again.',
  params: ofDelivery,
  success: { status: 202, body: DeliveryView },
  errors: may('WEBHOOK_ENDPOINT_NOT_FOUND'),
});

/** Events that one replay may send. */
export const REPLAY_EVENTS_MAX = 10_000;

export const replayEvents = endpoint({
  ...manages,
  method: 'POST',
  path: '/webhook-endpoints/{endpointId}/replay',
  summary: 'Send the events of a range of time again: those that did not arrive, or all.',
  params: ofEndpoint,
  body: z.object({
    reason: DecisionReason,
    /** Events from this instant on. */
    from: Instant,
    /** Events before this instant. */
    to: Instant,
    /** not-delivered: events that failed, or happened before the address was registered. */
    which: z.enum(['not-delivered', 'all']).default('not-delivered'),
  }),
  success: { status: 202, body: z.object({ replayed: z.int() }) },
  errors: may('WEBHOOK_ENDPOINT_NOT_FOUND', 'WEBHOOK_REPLAY_RANGE'),
});

export const eventEndpointsContract = {
  registerEndpoint,
  listEndpoints,
  getEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  pauseEndpoint,
  resumeEndpoint,
  testEndpoint,
  listEvents,
  getEvent,
  listDeliveries,
  listEventDeliveries,
  getEventDelivery,
  redeliver,
  replayEvents,
} as const;

/** What callers of the ingestor use. */
export const ingestorApi = { ...eventEndpointsContract, ...eventSchemasContract, ...providerWebhooksContract } as const;
export const ingestorContract = { receiveProviderWebhook, ...ingestorApi } as const;
