import { Processor } from '@nestjs/bullmq';
import { Clock } from '@jeongsan/nest-kit';
import type { Handlers } from '@jeongsan/messaging';
import { JobWorker } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { DeliveriesLoop } from './deliver-event/deliveries.loop.js';
import { planDeliveries } from './deliver-event/plan-deliveries.js';

@Processor('deliveries', { concurrency: 20 })
export class DeliveriesWorker extends JobWorker<'deliveries'> {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly deliveries: DeliveriesLoop,
  ) {
    super();
  }

  protected override readonly handlers: Handlers<'deliveries'> = {
    'webhook.deliver': async ({ eventId }) => {
      await planDeliveries(this.db, eventId, this.clock.now());
      this.deliveries.wake();
    },
  };
}
