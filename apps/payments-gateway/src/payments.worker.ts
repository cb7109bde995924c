import { Processor } from '@nestjs/bullmq';
import type { Handlers } from '@jeongsan/messaging';
import { keepData } from '@jeongsan/nest-platform';
import { JobWorker } from '@jeongsan/queues';
import { findCancel } from './cancels/find-cancel/find-cancel.js';
import { Gateway } from './gateway.js';
import { observeCancel } from './cancels/observe-cancel/observe-cancel.js';
import { observeOrder } from './payments/observe-order/observe-order.js';
import { observePayment } from './payments/observe-payment/observe-payment.js';
import { observeReservation } from './payments/observe-reservation/observe-reservation.js';
import { applySplit } from './splits/apply-split/apply-split.js';
import { observeLinkOrder } from './splits/observe-link-order/observe-link-order.js';
import { retrySplits } from './splits/retry-splits/retry-splits.js';
import { keptTexts } from './sealed-texts.js';

@Processor('payments', { concurrency: 10 })
export class PaymentsWorker extends JobWorker<'payments'> {
  constructor(private readonly gateway: Gateway) {
    super();
  }

  protected override readonly handlers: Handlers<'payments'> = {
    'payment.observe': ({ paymentKey }) => observePayment(this.gateway, paymentKey),
    'payment-order.observe': ({ orderId }) => observeOrder(this.gateway, orderId),
    'payment-cancel.observe': ({ cancelId }) => observeCancel(this.gateway, cancelId),
    'payment-cancel.find': ({ transactionKey }) => findCancel(this.gateway, transactionKey),
    'ars-reservation.observe': ({ reservationId }) => observeReservation(this.gateway, reservationId),
    'link-order.observe': ({ orderKey }) => observeLinkOrder(this.gateway, orderKey),
    'split.apply': ({ splitId }) => applySplit(this.gateway, splitId),
    'split-payments.retry': () => retrySplits(this.gateway),
    'payment-data.keep': () => {
      const { db, seal, keepDays, now } = this.gateway;
      return keepData(db, seal, keptTexts(keepDays), now());
    },
  };
}
