import { Module, type DynamicModule } from '@nestjs/common';
import { calendarReader } from '@jeongsan/database';
import { DataSeal } from '@jeongsan/jwe';
import { Callers, Clock, IdempotencyStore, type KitOptions, Metrics, READINGS, servedBy } from '@jeongsan/nest-kit';
import { dropInContract, gatewayOwnContract, operationsContract } from '@jeongsan/platform-contract';
import { apiStyle } from '@jeongsan/platform-contract/reference';
import { providerAccounts } from '@jeongsan/provider-client';
import { keepDaily, platformModules, providerCalls } from '@jeongsan/nest-platform';
import { SCHEDULES } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { alarmTo } from './alarm.js';
import { AllocationsController } from './cancels/allocations.controller.js';
import type { DropIn } from './drop-in/arrived.js';
import { forwardTo } from './drop-in/forward.js';
import { serveDropIn, unreadableHere } from './drop-in/serve-drop-in.js';
import { CancelsController } from './cancels/cancels.controller.js';
import type { Env } from './env.js';
import { ErasuresController } from './orders/erasures.controller.js';
import { Gateway } from './gateway.js';
import { ProviderCalls } from './provider-calls.js';
import { paymentReading } from './payments/payment-reading.js';
import { OrderListsController } from './orders/order-lists.controller.js';
import { OrdersController } from './orders/orders.controller.js';
import { PaymentsWorker } from './payments.worker.js';
import { retrySplitsNightly } from './splits/retry-splits/retry-splits.schedule.js';
import { SplitsController } from './splits/splits.controller.js';
import { UnallocatedPaymentsController } from './payments/unallocated-payments.controller.js';

const POOL_SIZE = 16;
const PATIENCE_MS = 5_000;
/**
 * The calendar is cached, because every payment reads it. Five seconds of age are harmless: holidays are announced days
 * before.
 */
const CALENDAR_AGE_MS_MAX = 5_000;

const controllers = [
  OrdersController,
  OrderListsController,
  CancelsController,
  AllocationsController,
  UnallocatedPaymentsController,
  SplitsController,
  ErasuresController,
] as const;

@Module({})
class AppModule {
  static for(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: platformModules(env, 'payments-gateway', POOL_SIZE),
      controllers: [...controllers],
      providers: [
        PaymentsWorker,
        { provide: SCHEDULES, useValue: [keepDaily('payment-data.keep'), retrySplitsNightly] },
        { provide: READINGS, useValue: [paymentReading] },
        {
          provide: ProviderCalls,
          useFactory: (metrics: Metrics) => ({ seen: providerCalls(metrics) }),
          inject: [Metrics],
        },
        {
          provide: Gateway,
          useFactory: gateway(env),
          inject: [DataSource, DataSeal, Clock, Metrics, ProviderCalls],
        },
      ],
    };
  }
}

const gateway =
  (env: Env) =>
  (db: DataSource, seal: DataSeal, { now }: Clock, metrics: Metrics, { seen }: ProviderCalls): Gateway => ({
    db,
    seal,
    keepDays: { orderNames: env.KEEP_ORDER_NAMES_DAYS, cancelReasons: env.KEEP_CANCEL_REASONS_DAYS },
    now,
    calendar: calendarReader(db, CALENDAR_AGE_MS_MAX),
    alarm: alarmTo(metrics),
    observeAfterSeconds: env.OBSERVE_AFTER_SECONDS,
    cancelSettleSeconds: env.CANCEL_SETTLE_SECONDS,
    patienceMs: PATIENCE_MS,
    provider: providerAccounts(env, now, { onExchange: seen }).client,
  });

/** The options with which nest-kit runs the gateway: our own API, and the provider's operations at their own paths. */
export const gatewayApp = (env: Env): KitOptions => ({
  module: AppModule.for(env),
  env,
  title: 'payments-gateway',
  unreadable: unreadableHere,
  contract: { ...servedBy(gatewayOwnContract, controllers), ...dropInContract, ...operationsContract },
  apiStyle: apiStyle('service'),
  configure: (app) => {
    const { seen: onExchange } = app.get(ProviderCalls);
    const dropIn: DropIn = {
      gateway: app.get(Gateway),
      callers: new Callers(env),
      forward: forwardTo(env.PROVIDER_BASE_URL, onExchange),
      accounts: providerAccounts(env, app.get(Clock).now, { onExchange }),
      repeats: app.get(IdempotencyStore),
      unregisteredOrders: env.UNREGISTERED_ORDERS,
    };
    serveDropIn(app.getHttpAdapter().getInstance(), dropIn);
  },
});
