import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '@jeongsan/nest-kit';
import { type ProviderAccount, providerAccounts } from '@jeongsan/provider-client';
import { platformModules } from '@jeongsan/nest-platform';
import { SCHEDULES } from '@jeongsan/queues';
import type { Env } from './env.js';
import { Provider } from './provider.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { schedules } from './schedules.js';
import { RECHECK_PAUSE_MS, ROWS_PER_PAGE_MAX, Settings } from './settings.js';
import { SettlementsWorker } from './settlements.worker.js';

const POOL_SIZE = 10;

export const controllers = [ReconciliationController] as const;

@Module({})
export class AppModule {
  static for(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: platformModules(env, 'settlement-reconciler', POOL_SIZE),
      controllers: [...controllers],
      providers: [
        { provide: Provider, useFactory: (clock: Clock) => connectProvider(env, clock), inject: [Clock] },
        { provide: Settings, useValue: settingsOf(env) },
        { provide: SCHEDULES, useValue: schedules },
        ...(env.ROLE === 'http' ? [] : [SettlementsWorker]),
      ],
    };
  }
}

function connectProvider(env: Env, clock: Clock): Provider {
  const [main, ...further] = providerAccounts(env, () => clock.now()).all;
  const accountOf = ({ name, client }: ProviderAccount) => ({ name, api: client });
  return { accounts: [accountOf(main), ...further.map(accountOf)] };
}

const settingsOf = (env: Env): Settings => ({
  settlementCycle: env.SETTLEMENT_CYCLE,
  pendingDays: env.PENDING_DAYS,
  pageSize: ROWS_PER_PAGE_MAX,
  looksWaitMs: env.LOOKS_WAIT_SECONDS * 1_000,
  recheckPauseMs: RECHECK_PAUSE_MS,
});
