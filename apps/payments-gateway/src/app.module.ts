import { Module, type DynamicModule } from '@nestjs/common';
import { calendarReader } from '@jeongsan/database';
import { Clock } from '@jeongsan/nest-kit';
import { createProviderClient, providerOptions } from '@jeongsan/provider-client';
import { platformModules } from '@jeongsan/queues';
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
/** Every payment asks for the calendar; holidays are announced days before. */
const CALENDAR_AGE_MS_MAX = 5_000;

@Module({})
export class AppModule {
  static for(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: platformModules(env, 'payments-gateway', POOL_SIZE),
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
    calendar: calendarReader(db, CALENDAR_AGE_MS_MAX),
    alarm: alarmTo(metrics),
    observeAfterSeconds: env.OBSERVE_AFTER_SECONDS,
    cancelSettleSeconds: env.CANCEL_SETTLE_SECONDS,
    patienceMs: PATIENCE_MS,
    provider: createProviderClient(providerOptions(env, now)),
  });
