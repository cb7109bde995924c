import type { Executor } from '@jeongsan/database';

/** Erases what webhooks said about a payment. Their rows stay, so that a repeat of one is still known. */
export async function eraseBodies(db: Executor, paymentKey: string): Promise<void> {
  await db.query(
    `update webhooks.inbox set body = null, body_sealed = null, sealed_by = null
      where subject = 'payment/' || $1 or position(convert_to($1, 'UTF8') in body) > 0`,
    [paymentKey],
  );
}
