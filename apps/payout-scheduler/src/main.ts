import '@jeongsan/nest-kit/instrument';
import { bootstrap, parseEnv } from '@jeongsan/nest-kit';
import {
  explanationsContract,
  forecastsContract,
  schedulerContract,
  statementsContract,
  taxInvoicesContract,
  termsChangesContract,
} from '@jeongsan/platform-contract';
import { operationsContract } from '@jeongsan/queues';
import { AppModule } from './app.module.js';
import { Env } from './env.js';

const env = parseEnv(Env);
await bootstrap({
  module: AppModule.for(env),
  env,
  title: 'payout-scheduler',
  contract: {
    ...explanationsContract,
    ...forecastsContract,
    ...schedulerContract,
    ...statementsContract,
    ...taxInvoicesContract,
    ...termsChangesContract,
    ...operationsContract,
  },
});
