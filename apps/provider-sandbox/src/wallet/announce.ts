import { CustomerStatusChanged, MethodUpdated } from '@jeongsan/provider-contract';
import { seoulIso } from '@jeongsan/calendar';
import type { z } from 'zod';
import { v1Body } from '../webhooks/event-bodies.js';
import { queueWebhooks } from '../webhooks/queue-webhooks.js';
import type { Call } from '../world.js';

type CustomerEvent = z.output<typeof CustomerStatusChanged>['data']['status'];
type MethodEvent = z.output<typeof MethodUpdated>['data']['status'];

/** Queues CUSTOMER_STATUS_CHANGED. */
export async function announceCustomer({ sql, now, world }: Call, customerKey: string, status: CustomerEvent) {
  await queueWebhooks(sql, world.merchant, 'CUSTOMER_STATUS_CHANGED', [
    {
      subject: customerKey,
      at: now,
      body: v1Body(CustomerStatusChanged, now, { customerKey, status, changedAt: seoulIso(now) }),
    },
  ]);
}

/** Queues METHOD_UPDATED for each of the customer's methods. */
export async function announceMethods(
  { sql, now, world }: Call,
  customerKey: string,
  methodKeys: readonly string[],
  status: MethodEvent,
) {
  const announcements = methodKeys.map((methodKey) => ({
    subject: methodKey,
    at: now,
    body: v1Body(MethodUpdated, now, { customerKey, methodKey, status }),
  }));
  await queueWebhooks(sql, world.merchant, 'METHOD_UPDATED', announcements);
}
