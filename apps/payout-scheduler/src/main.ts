import '@jeongsan/nest-kit/instrument';
import { bootstrap } from '@jeongsan/nest-kit';
import { schedulerContract } from '@jeongsan/platform-contract';
import { operationsContract } from '@jeongsan/queues';
import { AppModule } from './app.module.js';
import { env } from './env.js';

await bootstrap({
  module: AppModule,
  env,
  title: 'payout-scheduler',
  contract: { ...schedulerContract, ...operationsContract },
});
