import { createHmac } from 'node:crypto';
import { signWebhook } from '@jeongsan/jwe';
import { EventEnvelope } from '@jeongsan/messaging';
import { eventHeaders } from '@jeongsan/platform-contract';
import type { z } from 'zod';
import type { SigningKey } from '../endpoint-secret.js';
import type { Outgoing } from './send-delivery.js';

/** Headers of releases before Standard Webhooks, signed as the provider signs: HMAC-SHA256 of `<body>:<timestamp>`. */
export const earlierHeaders = {
  id: 'jeongsan-webhook-id',
  timestamp: 'jeongsan-webhook-timestamp',
  signature: 'jeongsan-webhook-signature',
} as const;

export type Event = Readonly<{
  event_id: string;
  type: string;
  entity_id: string;
  sequence: bigint;
  data: Readonly<Record<string, unknown>>;
  created_at: Date;
}>;

/** The body of an event, the same in every attempt. */
export const envelopeOf = (event: Event) =>
  ({
    eventId: event.event_id,
    eventType: event.type,
    entityId: event.entity_id,
    sequence: Number(event.sequence),
    createdAt: event.created_at.toISOString(),
    data: event.data,
  }) satisfies Record<keyof z.input<typeof EventEnvelope>, unknown>;

/**
 * Builds the body and the signed headers of one attempt. Every attempt has the event's id and its own timestamp. One signature for each
 * key: during the overlap of a rotation a receiver may verify with either secret. An endpoint whose secret is still of the earlier form
 * gets the earlier headers beside the new ones, so its receiver goes on until the secret is rotated.
 */
export function signDelivery(
  event: Event & Readonly<{ url: string }>,
  keys: readonly SigningKey[],
  now: Date,
): Outgoing {
  const body = Buffer.from(JSON.stringify(envelopeOf(event)));
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signature = ({ secret }: SigningKey): string =>
    `v1,${createHmac('sha256', secret).update(`${event.event_id}.${timestamp}.`).update(body).digest('base64')}`;
  const hexKeys = keys.filter(({ isHex }) => isHex);
  return {
    url: event.url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'jeongsan-webhooks',
      [eventHeaders.id]: event.event_id,
      [eventHeaders.timestamp]: timestamp,
      [eventHeaders.signature]: keys.map(signature).join(' '),
      ...(hexKeys.length > 0 && {
        [earlierHeaders.id]: event.event_id,
        [earlierHeaders.timestamp]: now.toISOString(),
        [earlierHeaders.signature]: signWebhook(body, now.toISOString(), hexKeys),
      }),
    },
  };
}
