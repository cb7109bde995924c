import { Processor } from '@nestjs/bullmq';
import { transaction } from '@jeongsan/database';
import type { Handlers } from '@jeongsan/messaging';
import { Clock } from '@jeongsan/nest-kit';
import { JobWorker } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { Provider } from '../dispatch/provider.js';
import { storingBalance } from '../payout-store/balance-readings.js';
import { Policy } from '../../terms/policy.js';
import { measureSegregation } from './segregation/measure-segregation.js';
import { trackDeadlines } from './track-deadlines/track-deadlines.js';

@Processor('cash', { concurrency: 2 })
export class CashWorker extends JobWorker<'cash'> {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly provider: Provider,
    private readonly policy: Policy,
  ) {
    super();
  }

  protected override readonly handlers: Handlers<'cash'> = {
    'payment-deadlines.track': async ({ date }) => {
      const { calendar } = await this.policy.current();
      await trackDeadlines(this.db, date, calendar, () => this.clock.now());
    },
    // The amount to keep apart is compared with a balance of the same minute.
    'provider-balance.read': async ({ date }) => {
      const now = (): Date => this.clock.now();
      await storingBalance(this.db, this.provider.api, now).getBalance({});
      await transaction(this.db, (tx) => measureSegregation(tx, date, now()));
    },
  };
}
