import { Module, type DynamicModule } from '@nestjs/common';
import { calendarReader } from '@jeongsan/database';
import { DataSeal } from '@jeongsan/jwe';
import { approvalRules, Clock, Metrics } from '@jeongsan/nest-kit';
import { createProviderClient, providerOptions } from '@jeongsan/provider-client';
import { keepDaily, platformModules, providerCalls } from '@jeongsan/nest-platform';
import { SCHEDULES, WAITING, type WaitingSource } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import type { Env } from './env.js';
import { Onboarding } from './onboarding.js';
import { sellerPoll } from './poll-sellers/poll-sellers.schedule.js';
import { createVault } from './seller-vault.js';
import { readWaiting } from './read-account-changes/read-waiting.js';
import { SellersController } from './sellers.controller.js';
import { SellersWorker } from './sellers.worker.js';

const POOL_SIZE = 15;

export const controllers = [SellersController] as const;

@Module({})
export class AppModule {
  static for(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: platformModules(env, 'seller-onboarding', POOL_SIZE, { rules: approvalRules(env) }),
      controllers: [...controllers],
      providers: [
        SellersWorker,
        { provide: Onboarding, useFactory: onboarding(env), inject: [DataSource, Clock, DataSeal, Metrics] },
        { provide: WAITING, useFactory: waitingOf, inject: [DataSource, Clock] },
        {
          provide: SCHEDULES,
          useFactory: (clock: Clock) => [sellerPoll(clock.now), keepDaily('seller-data.keep')],
          inject: [Clock],
        },
      ],
    };
  }
}

const onboarding =
  (env: Env) =>
  (db: DataSource, { now }: Clock, seal: DataSeal, metrics: Metrics): Onboarding => ({
    db,
    now,
    provider: createProviderClient({ ...providerOptions(env, now), onExchange: providerCalls(metrics) }),
    seal,
    keepSellersDays: env.KEEP_SELLERS_DAYS,
    vault: createVault({ seal, fingerprintKey: env.FINGERPRINT_KEY }),
    wait: waitingTime(db, env),
    approval: approvalRules(env),
  });

const waitingOf =
  (db: DataSource, { now }: Clock): WaitingSource =>
  () =>
    readWaiting(db, now());

function waitingTime(db: DataSource, { ACCOUNT_CHANGE_WAIT_BUSINESS_DAYS: businessDays }: Env): Onboarding['wait'] {
  const calendar = calendarReader(db);
  return async () => ({ calendar: await calendar(), businessDays });
}
