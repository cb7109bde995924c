import { Processor } from '@nestjs/bullmq';
import type { Handlers } from '@jeongsan/messaging';
import { keepData } from '@jeongsan/nest-platform';
import { JobWorker } from '@jeongsan/queues';
import { Gateway } from './gateway.js';
import { observeCancel } from './observe-cancel/observe-cancel.js';
import { observePayment } from './observe-payment/observe-payment.js';
import { keptTexts } from './sealed-texts.js';

@Processor('payments', { concurrency: 10 })
export class PaymentsWorker extends JobWorker<'payments'> {
  constructor(private readonly gateway: Gateway) {
    super();
  }

  protected override readonly handlers: Handlers<'payments'> = {
    'payment.observe': ({ paymentKey }) => observePayment(this.gateway, paymentKey),
    'payment-cancel.observe': ({ cancelId }) => observeCancel(this.gateway, cancelId),
    'payment-data.keep': () => {
      const { db, seal, keepDays, now } = this.gateway;
      return keepData(db, seal, keptTexts(keepDays), now());
    },
  };
}
