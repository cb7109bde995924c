import { Module } from '@nestjs/common';
import { Clock } from '@jeongsan/nest-kit';
import { createProviderClient } from '@jeongsan/provider-client';
import { DatabaseModule, QueuesModule, SCHEDULES } from '@jeongsan/queues';
import { env } from './env.js';
import { Provider } from './provider.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { schedules } from './schedules.js';
import { RECHECK_PAUSE_MS, ROWS_PER_PAGE_MAX, Settings } from './settings.js';
import { SettlementsWorker } from './settlements.worker.js';

@Module({
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
    SettlementsWorker,
    { provide: SCHEDULES, useValue: schedules },
    { provide: Provider, useFactory: connectProvider, inject: [Clock] },
    {
      provide: Settings,
      useValue: {
        settlementCycle: env.SETTLEMENT_CYCLE,
        pendingDays: env.PENDING_DAYS,
        pageSize: ROWS_PER_PAGE_MAX,
        recheckPauseMs: RECHECK_PAUSE_MS,
      } satisfies Settings,
    },
  ],
})
export class AppModule {}

function connectProvider(clock: Clock): Provider {
  return {
    api: createProviderClient({
      baseUrl: env.PROVIDER_BASE_URL,
      secretKey: env.PROVIDER_SECRET_KEY,
      securityKeys: env.PROVIDER_SECURITY_KEYS,
      now: clock.now,
    }),
  };
}
