import type { Executor } from '@jeongsan/database';

/**
 * Erases the bodies of webhooks about a payment, or about the link's order or the reservation that it paid. The rows stay, so that a repeated webhook is still recognised. Bodies
 * in clear date from before bodies were sealed and must be searched for the key. Each half of the condition has its own
 * index.
 */
export async function eraseBodies(db: Executor, paymentKey: string): Promise<void> {
  await db.query(
    `update webhooks.inbox set body = null, body_sealed = null, sealed_by = null
      where subject = any(array(select 'payment/' || $1 union all select subject from gateway.sold_item where payment_key = $1)) or (body is not null and position(convert_to($1, 'UTF8') in body) > 0)`,
    [paymentKey],
  );
}
