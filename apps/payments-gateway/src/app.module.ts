import { Module, type DynamicModule } from '@nestjs/common';
import { createCalendar } from '@jeongsan/calendar';
import { Clock } from '@jeongsan/nest-kit';
import { createProviderClient } from '@jeongsan/provider-client';
import { DatabaseModule, QueuesModule } from '@jeongsan/queues';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { alarmTo } from './alarm.js';
import type { Env } from './env.js';
import { Gateway } from './gateway.js';
import { OrdersController } from './orders.controller.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsWorker } from './payments.worker.js';

const POOL_SIZE = 16;
const PATIENCE_MS = 5_000;

@Module({})
export class AppModule {
  static for(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot({
          url: env.DATABASE_URL,
          poolSize: POOL_SIZE,
          applicationName: 'payments-gateway',
          controlledClock: env.CONTROLLED_CLOCK,
        }),
        QueuesModule.forRoot({ redisUrl: env.REDIS_URL, role: env.ROLE, republishAfterMs: env.REPUBLISH_AFTER_MS }),
      ],
      controllers: [OrdersController, PaymentsController],
      providers: [
        PaymentsWorker,
        { provide: Gateway, useFactory: gateway(env), inject: [DataSource, Clock, Registry] },
      ],
    };
  }
}

const gateway =
  (env: Env) =>
  (db: DataSource, { now }: Clock, metrics: Registry): Gateway => ({
    db,
    now,
    calendar: createCalendar(),
    alarm: alarmTo(metrics),
    observeAfterSeconds: env.OBSERVE_AFTER_SECONDS,
    cancelSettleSeconds: env.CANCEL_SETTLE_SECONDS,
    patienceMs: PATIENCE_MS,
    provider: createProviderClient({
      baseUrl: env.PROVIDER_BASE_URL,
      secretKey: env.PROVIDER_SECRET_KEY,
      securityKeys: env.PROVIDER_SECURITY_KEYS,
      now,
    }),
  });
