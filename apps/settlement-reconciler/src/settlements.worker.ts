import { Processor } from '@nestjs/bullmq';
import { makeMonths } from '@jeongsan/database';
import type { Handlers } from '@jeongsan/messaging';
import { Clock } from '@jeongsan/nest-kit';
import { JobWorker } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { finishClosing } from './months/close-month/finish-closing.js';
import { keepData } from '@jeongsan/nest-platform';
import { keptPages } from './download/raw-pages.js';
import { Provider } from './provider.js';
import { runByHand } from './run-by-hand/run-by-hand.js';
import { reconcile } from './reconcile/reconcile.js';
import { KeepPagesDays, ProofKeys, Settings } from './settings.js';

/** One run at a time: runs that are finished late must follow one another in the order of their dates. */
@Processor('settlements', { concurrency: 1 })
export class SettlementsWorker extends JobWorker<'settlements'> {
  constructor(
    private readonly db: DataSource,
    private readonly provider: Provider,
    private readonly settings: Settings,
    private readonly keys: ProofKeys,
    private readonly clock: Clock,
    private readonly keep: KeepPagesDays,
  ) {
    super();
  }

  protected override readonly handlers: Handlers<'settlements'> = {
    'settlement.reconcile': ({ businessDate }) =>
      reconcile(this.db, this.provider.accounts, businessDate, { ...this.settings, proofKey: this.keys.all[0] }, () =>
        this.clock.now(),
      ),
    'settlement.run-by-hand': ({ runId }) =>
      runByHand(
        {
          db: this.db,
          accounts: this.provider.accounts,
          settings: { ...this.settings, proofKey: this.keys.all[0] },
          now: () => this.clock.now(),
        },
        runId,
      ),
    'month.close': ({ month }) => finishClosing(this.db, month, () => this.clock.now()),
    'month-tables.make': () => makeMonths(this.db, this.clock.now()),
    'listing-data.keep': () => keepData(this.db, this.settings.seal, keptPages(this.keep.days), this.clock.now()),
  };
}
