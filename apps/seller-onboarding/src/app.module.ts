import { Module, type DynamicModule } from '@nestjs/common';
import { Clock } from '@jeongsan/nest-kit';
import { createProviderClient, providerOptions } from '@jeongsan/provider-client';
import { platformModules, SCHEDULES } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import type { Env } from './env.js';
import { Onboarding } from './onboarding.js';
import { sellerPoll } from './poll-sellers/poll-sellers.schedule.js';
import { createVault } from './seller-vault.js';
import { SellersController } from './sellers.controller.js';
import { SellersWorker } from './sellers.worker.js';

const POOL_SIZE = 15;

@Module({})
export class AppModule {
  static for(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: platformModules(env, 'seller-onboarding', POOL_SIZE),
      controllers: [SellersController],
      providers: [
        SellersWorker,
        { provide: Onboarding, useFactory: onboarding(env), inject: [DataSource, Clock] },
        { provide: SCHEDULES, useFactory: (clock: Clock) => [sellerPoll(clock.now)], inject: [Clock] },
      ],
    };
  }
}

const onboarding =
  (env: Env) =>
  (db: DataSource, { now }: Clock): Onboarding => ({
    db,
    now,
    provider: createProviderClient(providerOptions(env, now)),
    vault: createVault({ dataKeys: env.DATA_KEYS, fingerprintKey: env.FINGERPRINT_KEY, now }),
  });
