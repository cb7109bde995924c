import { Processor } from '@nestjs/bullmq';
import { transaction } from '@jeongsan/database';
import type { Handlers } from '@jeongsan/messaging';
import { Clock } from '@jeongsan/nest-kit';
import { dispatchRun, observePayout, resolveBatch, sendBatch, type PayoutStore } from '@jeongsan/payouts';
import { JobWorker } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { RestoreGuard } from './dispatch/compare-provider/restore-guard.js';
import { draftRun } from './runs/draft-run/draft-run.js';
import { Policy } from '../terms/policy.js';
import { Provider } from './dispatch/provider.js';
import { storingBalance } from './payout-store/balance-readings.js';
import { pgPayoutStore } from './payout-store/pg-payout-store.js';
import { tellBatch, tellDraft, tellEnd, tellRun } from './payout-store/tell-story.js';
import { expireRun, releaseRun } from './runs/withdraw-run/withdraw-run.js';

// More jobs than SENDS_AT_ONCE run in parallel: while some wait for the provider, others freeze, claim and record
// batches.
@Processor('payouts', { concurrency: 12 })
export class PayoutsWorker extends JobWorker<'payouts'> {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly provider: Provider,
    private readonly policy: Policy,
    private readonly guard: RestoreGuard,
  ) {
    super();
  }

  private readonly now = (): Date => this.clock.now();

  private get store(): PayoutStore {
    return pgPayoutStore(this.db);
  }

  protected override readonly handlers: Handlers<'payouts'> = {
    'payout-run.draft': async ({ businessDate }) => {
      await draftRun(this.db, businessDate, await this.policy.current(), this.now);
      await tellDraft(this.db, businessDate);
    },
    'payout-run.dispatch': async ({ runId }) => {
      if (!(await this.guard.pass())) return;
      await dispatchRun(
        this.store,
        storingBalance(this.db, this.provider.api, this.now),
        runId,
        await this.policy.current(),
        this.now,
      );
      tellRun(runId, 'dispatched');
    },
    'payout-run.expire': ({ runId }) => transaction(this.db, (tx) => expireRun(tx, runId, this.now())),
    'payout-run.release': ({ runId }) => releaseRun(this.db, runId, this.now),
    'payout-batch.send': async ({ batchId }) => {
      if (!(await this.guard.pass())) return;
      await sendBatch(this.store, this.provider, batchId, await this.policy.current(), this.now);
      await tellBatch(this.db, batchId);
    },
    'payout-batch.resolve': async ({ batchId }) =>
      resolveBatch(this.store, this.provider.api, batchId, await this.policy.current(), this.now),
    'payout.observe': async ({ providerPayoutId }) => {
      await observePayout(this.store, this.provider.api, providerPayoutId, this.now);
      await tellEnd(this.db, providerPayoutId);
    },
  };
}
