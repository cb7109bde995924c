import { type DynamicModule, Module } from '@nestjs/common';
import { Clock, type KitOptions } from '@jeongsan/nest-kit';
import { reconcilerContract } from '@jeongsan/platform-contract';
import { createProviderClient } from '@jeongsan/provider-client';
import { DatabaseModule, operationsContract, QueuesModule, SCHEDULES } from '@jeongsan/queues';
import type { Env } from './env.js';
import { Provider } from './provider.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { schedules } from './schedules.js';
import { RECHECK_PAUSE_MS, ROWS_PER_PAGE_MAX, Settings } from './settings.js';
import { SettlementsWorker } from './settlements.worker.js';

@Module({})
export class AppModule {
  static for(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot({
          url: env.DATABASE_URL,
          poolSize: 10,
          applicationName: 'settlement-reconciler',
          controlledClock: env.CONTROLLED_CLOCK,
        }),
        QueuesModule.forRoot({ redisUrl: env.REDIS_URL, role: env.ROLE, republishAfterMs: env.REPUBLISH_AFTER_MS }),
      ],
      controllers: [ReconciliationController],
      providers: [
        { provide: Provider, useFactory: (clock: Clock) => connectProvider(env, clock), inject: [Clock] },
        { provide: Settings, useValue: settingsOf(env) },
        { provide: SCHEDULES, useValue: schedules },
        ...(env.ROLE === 'http' ? [] : [SettlementsWorker]),
      ],
    };
  }
}

/** The app under its house. */
export const reconcilerApp = (env: Env): KitOptions => ({
  module: AppModule.for(env),
  env,
  title: 'settlement-reconciler',
  contract: { ...reconcilerContract, ...operationsContract },
});

const connectProvider = (env: Env, clock: Clock): Provider => ({
  api: createProviderClient({
    baseUrl: env.PROVIDER_BASE_URL,
    secretKey: env.PROVIDER_SECRET_KEY,
    securityKeys: env.PROVIDER_SECURITY_KEYS,
    now: () => clock.now(),
  }),
});

const settingsOf = (env: Env): Settings => ({
  settlementCycle: env.SETTLEMENT_CYCLE,
  pendingDays: env.PENDING_DAYS,
  pageSize: ROWS_PER_PAGE_MAX,
  recheckPauseMs: RECHECK_PAUSE_MS,
});
