import { DepositCallback, type PaymentStatus } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { printV1 } from '../api/print.js';
import type { Sql } from '../database/sql.js';
import type { PaymentRow } from '../payments/payment-row.js';
import { offsetFreeTime } from '../webhooks/event-times.js';
import { queueWebhooks } from '../webhooks/queue-webhooks.js';
import type { World } from '../world.js';

/** Whether DEPOSIT_CALLBACK is sent when a payment enters a status. An expired window or deadline sends nothing. */
const isAnnounced = {
  READY: false,
  IN_PROGRESS: false,
  WAITING_FOR_DEPOSIT: true,
  DONE: true,
  CANCELED: true,
  PARTIAL_CANCELED: true,
  ABORTED: false,
  EXPIRED: false,
} as const satisfies Record<PaymentStatus, boolean>;

/** Queues DEPOSIT_CALLBACK for a payment by virtual account; does nothing for other methods. */
export async function announceDeposit(
  { sql, now, world }: Readonly<{ sql: Sql; now: Date; world: World }>,
  { paymentKey, method, status, secret, lastTransactionKey, orderId }: PaymentRow,
): Promise<void> {
  if (method !== '가상계좌' || !isAnnounced[status] || lastTransactionKey === null) return;
  const body = () =>
    printV1(
      z.encode(DepositCallback, {
        createdAt: offsetFreeTime(now),
        secret,
        status,
        transactionKey: lastTransactionKey,
        orderId,
      }),
    );
  await queueWebhooks(sql, world.merchant, 'DEPOSIT_CALLBACK', [{ subject: paymentKey, at: now, body }]);
}
