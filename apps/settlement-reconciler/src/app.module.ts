import { type DynamicModule, Module } from '@nestjs/common';
import { approvalRules, Clock, Metrics, READINGS } from '@jeongsan/nest-kit';
import { type ProviderAccount, providerAccounts } from '@jeongsan/provider-client';
import { DataSeal } from '@jeongsan/jwe';
import { keepDaily, platformModules, providerCalls } from '@jeongsan/nest-platform';
import { SCHEDULES } from '@jeongsan/queues';
import { Approval } from './approval.js';
import { BreakSheetsController } from './break-sheets/break-sheets.controller.js';
import { BreaksController } from './breaks.controller.js';
import type { Env } from './env.js';
import { BankStatementsController } from './bank-statements.controller.js';
import { MatchingRulesController } from './matching-rules.controller.js';
import { SeverityRulesController } from './change-rules/severity-rules.controller.js';
import { MonthsController } from './months/months.controller.js';
import { Provider } from './provider.js';
import { LedgerController } from './read-ledger/ledger.controller.js';
import { ProofsController } from './proofs.controller.js';
import { DecisionsController } from './read-decisions/decisions.controller.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { breakReading } from './report-breaks/break-reading.js';
import { proofReading } from './prove-night/proof-reading.js';
import { BreakPolicy } from './resolve-break/break-policy.js';
import { RunsByHandController } from './runs-by-hand.controller.js';
import { SearchController } from './search/search.controller.js';
import { schedules } from './schedules.js';
import {
  KeepPagesDays,
  PAGE_TRIES,
  ProofKeys,
  RECHECK_PAUSE_MS,
  RETRY_PAUSE_MS,
  ROWS_PER_PAGE_MAX,
  Settings,
} from './settings.js';
import { SettlementsWorker } from './settlements.worker.js';

const POOL_SIZE = 10;

export const controllers = [
  ReconciliationController,
  BreaksController,
  BreakSheetsController,
  MonthsController,
  ProofsController,
  DecisionsController,
  MatchingRulesController,
  SeverityRulesController,
  BankStatementsController,
  LedgerController,
  RunsByHandController,
  SearchController,
] as const;

@Module({})
export class AppModule {
  static for(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: platformModules(env, 'settlement-reconciler', POOL_SIZE, {
        rules: approvalRules(env),
        aloneUpTo: { breakDecision: env.BREAK_SECOND_PERSON_ABOVE },
      }),
      controllers: [...controllers],
      providers: [
        { provide: READINGS, useValue: [breakReading, proofReading] },
        {
          provide: Provider,
          useFactory: (clock: Clock, metrics: Metrics) => connectProvider(env, clock, metrics),
          inject: [Clock, Metrics],
        },
        { provide: Approval, useValue: { rules: approvalRules(env) } satisfies Approval },
        { provide: Settings, useFactory: (seal: DataSeal) => settingsOf(env, seal), inject: [DataSeal] },
        { provide: ProofKeys, useValue: { all: env.PROOF_SIGNING_KEY } satisfies ProofKeys },
        { provide: KeepPagesDays, useValue: new KeepPagesDays(env.KEEP_LISTINGS_DAYS) },
        { provide: SCHEDULES, useValue: [...schedules, keepDaily('listing-data.keep')] },
        { provide: BreakPolicy, useValue: breakPolicyOf(env) },
        ...(env.ROLE === 'http' ? [] : [SettlementsWorker]),
      ],
    };
  }
}

function connectProvider(env: Env, clock: Clock, metrics: Metrics): Provider {
  const onExchange = providerCalls(metrics);
  const [main, ...further] = providerAccounts(env, () => clock.now(), { onExchange }).all;
  const accountOf = ({ name, client, records }: ProviderAccount) => ({ name, api: { ...client, ...records } });
  return { accounts: [accountOf(main), ...further.map(accountOf)] };
}

const breakPolicyOf = (env: Env): BreakPolicy => ({
  approval: approvalRules(env),
  secondPersonAbove: env.BREAK_SECOND_PERSON_ABOVE,
});

const settingsOf = (env: Env, seal: DataSeal): Settings => ({
  settlementCycle: env.SETTLEMENT_CYCLE,
  pendingDays: env.PENDING_DAYS,
  pageSize: ROWS_PER_PAGE_MAX,
  lookBackDays: env.LOOK_BACK_DAYS,
  pagesPerMinute: env.LISTING_PAGES_PER_MINUTE,
  pageTries: PAGE_TRIES,
  retryPauseMs: RETRY_PAUSE_MS,
  looksWaitMs: env.LOOKS_WAIT_SECONDS * 1_000,
  recheckPauseMs: RECHECK_PAUSE_MS,
  seal,
});
