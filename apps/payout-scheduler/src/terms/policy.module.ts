import { Module, type DynamicModule } from '@nestjs/common';
import { calendarReader } from '@jeongsan/database';
import { approvalRules } from '@jeongsan/nest-kit';
import { type PayoutPolicy, weeklyMost } from '@jeongsan/payouts';
import { DataSource } from 'typeorm';
import type { Env } from '../env.js';
import type { AloneLimits } from './alone-limits/alone-limits.js';
import { Policy } from './policy.js';

/** The payout policy of this process, from its settings. Every room reads it. */
@Module({})
export class PolicyModule {
  static for(env: Env): DynamicModule {
    return {
      module: PolicyModule,
      global: true,
      providers: [{ provide: Policy, useFactory: policyOf(env), inject: [DataSource] }],
      exports: [Policy],
    };
  }
}

const policyOf =
  (env: Env) =>
  (db: DataSource): Policy =>
    new Policy(payoutPolicy(env), calendarReader(db), approvalRules(env), env.ADJUST_ALONE_UP_TO, aloneLimits(env));

/** A rate is stored in 1/100,000, so a percentage point is 1,000. */
const aloneLimits = (env: Env): AloneLimits => ({
  rate: env.TERMS_ALONE_RATE_POINTS === undefined ? null : Math.round(env.TERMS_ALONE_RATE_POINTS * 1_000),
  sellers: env.RULES_ALONE_SELLERS ?? null,
});

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
