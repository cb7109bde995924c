import { Module, type DynamicModule } from '@nestjs/common';
import { calendarReader } from '@jeongsan/database';
import { DataSeal } from '@jeongsan/jwe';
import { Clock } from '@jeongsan/nest-kit';
import { createProviderClient, providerOptions } from '@jeongsan/provider-client';
import { keepDaily, platformModules } from '@jeongsan/nest-platform';
import { SCHEDULES } from '@jeongsan/queues';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { alarmTo } from './alarm.js';
import { CancelsController } from './cancels.controller.js';
import type { Env } from './env.js';
import { ErasuresController } from './erasures.controller.js';
import { Gateway } from './gateway.js';
import { OrdersController } from './orders.controller.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsWorker } from './payments.worker.js';

const POOL_SIZE = 16;
const PATIENCE_MS = 5_000;
/**
 * The calendar is cached, because every payment reads it. Five seconds of age are harmless: holidays are announced days
 * before.
 */
const CALENDAR_AGE_MS_MAX = 5_000;

export const controllers = [OrdersController, CancelsController, PaymentsController, ErasuresController] as const;

@Module({})
export class AppModule {
  static for(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: platformModules(env, 'payments-gateway', POOL_SIZE),
      controllers: [...controllers],
      providers: [
        PaymentsWorker,
        { provide: SCHEDULES, useValue: [keepDaily('payment-data.keep')] },
        { provide: Gateway, useFactory: gateway(env), inject: [DataSource, DataSeal, Clock, Registry] },
      ],
    };
  }
}

const gateway =
  (env: Env) =>
  (db: DataSource, seal: DataSeal, { now }: Clock, metrics: Registry): Gateway => ({
    db,
    seal,
    keepDays: { orderNames: env.KEEP_ORDER_NAMES_DAYS, cancelReasons: env.KEEP_CANCEL_REASONS_DAYS },
    now,
    calendar: calendarReader(db, CALENDAR_AGE_MS_MAX),
    alarm: alarmTo(metrics),
    observeAfterSeconds: env.OBSERVE_AFTER_SECONDS,
    cancelSettleSeconds: env.CANCEL_SETTLE_SECONDS,
    patienceMs: PATIENCE_MS,
    provider: createProviderClient(providerOptions(env, now)),
  });
