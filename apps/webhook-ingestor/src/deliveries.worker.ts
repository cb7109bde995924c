import { Processor } from '@nestjs/bullmq';
import { DataSeal } from '@jeongsan/jwe';
import { Clock } from '@jeongsan/nest-kit';
import type { Handlers } from '@jeongsan/messaging';
import { keepData } from '@jeongsan/nest-platform';
import { JobWorker } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { DeliveriesLoop } from './deliver-event/deliveries.loop.js';
import { planDeliveries } from './deliver-event/plan-deliveries.js';
import { eraseBodies } from './keep-data/erase-bodies.js';
import { KeepDays, keptWebhooks } from './keep-data/kept-webhooks.js';

@Processor('deliveries', { concurrency: 20 })
export class DeliveriesWorker extends JobWorker<'deliveries'> {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly deliveries: DeliveriesLoop,
    private readonly seal: DataSeal,
    private readonly keepDays: KeepDays,
  ) {
    super();
  }

  protected override readonly handlers: Handlers<'deliveries'> = {
    'webhook.deliver': async ({ eventId }) => {
      await planDeliveries(this.db, eventId, this.clock.now());
      this.deliveries.wake();
    },
    'webhook-data.keep': () => keepData(this.db, this.seal, keptWebhooks(this.keepDays), this.clock.now()),
    'webhook-bodies.erase': ({ paymentKey }) => eraseBodies(this.db, paymentKey),
  };
}
