import { PaymentStatusChanged } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { printV1 } from '../api/print.js';
import type { Sql } from '../database/sql.js';
import { followPayment } from '../orders/order-payments.js';
import type { World } from '../world.js';
import { announceDeposit } from '../virtual-accounts/announce-deposit.js';
import { offsetFreeTime } from '../webhooks/event-times.js';
import { queueWebhooks } from '../webhooks/queue-webhooks.js';
import { paymentOf, type PaymentObject, type PaymentRow } from './payment.js';

/** Queues PAYMENT_STATUS_CHANGED with the payment as it now is, and answers that. */
export async function announcePayment(
  context: Readonly<{ sql: Sql; now: Date; world: World }>,
  row: PaymentRow,
): Promise<PaymentObject> {
  const payment = paymentOf(row, context.world, context.now);
  await queueWebhooks(context.sql, context.world.merchant, 'PAYMENT_STATUS_CHANGED', [
    {
      subject: row.paymentKey,
      at: context.now,
      body: () =>
        printV1(
          z.encode(PaymentStatusChanged, {
            eventType: 'PAYMENT_STATUS_CHANGED',
            createdAt: offsetFreeTime(context.now),
            data: payment,
          }),
        ),
    },
  ]);
  await announceDeposit(context, row);
  await followPayment(context, payment);
  return payment;
}
