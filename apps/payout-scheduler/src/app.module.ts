import { Module, type DynamicModule } from '@nestjs/common';
import { calendarReader } from '@jeongsan/database';
import { httpSend, type Send } from '@jeongsan/http-contract';
import { Clock } from '@jeongsan/nest-kit';
import { createProviderClient, providerOptions } from '@jeongsan/provider-client';
import { platformModules, SCHEDULES } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { BalancesController } from './balances.controller.js';
import { CalendarController } from './calendar.controller.js';
import { CommissionRulesController } from './commission-rules.controller.js';
import type { ApprovalRules } from './approve-run/approval-rules.js';
import type { Env } from './env.js';
import { ExplanationsController } from './explanations.controller.js';
import { ForecastsController } from './forecasts.controller.js';
import { HoldsController } from './holds.controller.js';
import type { PayoutPolicy } from '@jeongsan/payouts';
import { PayoutsController } from './payouts.controller.js';
import { PayoutsWorker } from './payouts.worker.js';
import { Policy } from './policy.js';
import { askingFirst, failingBetweenPages, Provider } from './provider.js';
import { RunsController } from './runs.controller.js';
import { schedules } from './schedules.js';
import { StatementsController } from './statements.controller.js';
import { TaxInvoicesController } from './tax-invoices.controller.js';
import { TermsChangesController } from './terms-changes.controller.js';
import { TermsController } from './terms.controller.js';

const POOL_SIZE = 12;

@Module({})
export class AppModule {
  static for(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: platformModules(env, 'payout-scheduler', POOL_SIZE),
      controllers: [
        TermsController,
        TermsChangesController,
        CommissionRulesController,
        CalendarController,
        RunsController,
        PayoutsController,
        HoldsController,
        BalancesController,
        StatementsController,
        TaxInvoicesController,
        ExplanationsController,
        ForecastsController,
      ],
      providers: [
        { provide: Provider, useFactory: ({ now }: Clock) => connectProvider(env, now), inject: [Clock] },
        { provide: Policy, useFactory: policyOf(env), inject: [DataSource] },
        { provide: SCHEDULES, useValue: schedules },
        ...(env.ROLE === 'http' ? [] : [PayoutsWorker]),
      ],
    };
  }
}

function connectProvider(env: Env, now: () => Date): Provider {
  const network = httpSend({ maxSockets: 16, maxReplyBytes: 32 * 1024 * 1024 });
  const reach = (send: Send) => createProviderClient({ ...providerOptions(env, now), send });
  return { api: reach(failingBetweenPages(network)), fenced: (mayWrite) => reach(askingFirst(network, mayWrite)) };
}

const policyOf =
  (env: Env) =>
  (db: DataSource): Policy =>
    new Policy(payoutPolicy(env), calendarReader(db), approvalRules(env), {
      factor: env.OUTLIER_FACTOR,
      payouts: env.OUTLIER_PAYOUTS,
    });

const payoutPolicy = (env: Env): Omit<PayoutPolicy, 'calendar'> => ({
  approvalThreshold: env.APPROVAL_THRESHOLD,
  minimumPayout: env.MINIMUM_PAYOUT,
  weeklyLimit: env.WEEKLY_LIMIT,
  dispatchAt: env.DISPATCH_AT,
  settleSeconds: env.SETTLE_SECONDS,
  sendingTimeoutSeconds: env.SENDING_TIMEOUT_SECONDS,
  payoutsPerRequest: env.PAYOUTS_PER_REQUEST,
  transactionDescription: env.TRANSACTION_DESCRIPTION,
  taxInvoiceGate: env.TAX_INVOICE_GATE,
});

const approvalRules = (env: Env): ApprovalRules => ({
  limits: env.APPROVAL_LIMITS ?? null,
  reauthThreshold: env.REAUTH_THRESHOLD,
  reauthSeconds: env.REAUTH_MINUTES * 60,
});
