import type { Executor } from '@jeongsan/database';

/**
 * Erases what webhooks said about a payment. Their rows stay, so that a repeat of one is still known. Each half of the condition has an
 * index: bodies in clear, which must be read to know what they name, are those of before bodies were sealed.
 */
export async function eraseBodies(db: Executor, paymentKey: string): Promise<void> {
  await db.query(
    `update webhooks.inbox set body = null, body_sealed = null, sealed_by = null
      where subject = 'payment/' || $1 or (body is not null and position(convert_to($1, 'UTF8') in body) > 0)`,
    [paymentKey],
  );
}
