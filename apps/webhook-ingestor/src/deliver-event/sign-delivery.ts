import { signWebhook, type SecurityKey } from '@jeongsan/jwe';
import { EventEnvelope } from '@jeongsan/messaging';
import type { z } from 'zod';
import type { Claimed } from './claim-deliveries.js';
import type { Outgoing } from './send-delivery.js';

/**
 * Headers of every webhook we send. The signature follows the provider's scheme: HMAC-SHA256 of `<body>:<timestamp>`.
 */
export const deliveryHeaders = {
  id: 'jeongsan-webhook-id',
  timestamp: 'jeongsan-webhook-timestamp',
  signature: 'jeongsan-webhook-signature',
} as const;

/** Builds the body and the signed headers of one attempt. Every attempt has the same event id and its own timestamp. */
export function signDelivery(delivery: Claimed, key: SecurityKey, now: Date): Outgoing {
  const envelope = {
    eventId: delivery.event_id,
    eventType: delivery.type,
    entityId: delivery.entity_id,
    sequence: Number(delivery.sequence),
    createdAt: delivery.created_at.toISOString(),
    data: delivery.data,
  } satisfies z.input<typeof EventEnvelope>;
  const body = Buffer.from(JSON.stringify(envelope));
  const timestamp = now.toISOString();
  return {
    url: delivery.url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'jeongsan-webhooks',
      [deliveryHeaders.id]: delivery.event_id,
      [deliveryHeaders.timestamp]: timestamp,
      [deliveryHeaders.signature]: signWebhook(body, timestamp, [key]),
    },
  };
}
