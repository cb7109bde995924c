import { Module, type DynamicModule } from '@nestjs/common';
import { calendarReader } from '@jeongsan/database';
import { httpSend, type Send } from '@jeongsan/http-contract';
import { approvalRules, Clock } from '@jeongsan/nest-kit';
import { createProviderClient, providerOptions } from '@jeongsan/provider-client';
import { platformModules } from '@jeongsan/nest-platform';
import { SCHEDULES, WAITING, type WaitingSource } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { BalancesController } from './closing/balances.controller.js';
import { CalendarController } from './terms/calendar.controller.js';
import { CommissionRulesController } from './terms/commission-rules.controller.js';
import { RestoreGuard } from './payouts/dispatch/compare-provider/restore-guard.js';
import { readPauses } from './payouts/dispatch/dispatch-control/read-control.js';
import { DispatchControlController } from './payouts/dispatch/dispatch-control.controller.js';
import type { Env } from './env.js';
import { ExplanationsController } from './explanations/explanations.controller.js';
import { ForecastsController } from './explanations/forecasts.controller.js';
import { HoldsController } from './closing/holds.controller.js';
import { Lanes } from './payouts/dispatch/lanes.js';
import { type PayoutPolicy, weeklyMost } from '@jeongsan/payouts';
import { HeadroomController } from './payouts/dispatch/headroom.controller.js';
import { RunOverridesController } from './payouts/runs/run-overrides.controller.js';
import { ParkedController } from './payouts/dispatch/parked.controller.js';
import { PayoutsController } from './explanations/payouts.controller.js';
import { PayoutsWorker } from './payouts/payouts.worker.js';
import { Policy } from './terms/policy.js';
import { askingFirst, failingBetweenPages, Provider } from './payouts/dispatch/provider.js';
import { RunsController } from './payouts/runs/runs.controller.js';
import { schedules } from './payouts/schedules.js';
import { StatementsController } from './closing/statements.controller.js';
import { TaxInvoicesController } from './closing/tax/tax-invoices.controller.js';
import { TermsChangesController } from './terms/terms-changes.controller.js';
import { TermsController } from './terms/terms.controller.js';

const POOL_SIZE = 16;

export const controllers = [
  TermsController,
  TermsChangesController,
  CommissionRulesController,
  CalendarController,
  RunsController,
  RunOverridesController,
  DispatchControlController,
  PayoutsController,
  ParkedController,
  HeadroomController,
  HoldsController,
  BalancesController,
  StatementsController,
  TaxInvoicesController,
  ExplanationsController,
  ForecastsController,
] as const;

@Module({})
export class AppModule {
  static for(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: platformModules(env, 'payout-scheduler', POOL_SIZE),
      controllers: [...controllers],
      providers: [
        { provide: Provider, useFactory: ({ now }: Clock) => connectProvider(env, now), inject: [Clock] },
        { provide: Policy, useFactory: policyOf(env), inject: [DataSource] },
        { provide: SCHEDULES, useValue: schedules },
        { provide: RestoreGuard, useFactory: guardOf(env), inject: [DataSource, Provider, Policy, Clock] },
        { provide: WAITING, useFactory: waitingOf, inject: [DataSource] },
        ...(env.ROLE === 'http' ? [] : [PayoutsWorker]),
      ],
    };
  }
}

function connectProvider(env: Env, now: () => Date): Provider {
  const network = httpSend({ maxSockets: 16, maxReplyBytes: 32 * 1024 * 1024 });
  const reach = (send: Send) => createProviderClient({ ...providerOptions(env, now), send });
  const lanes = new Lanes(env.SENDS_AT_ONCE);
  return {
    api: reach(failingBetweenPages(network)),
    // The lane is taken before the permission to send is asked for: a permission must not grow old while its request
    // waits for a lane.
    fenced: (mayWrite) => reach((request) => lanes.run(() => askingFirst(network, mayWrite)(request))),
  };
}

const policyOf =
  (env: Env) =>
  (db: DataSource): Policy =>
    new Policy(payoutPolicy(env), calendarReader(db), approvalRules(env), {
      factor: env.OUTLIER_FACTOR,
      payouts: env.OUTLIER_PAYOUTS,
    });

const guardOf =
  (env: Env) =>
  (db: DataSource, provider: Provider, policy: Policy, { now }: Clock): RestoreGuard =>
    new RestoreGuard(db, provider.api, env.GUARD_DAYS, () => policy.current(), now);

/** Runs that wait for a person or a limit; the backlog metric shows them beside the waiting jobs. */
const waitingOf =
  (db: DataSource): WaitingSource =>
  async () =>
    (await readPauses(db)).map(({ runId, ...pause }) => ({ subject: `payout-run/${runId}`, ...pause }));

const payoutPolicy = (env: Env): Omit<PayoutPolicy, 'calendar'> => ({
  selfApproveUpTo: env.SELF_APPROVE_UP_TO ?? null,
  outliers: { factor: env.OUTLIER_FACTOR, payouts: env.OUTLIER_PAYOUTS },
  minimumPayout: env.MINIMUM_PAYOUT,
  weeklyLimit: weeklyMost(env.WEEKLY_LIMIT, env.WEEKLY_LIMIT_INCLUSIVE),
  weeklyLimitWarnPercent: env.WEEKLY_LIMIT_WARN_PERCENT,
  dispatchAt: env.DISPATCH_AT,
  settleSeconds: env.SETTLE_SECONDS,
  ...(!env.CONTROLLED_CLOCK && { realSettleSeconds: env.SETTLE_SECONDS }),
  sendingTimeoutSeconds: env.SENDING_TIMEOUT_SECONDS,
  payoutsPerRequest: env.PAYOUTS_PER_REQUEST,
  batchesPerFreeze: env.BATCHES_PER_FREEZE,
  transactionDescription: env.TRANSACTION_DESCRIPTION,
  taxInvoiceGate: env.TAX_INVOICE_GATE,
  limits: {
    runCap: env.RUN_CAP ?? null,
    dayCap: env.DAY_CAP ?? null,
    duplicateDays: env.DUPLICATE_RUN_DAYS,
    duplicatePayoutsMin: env.DUPLICATE_RUN_PAYOUTS,
  },
});
