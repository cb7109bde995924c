import { Processor } from '@nestjs/bullmq';
import type { Handlers } from '@jeongsan/messaging';
import { Clock } from '@jeongsan/nest-kit';
import { JobWorker } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { Provider } from './provider.js';
import { reconcile } from './reconcile/reconcile.js';
import { Settings } from './settings.js';

/** One run at a time: runs that are finished late must follow one another in the order of their dates. */
@Processor('settlements', { concurrency: 1 })
export class SettlementsWorker extends JobWorker<'settlements'> {
  constructor(
    private readonly db: DataSource,
    private readonly provider: Provider,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    super();
  }

  protected override readonly handlers: Handlers<'settlements'> = {
    'settlement.reconcile': ({ businessDate }) =>
      reconcile(this.db, this.provider.accounts, businessDate, this.settings, () => this.clock.now()),
  };
}
